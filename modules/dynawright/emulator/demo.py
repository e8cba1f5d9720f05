"""`make demo`: every system, built by Terraform on the emulator, every access pattern run, every stream function fed."""

from __future__ import annotations

import os
import tempfile
from functools import partial
from pathlib import Path

from dynawright import process
from dynawright.deploy.terraform import Terraform
from dynawright.deploy.workspace import Workspace
from dynawright.emulator.deliveries import Delivery, deliver
from dynawright.emulator.emulator import Emulator
from dynawright.emulator.patterns.exercise import exercise
from dynawright.emulator.patterns.outcome import Outcome
from dynawright.emulator.report import delivery_table, pattern_table
from dynawright.errors import UserError, run
from dynawright.model import System
from dynawright.steps import Steps
from dynawright.systems import FOUNDATION, chosen, system_names, systems, tables_in


def main() -> int:
    """All systems, or the one that DYNAWRIGHT_SYSTEM names."""
    names = chosen(os.environ.get("DYNAWRIGHT_SYSTEM"), system_names())
    demonstrated = [system for system in systems() if system.name in names]
    steps = Steps()
    with tempfile.TemporaryDirectory(prefix="dynawright-demo-") as folder:
        with steps.step("Synthesizing all systems for the local environment"):
            workspace = Workspace("local", Path(folder) / "cdktf.out")
        with Emulator(workspace.environment.account_id) as emulator:
            print(f"• The AWS emulator answers at {emulator.endpoint_url}", flush=True)
            _build(steps, workspace, emulator, [FOUNDATION])
            _build(steps, workspace, emulator, [system.name for system in demonstrated])
            outcomes, deliveries = [], []
            for system in demonstrated:
                shown, fed = _show(steps, workspace, emulator, system)
                outcomes += shown
                deliveries += fed
            with steps.step("terraform destroy, of everything"):
                process.together([terraform_of(workspace, emulator, system.name).destroy for system in demonstrated])
                terraform_of(workspace, emulator, FOUNDATION).destroy()
    wrong = [outcome for outcome in outcomes if outcome.problems]
    given_up = sum(one.given_up for one in deliveries)
    print(
        f"\n{len(outcomes)} access patterns of {', '.join(system.name for system in demonstrated)}: {len(outcomes) - len(wrong)} right, "
        f"{len(wrong)} wrong; {len(deliveries)} stream functions took {sum(one.records for one in deliveries)} records, {given_up} given up. {steps.total}"
    )
    return 1 if wrong or given_up else 0


def _build(steps: Steps, workspace: Workspace, emulator: Emulator, stacks: list[str]) -> None:
    """Applies stacks at the same time, since most of an apply is waiting, and sees that nothing is left to do."""
    names = ", ".join(stacks)
    with steps.step(f"terraform init, validate and apply: {names}") as said:
        counts = process.together([partial(_applied, terraform_of(workspace, emulator, stack)) for stack in stacks])
        said.append(f"{sum(counts)} resources")
    with steps.step(f"a second plan, which must be empty: {names}"):
        plans = process.together([terraform_of(workspace, emulator, stack).plan for stack in stacks])
        left = [
            f"{stack}: the second plan wants {change.address} {change.actions}"
            for stack, plan in zip(stacks, plans, strict=True)
            for change in ([] if plan.is_empty else plan.changes)
        ]
        if left:
            raise UserError(left)


def _applied(terraform: Terraform) -> int:
    terraform.use_emulator()
    terraform.init()
    terraform.validate()
    terraform.apply()
    return len(terraform.addresses())


def _show(steps: Steps, workspace: Workspace, emulator: Emulator, system: System) -> tuple[list[Outcome], list[Delivery]]:
    client = emulator.client("dynamodb", workspace.environment.region)
    with steps.step(f"{system.name}: running every access pattern"):
        outcomes = [
            outcome
            for table in tables_in(workspace.environment, system)
            for outcome in exercise(client, table, workspace.environment.physical_name(table.name))
        ]
    with steps.step(f"{system.name}: feeding its stream functions with what that wrote"):
        deliveries = deliver(emulator, workspace.environment, system)
    print(pattern_table(system, outcomes))
    if deliveries:
        print(delivery_table(deliveries))
    return outcomes, deliveries


def terraform_of(workspace: Workspace, emulator: Emulator, stack: str) -> Terraform:
    return Terraform(workspace.stacks[stack], emulator.environ)


if __name__ == "__main__":
    run(main)
