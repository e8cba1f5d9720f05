"""`make plan`, `apply`, `review`, `deploy` and `destroy` on an emulator in another process."""

import os
import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from dynawright.deploy.provider_process import REATTACH, ProviderProcess, installed
from dynawright.deploy.terraform import RARE_GARBAGE_COLLECTION, Terraform
from dynawright.emulator import lookups
from dynawright.emulator.emulator import Emulator
from dynawright.settings import load_named

APPROVAL = """\
  - system: orders
    address: {address}
    finding: recovery-off
    reason: the emulator forgets everything anyway
    expires: {expires}
"""
EXCEPTION = "  - {{system: orders, rule: tables-can-be-restored, resource: {resource}/Table, reason: filled every night, expires: {expires}}}\n"


IDENTITY = ("-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "core.hooksPath=/dev/null")


def deploy(folder: Path, command: str, endpoint: str, answer: str = "") -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "DYNAWRIGHT_ENV": "local", "DYNAWRIGHT_SYSTEM": "orders", "AWS_ENDPOINT_URL": endpoint}
    options = ["--base", "HEAD"] if command == "review" else []
    command_line = [sys.executable, "-m", "dynawright", command, *options]
    return subprocess.run(command_line, cwd=folder, env=environ, input=answer, capture_output=True, text=True, check=False)


def test_a_system_is_planned_applied_and_destroyed_after_asking(
    needs_terraform: None, application: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = load_named("local")
    with Emulator(environment.account_id) as emulator:

        def tables() -> list[str]:
            return sorted(emulator.client("dynamodb", environment.region).list_tables()["TableNames"])

        def reviewed() -> list[Path]:
            return list(application.glob("cdktf.out/stacks/*/reviewed.tfplan"))

        def recovered() -> set[str]:
            client = emulator.client("dynamodb", environment.region)
            described = [client.describe_continuous_backups(TableName=name)["ContinuousBackupsDescription"] for name in tables()]
            return {one["PointInTimeRecoveryDescription"]["PointInTimeRecoveryStatus"] for one in described}

        for command in (("init", "-q", "-b", "main"), ("add", "-A"), (*IDENTITY, "commit", "-qm", "first")):
            subprocess.run(["git", *command], cwd=application, check=True, capture_output=True)
        lookups.provide(emulator, environment)  # one stack is deployed here, without the foundation
        refused = deploy(application, "apply", emulator.endpoint_url, answer="no\n")
        assert re.search(r"[1-9][0-9]* to add, 0 to change, 0 to destroy", refused.stdout), refused.stderr
        assert (refused.returncode, tables()) == (1, [])
        folder = application / "cdktf.out" / "stacks" / "orders-local"
        program = installed(folder)
        assert program
        provider = ProviderProcess(program, emulator.environ | RARE_GARBAGE_COLLECTION, folder)
        monkeypatch.setenv(REATTACH, provider.environ[REATTACH])  # else each command starts one, which takes most of its time
        assert deploy(application, "apply", emulator.endpoint_url, answer="yes\n").returncode == 0
        assert tables() == ["order-log-local", "orders-local"]
        assert (application / "terraform.orders-local.tfstate").exists()

        settings = application / "environments" / "local.yaml"
        without_recovery = settings.read_text().replace("recovery_days: 1", "recovery_days: 0")
        settings.write_text(without_recovery)
        guarded = deploy(application, "apply", emulator.endpoint_url, answer="yes\n")
        addresses = re.findall(r"^refused: (\S+) \(orders?[a-z-]*-local\): recovery-off: ", guarded.stdout, re.MULTILINE)
        assert len(addresses) == 2, guarded.stdout + guarded.stderr
        assert (guarded.returncode, "Only 'yes' is accepted" in guarded.stdout) == (1, False)
        assert reviewed() == []  # neither `plan` nor `apply` leaves what `deploy` would apply

        assert deploy(application, "review", emulator.endpoint_url).returncode == 1
        assert reviewed() == []
        Terraform(folder, emulator.environ | provider.environ).plan(folder / "reviewed.tfplan")  # as if a person had put it there
        unapproved = deploy(application, "deploy", emulator.endpoint_url)
        assert (unapproved.returncode, "recovery-off" in unapproved.stdout) == (1, True), unapproved.stderr
        assert unapproved.stdout.endswith(
            "Nothing was applied: change what is refused or approve it, then run `dynawright review` again.\n"
        )
        assert (reviewed(), recovered()) == ([], {"ENABLED"})

        tomorrow = datetime.now(UTC).date() + timedelta(days=1)
        approvals = "".join(APPROVAL.format(address=address, expires=tomorrow) for address in addresses)
        exceptions = "".join(EXCEPTION.format(resource=name, expires=tomorrow) for name in ("Orders", "Log"))
        settings.write_text(f"{without_recovery}approvals:\n{approvals}exceptions:\n{exceptions}")
        approved = deploy(application, "plan", emulator.endpoint_url)
        assert (approved.returncode, approved.stdout.splitlines()[-1]) == (0, "guard: 2 findings, 2 approved")
        assert deploy(application, "review", emulator.endpoint_url).returncode == 0
        assert len(reviewed()) == 1
        applied = deploy(application, "deploy", emulator.endpoint_url)
        assert applied.stdout.endswith("1 plan applied\n"), applied.stderr
        assert (reviewed(), recovered()) == ([], {"DISABLED"})

        assert deploy(application, "destroy", emulator.endpoint_url, answer="yes\n").returncode == 0
        assert tables() == []


def test_without_an_emulator_it_says_how_to_start_one(needs_terraform: None, application: Path) -> None:
    done = deploy(application, "plan", "http://127.0.0.1:9")
    assert done.returncode == 2
    assert "http://127.0.0.1:9" in done.stderr.splitlines()[-1]
    assert "`dynawright emulator`" in done.stderr.splitlines()[-1]
