"""`make demo`: every system, built by Terraform on the emulator, every access pattern run and compared."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from errors import UserError, run
from harness.emulator import Emulator
from harness.patterns.exercise import exercise
from harness.patterns.outcome import Outcome
from harness.report import pattern_table
from harness.steps import Steps
from harness.terraform import Terraform
from harness.workspace import Workspace
from modules.model import System


def main() -> int:
    """All systems, or the one that TABLESTAKES_SYSTEM names."""
    from stacks.systems import SYSTEMS  # a model that is not sound says so here

    chosen = os.environ.get("TABLESTAKES_SYSTEM") or None
    systems = [system for system in SYSTEMS if chosen in (None, system.name)]
    steps = Steps()
    with tempfile.TemporaryDirectory(prefix="tablestakes-demo-") as folder:
        with steps.step(f"Synthesizing {chosen or 'all systems'} for the local environment"):
            workspace = Workspace("local", Path(folder) / "cdktf.out", chosen)
        with Emulator(workspace.environment.account_id) as emulator:
            print(f"• The AWS emulator answers at {emulator.endpoint_url}", flush=True)
            outcomes = [outcome for system in systems for outcome in _system(steps, workspace, emulator, system)]
    wrong = [outcome for outcome in outcomes if outcome.problems]
    print(
        f"\n{len(outcomes)} access patterns of {', '.join(system.name for system in systems)}: {len(outcomes) - len(wrong)} right, {len(wrong)} wrong. {steps.total}"
    )
    return 1 if wrong else 0


def _system(steps: Steps, workspace: Workspace, emulator: Emulator, system: System) -> list[Outcome]:
    terraform = Terraform(workspace.stacks[system.name], emulator.environ)
    terraform.use_emulator()
    with steps.step(f"{system.name}: terraform init and validate"):
        terraform.init()
        terraform.validate()
    with steps.step(f"{system.name}: terraform apply") as said:
        terraform.apply()
        said.append(f"{len(terraform.addresses())} resources")
    with steps.step(f"{system.name}: a second plan, which must be empty"):
        plan = terraform.plan()
        if not plan.is_empty:
            raise UserError(
                [f"{system.name}: the second plan wants {change.address} {change.actions}" for change in plan.changes]
            )
    client = emulator.client("dynamodb", workspace.environment.region)
    with steps.step(f"{system.name}: running every access pattern"):
        outcomes = [
            outcome
            for table in system.tables
            for outcome in exercise(client, table, workspace.environment.physical_name(table.name))
        ]
    print(pattern_table(system, outcomes))
    with steps.step(f"{system.name}: terraform destroy"):
        terraform.destroy()
    return outcomes


if __name__ == "__main__":
    run(main)
