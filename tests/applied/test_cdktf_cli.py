"""The real cdktf command line works on the project as it stands: synth, diff, deploy, destroy."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from dynawright.deploy import provider_mirror
from dynawright.deploy.provider_version import on_emulator
from dynawright.deploy.terraform import Terraform
from dynawright.emulator import lookups
from dynawright.emulator.emulator import Emulator
from dynawright.settings import load_named

STACK = "orders-local"


def test_the_command_line_synthesizes_plans_deploys_and_destroys(
    needs_terraform: None, project_root: Path, application: Path, tmp_path: Path
) -> None:
    cdktf = project_root / "node_modules" / ".bin" / "cdktf"
    if not cdktf.exists():
        pytest.fail("the cdktf command line is not installed: run `make test`, which installs it")
    environment = load_named("local")
    installation = provider_mirror.find(environment.provider.version)
    configuration = provider_mirror.cli_configuration(installation, tmp_path)
    provider = on_emulator(environment.provider.version, installation)
    with Emulator(environment.account_id) as emulator:
        environ = {
            **emulator.environ,
            "PATH": f"{Path(sys.executable).parent}:{emulator.environ['PATH']}",
            "TF_CLI_CONFIG_FILE": str(configuration),
            "CHECKPOINT_DISABLE": "1",
            "CI": "1",
            "NO_COLOR": "1",
            "DYNAWRIGHT_ENV": "local",
            "DYNAWRIGHT_SYSTEM": "orders",
        }

        def run(*arguments: str) -> str:
            done = subprocess.run(
                [cdktf, *arguments], cwd=application, env=environ, capture_output=True, text=True, check=False, timeout=300
            )
            assert done.returncode == 0, done.stdout + done.stderr
            return done.stdout + done.stderr

        def tables() -> set[str]:
            return set(emulator.client("dynamodb", environment.region).list_tables()["TableNames"])

        lookups.provide(emulator, environment)  # one stack is deployed here, without the foundation
        synthesized = run("synth")
        assert "end-of-life" not in synthesized
        document = json.loads((application / "cdktf.out/stacks" / STACK / "cdk.tf.json").read_text())
        Terraform(application / "cdktf.out/stacks" / STACK, emulator.environ).pin_provider()
        resources = sum(len(named) for named in document["resource"].values())
        assert f"{resources} to add" in run("diff", STACK, "--skip-provider-lock")
        assert tables() == set()
        run("deploy", STACK, "--auto-approve", "--skip-provider-lock")
        assert tables() == {"order-log-local", "orders-local"}
        lock = (application / "cdktf.out/stacks" / STACK / ".terraform.lock.hcl").read_text()
        assert f'constraints = "{provider.version}"' in lock
        run("destroy", STACK, "--auto-approve", "--skip-provider-lock")
        assert tables() == set()
