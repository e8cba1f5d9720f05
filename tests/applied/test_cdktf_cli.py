"""The cdktf CLI works on the project and applies only what rules and guard allow."""

import json
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from dynawright import framework
from dynawright.deploy import provider_mirror
from dynawright.deploy.provider_process import ProviderProcess, installed
from dynawright.deploy.provider_version import on_emulator
from dynawright.deploy.terraform import RARE_GARBAGE_COLLECTION, Terraform
from dynawright.emulator import lookups
from dynawright.emulator.emulator import Emulator
from dynawright.framework import CHOSEN
from dynawright.settings import load_named
from tests.frameworks import CDKTN

STACK = "orders-local"
EXCEPTIONS = """\
  - {{system: orders, rule: tables-can-be-restored, resource: Orders/Table, reason: filled every night, expires: {day}}}
  - {{system: orders, rule: tables-can-be-restored, resource: Log/Table, reason: filled every night, expires: {day}}}
"""


def judging_terraform(folder: Path) -> Path:
    """Return the program that the package installs as `dynawright-terraform`."""
    program = folder / "dynawright-terraform"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m dynawright.deploy.judging_terraform "$@"\n')
    program.chmod(0o755)
    return program


def test_the_command_line_deploys_what_is_not_refused(
    needs_terraform: None, needs_node_packages: None, project_root: Path, application: Path, tmp_path: Path
) -> None:
    cdktf = (CDKTN if CHOSEN == framework.CDKTN else project_root) / "node_modules" / ".bin" / CHOSEN
    environment = load_named("local")
    installation = provider_mirror.find(environment.provider.version)
    configuration = provider_mirror.cli_configuration(installation, tmp_path)
    provider = on_emulator(environment.provider.version, installation)
    with Emulator(environment.account_id) as emulator:
        environ = {
            **emulator.environ,
            **RARE_GARBAGE_COLLECTION,
            "PATH": f"{Path(sys.executable).parent}:{emulator.environ['PATH']}",
            "TF_CLI_CONFIG_FILE": str(configuration),
            "CHECKPOINT_DISABLE": "1",
            "CI": "1",
            "NO_COLOR": "1",
            "DYNAWRIGHT_ENV": "local",
            "DYNAWRIGHT_SYSTEM": "orders",
            "TERRAFORM_BINARY_NAME": str(judging_terraform(tmp_path)),
        }

        def run(*arguments: str, **more: str) -> tuple[int, str]:
            done = subprocess.run(
                [cdktf, *arguments], cwd=application, env=environ | more, capture_output=True, text=True, check=False
            )
            return done.returncode, done.stdout + done.stderr

        def good(*arguments: str) -> str:
            status, said = run(*arguments)
            assert status == 0, said
            return said

        def tables() -> set[str]:
            return set(emulator.client("dynamodb", environment.region).list_tables()["TableNames"])

        def recovered() -> set[str]:
            client = emulator.client("dynamodb", environment.region)
            described = [client.describe_continuous_backups(TableName=name)["ContinuousBackupsDescription"] for name in tables()]
            return {one["PointInTimeRecoveryDescription"]["PointInTimeRecoveryStatus"] for one in described}

        lookups.provide(emulator, environment)  # one stack is deployed here, without the foundation
        synthesized = good("synth")
        assert "end-of-life" not in synthesized
        document_file = application / "cdktf.out/stacks" / STACK / "cdk.tf.json"
        document = json.loads(document_file.read_text())
        Terraform(application / "cdktf.out/stacks" / STACK, emulator.environ).pin_provider()
        resources = sum(len(named) for named in document["resource"].values())
        assert f"{resources} to add" in good("diff", STACK, "--skip-provider-lock")
        assert tables() == set()
        lock = (application / "cdktf.out/stacks" / STACK / ".terraform.lock.hcl").read_text()
        assert f'constraints = "{provider.version}"' in lock
        program = installed(document_file.parent)
        assert program
        running = ProviderProcess(program, environ, document_file.parent)  # each command would start it several times
        environ |= running.environ
        deployed = good("deploy", STACK, "--auto-approve", "--skip-provider-lock")
        assert "rules: nothing is found" in deployed
        assert "guard: nothing that destroys data or service" in deployed
        assert tables() == {"order-log-local", "orders-local"}

        settings = application / "environments" / "local.yaml"
        written = settings.read_text()
        weaker = written.replace("recovery_days: 1", "recovery_days: 0")
        settings.write_text(weaker)
        status, said = run("deploy", STACK, "--auto-approve", "--skip-provider-lock")
        assert (status, set(re.findall(r"error\[(DW\d+)\]", said))) == (1, {"DW506"}), said
        assert json.loads(document_file.read_text()) == document

        settings.write_text(f"{weaker}exceptions:\n{EXCEPTIONS.format(day=datetime.now(UTC).date())}")
        status, said = run("deploy", STACK, "--auto-approve", "--skip-provider-lock")
        assert (status, said.count("recovery-off: "), "Nothing was applied." in said) == (1, 2, True), said
        assert "rules: nothing is found, 2 accepted until a day" in said
        assert recovered() == {"ENABLED"}

        settings.write_text(written)
        good("destroy", STACK, "--auto-approve", "--skip-provider-lock")
        assert tables() == set()
