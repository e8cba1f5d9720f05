"""`make plan`, `make apply` and `make destroy` on an emulator that runs elsewhere."""

import os
import subprocess
import sys
from pathlib import Path

from environments import load_named
from harness.emulator import Emulator


def deploy(folder: Path, command: str, endpoint: str, answer: str = "") -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "TABLESTAKES_ENV": "local", "TABLESTAKES_SYSTEM": "shop", "AWS_ENDPOINT_URL": endpoint}
    command_line = [sys.executable, "-m", "harness.deploy", command]
    return subprocess.run(command_line, cwd=folder, env=environ, input=answer, capture_output=True, text=True, check=False)


def test_a_system_is_planned_applied_and_destroyed_after_asking(needs_terraform: None, project_copy: Path) -> None:
    environment = load_named("local")
    with Emulator(environment.account_id) as emulator:

        def tables() -> list[str]:
            return list(emulator.client("dynamodb", environment.region).list_tables()["TableNames"])

        planned = deploy(project_copy, "plan", emulator.endpoint_url)
        assert "9 to add, 0 to change, 0 to destroy" in planned.stdout, planned.stderr
        refused = deploy(project_copy, "apply", emulator.endpoint_url, answer="no\n")
        assert (refused.returncode, tables()) == (1, [])
        assert deploy(project_copy, "apply", emulator.endpoint_url, answer="yes\n").returncode == 0
        assert tables() == ["DynamoDBShop-local"]
        assert (project_copy / "terraform.shop-local.tfstate").exists()
        assert deploy(project_copy, "destroy", emulator.endpoint_url, answer="yes\n").returncode == 0
        assert tables() == []


def test_without_an_emulator_it_says_how_to_start_one(needs_terraform: None, project_copy: Path) -> None:
    done = deploy(project_copy, "plan", "http://127.0.0.1:9")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == (
        "error: no emulator answers at http://127.0.0.1:9: start one in another terminal with `make emulator`"
    )
