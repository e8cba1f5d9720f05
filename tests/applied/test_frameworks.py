"""After an apply with one framework, the other plans no changes."""

from pathlib import Path

import pytest

from dynawright.deploy.terraform import Terraform
from dynawright.deploy.workspace import Workspace
from dynawright.emulator import lookups
from dynawright.emulator.emulator import Emulator
from dynawright.framework import CDKTF, CDKTN
from tests.frameworks import cdktn as cdktn
from tests.frameworks import choosing

STACK = "orders"


def test_one_takes_over_the_state_of_the_other(
    needs_terraform: None, cdktn: None, application: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def synthesized(framework: str) -> Workspace:
        for name, value in choosing(framework).items():
            monkeypatch.setenv(name, value)
        workspace = Workspace("local", tmp_path / "cdktf.out", STACK)
        assert f'"version": "{"0.21" if framework == CDKTF else "0.2"}' in (workspace.stacks[STACK] / "cdk.tf.json").read_text()
        return workspace

    workspace = synthesized(CDKTF)
    with Emulator(workspace.environment.account_id) as emulator:
        lookups.provide(emulator, workspace.environment)
        terraform = Terraform(workspace.stacks[STACK], emulator.environ)
        terraform.use_emulator()
        terraform.init()
        terraform.apply()

        synthesized(CDKTN)
        assert terraform.plan().is_empty
        settings = application / "environments" / "local.yaml"
        settings.write_text(settings.read_text() + "tags: {Team: orders}\n")
        synthesized(CDKTN)
        saved = tmp_path / "saved.tfplan"
        assert not terraform.plan(saved).is_empty
        terraform.apply(saved)

        synthesized(CDKTF)
        assert terraform.plan().is_empty
