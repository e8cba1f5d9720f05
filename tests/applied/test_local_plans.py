"""The guard on a first plan: Terraform plans it on the emulator, and nothing of it destroys anything."""

from pathlib import Path

from dynawright.deploy.workspace import Workspace
from dynawright.gate.local_plans import verdicts


def test_a_first_plan_is_judged_and_nothing_is_refused(needs_terraform: None, application: Path, tmp_path: Path) -> None:
    workspace = Workspace("local", tmp_path / "cdktf.out")
    found = verdicts(workspace.environment, workspace.stacks, {})
    assert {name: verdict.refused for name, verdict in found.items()} == {"foundation": (), "orders": ()}
