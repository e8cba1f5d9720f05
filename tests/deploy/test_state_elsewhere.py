"""State in a backend of Terraform's that is neither S3 nor a file."""

import json
from pathlib import Path
from typing import Any

import pytest

from dynawright.deploy.terraform import Terraform
from dynawright.deploy.workspace import Workspace
from dynawright.emulator import lookups
from dynawright.emulator.emulator import Emulator
from dynawright.judging import judged_stack
from dynawright.settings import Environment, load_named
from dynawright.synthesis import synthesize
from tests.deploy.state_server import states

REMOTE = "{backend: remote, config: {organization: acme, workspaces: {name: '{stack}-{environment}'}}}"
CLOUD = REMOTE.replace("remote", "cloud")
RULES = {"state-is-kept-safe", "arguments-are-known", "values-are-safe"}


def with_state(application: Path, state: str) -> Environment:
    file = application / "environments" / "local.yaml"
    file.write_text(file.read_text().replace("{local: true}", state))
    return load_named("local")


def document_in(folder: Path, environment: Environment) -> dict[str, Any]:
    synthesize(environment, system="orders", outdir=folder)
    document: dict[str, Any] = json.loads((folder / "stacks/orders-local/cdk.tf.json").read_text())
    return document


def findings(document: dict[str, Any], environment: Environment) -> list[str]:
    return [finding.rule for finding in judged_stack(document, "orders", environment).findings if finding.rule in RULES]


@pytest.mark.parametrize(("state", "block"), [(REMOTE, "backend"), (CLOUD, "cloud")])
def test_each_stack_gets_its_own_arguments(state: str, block: str, application: Path, tmp_path: Path) -> None:
    environment = with_state(application, state)
    document = document_in(tmp_path / "out", environment)
    arguments = {"organization": "acme", "workspaces": {"name": "orders-local"}}
    written = {name: value for name, value in document["terraform"].items() if name in ("backend", "cloud")}
    assert written == {block: {"remote": arguments} if block == "backend" else arguments}
    assert findings(document, environment) == []


@pytest.mark.parametrize(
    "changed", [{"http": {"address": "https://elsewhere.example.com"}}, {"remote": {"organization": "other"}}]
)
def test_the_gate_knows_the_declared_backend_only(changed: dict[str, Any], application: Path, tmp_path: Path) -> None:
    environment = with_state(application, REMOTE)
    document = document_in(tmp_path / "out", environment)
    document["terraform"]["backend"] = changed
    assert findings(document, environment) == ["state-is-kept-safe"]


def test_terraform_keeps_locks_and_finds_the_state_there(needs_terraform: None, application: Path, tmp_path: Path) -> None:
    with states() as server:
        address = f"{server.address}/{{environment}}/{{stack}}"
        names = ", ".join(f"{name}address: '{address}'" for name in ("", "lock_", "unlock_"))
        environment = with_state(application, f"{{backend: http, config: {{{names}}}}}")
        workspace = Workspace("local", tmp_path / "cdktf.out", "orders")
        with Emulator(environment.account_id) as emulator:
            lookups.provide(emulator, environment)
            terraform = Terraform(workspace.stacks["orders"], emulator.environ)
            terraform.pin_provider()
            terraform.init()
            terraform.apply()
            assert terraform.plan().is_empty
            assert b"aws_dynamodb_table" in server.states["/local/orders"]
            assert {method for method, _ in server.calls} == {"GET", "POST", "LOCK", "UNLOCK"}
            assert list(server.states) == ["/local/orders"]
