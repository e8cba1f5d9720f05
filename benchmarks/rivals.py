"""The same app on the prebuilt cdktf provider and on aws-cdk-lib, each in a throw-away environment."""

import subprocess
import sys
from pathlib import Path

RIVALS = {
    "prebuilt cdktf provider": ("benchmarks/prebuilt.py", ["cdktf==0.21.0", "cdktf-cdktf-provider-aws==20.1.0"]),
    "aws-cdk-lib, TableV2": ("benchmarks/table_v2.py", ["aws-cdk-lib==2.275.0"]),
}


def commands(folder: Path) -> dict[str, list[str]]:
    """The commands that run them; installing takes some minutes and about 1 GB, all of it in `folder`."""
    found = {}
    for number, (name, (script, packages)) in enumerate(RIVALS.items()):
        venv = folder / f"venv{number}"
        print(f"• installing {', '.join(packages)}", flush=True)
        subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
        subprocess.run([f"{venv}/bin/pip", "install", "--quiet", "--disable-pip-version-check", *packages], check=True)
        found[name] = [f"{venv}/bin/python", script, "1", f"{folder}/rival{number}"]
    return found
