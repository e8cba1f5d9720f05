"""The measured app on other frameworks, each in a throw-away environment."""

import subprocess
import sys
from pathlib import Path

RIVALS = {  # program, further arguments, packages
    "aws-cdk-lib, TableV2": ("table_v2.py", (), ("aws-cdk-lib==2.275.0",)),
    "cdktf, prebuilt provider": (
        "prebuilt.py",
        ("cdktf", "cdktf_cdktf_provider_aws"),
        ("cdktf==0.21.0", "cdktf-cdktf-provider-aws==20.1.0"),
    ),
    "cdktn, prebuilt provider": (
        "prebuilt.py",
        ("cdktn", "cdktn_provider_aws"),
        ("cdktn==0.24.0", "cdktn-provider-aws==25.8.1"),
    ),
    "Pulumi, its program alone": ("pulumi_app.py", (), ("pulumi==3.272.0", "pulumi-aws==7.51.1")),
}


def commands(folder: Path) -> dict[str, list[str]]:
    """Return the rivals' commands; installing takes minutes and 2 GB in `folder`."""
    programs = {}
    for number, (name, (program, arguments, packages)) in enumerate(RIVALS.items()):
        venv = folder / f"venv{number}"
        if not (venv / "installed").exists():
            print(f"• installing {', '.join(packages)}", flush=True)
            subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
            subprocess.run([f"{venv}/bin/pip", "install", "--quiet", "--disable-pip-version-check", *packages], check=True)
            (venv / "installed").touch()
        programs[name] = [f"{venv}/bin/python", f"benchmarks/{program}", "{tables}", "{outdir}", *arguments]
    return programs
