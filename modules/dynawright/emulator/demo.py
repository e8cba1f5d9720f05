"""The demo: every system, built by Terraform on the emulator, every access pattern run, every stream function fed.

Each request is made by who makes it on AWS: the administrator builds the foundation, its roles plan and apply the systems, consumers run
their patterns, functions have their own roles.
"""

from __future__ import annotations

import contextlib
import socket
import tempfile
import threading
from functools import partial
from pathlib import Path

from dynawright import process
from dynawright.deploy.plan import Plan
from dynawright.deploy.provider_mirror import find
from dynawright.deploy.provider_version import on_emulator
from dynawright.deploy.terraform import Terraform
from dynawright.deploy.terraform_program import find_terraform
from dynawright.deploy.workspace import Workspace
from dynawright.emulator import account
from dynawright.emulator.consumer_clients import ConsumerClients
from dynawright.emulator.deliveries import Delivery, deliver
from dynawright.emulator.emulator import Emulator
from dynawright.emulator.iam.credentials import Credentials
from dynawright.emulator.iam.mode import Mode
from dynawright.emulator.patterns.exercise import exercise
from dynawright.emulator.patterns.outcome import Outcome
from dynawright.emulator.report import delivery_table, denial_list, pattern_table
from dynawright.emulator.workflow import Workflow, workflow
from dynawright.environ import EMULATOR_HOST, EMULATOR_PORT, emulator_settings
from dynawright.errors import Place, Problem, UserError
from dynawright.model import System
from dynawright.settings import load_named
from dynawright.steps import Steps
from dynawright.systems import FOUNDATION, chosen, chosen_stacks, system_names, systems, tables_in

IAM_MODES = {"enforce": "IAM enforced", "observe": "IAM observed", "off": "IAM off"}


def demo(*, system: str | None, keep: bool = False, iam: Mode = "enforce") -> int:
    """Show all systems or one; return 1 if an answer was wrong. With `keep`, leave everything up until Ctrl-C."""
    names = chosen(system, system_names())
    demonstrated = [shown for shown in systems() if shown.name in names]
    program = find_terraform()
    print(f"• {program}", flush=True)
    wanted = load_named("local").provider.version
    print(f"• {on_emulator(wanted, find(wanted, program.registry))}", flush=True)
    steps = Steps(6 + 2 * len(demonstrated) + (0 if keep else 1))
    with tempfile.TemporaryDirectory(prefix="dynawright-demo-") as folder:
        with steps.step("synthesize all systems for the local environment"):
            workspace = Workspace("local", Path(folder) / "cdktf.out")
        with Emulator(workspace.environment.account_id, port=_usual_port() if keep else 0, iam=iam) as emulator:
            with steps.step("start the AWS emulator") as said:
                account.provide(emulator, workspace.environment)
                said += [emulator.endpoint_url, IAM_MODES[iam]]
            foundations = list(chosen_stacks(workspace.environment, FOUNDATION))
            shared = _build(steps, workspace, emulator, foundations, Workflow())
            roles = workflow(emulator, workspace.environment)
            own = _build(steps, workspace, emulator, [shown.name for shown in demonstrated], roles)
            outcomes, deliveries = [], []
            for shown in demonstrated:
                answered, fed = _show(steps, workspace, emulator, shown)
                outcomes += answered
                deliveries += fed
            if not keep:
                with steps.step("terraform destroy, of everything"):
                    process.together([terraform.destroy for terraform in own])
                    process.together([terraform.destroy for terraform in shared])
            wrong = [outcome for outcome in outcomes if outcome.problems]
            given_up = sum(delivery.given_up for delivery in deliveries)
            print(
                f"\n{len(outcomes)} access patterns of {', '.join(shown.name for shown in demonstrated)}: "
                f"{len(outcomes) - len(wrong)} right, {len(wrong)} wrong; {len(deliveries)} stream functions took "
                f"{sum(delivery.records for delivery in deliveries)} records, {given_up} given up. {steps.total}"
            )
            if iam == "observe":
                print(denial_list(emulator.denials()))
            if keep:
                _wait(emulator, workspace.environment.region)
    return 1 if wrong or given_up else 0


def _usual_port() -> int:
    """Return the port at which other commands look for an emulator, or 0 for any if it is taken."""
    try:
        socket.create_server((EMULATOR_HOST, EMULATOR_PORT)).close()
    except OSError:
        return 0
    return EMULATOR_PORT


def _wait(emulator: Emulator, region: str) -> None:
    """Say how to reach the emulator, then wait for Ctrl-C."""
    print(f"\nEverything is still up at {emulator.endpoint_url} until Ctrl-C. In another terminal:\n")
    for name, value in {**emulator_settings(emulator.endpoint_url), "AWS_REGION": region}.items():
        print(f"    export {name}={value}")
    print("    unset AWS_PROFILE AWS_SESSION_TOKEN\n")
    print("    aws dynamodb list-tables")
    print('    python -c \'import boto3; print(boto3.client("dynamodb").list_tables()["TableNames"])\'\n', flush=True)
    with contextlib.suppress(KeyboardInterrupt):
        threading.Event().wait()
    print("\nStopped: the emulator and everything in it are gone.", flush=True)


def _build(steps: Steps, workspace: Workspace, emulator: Emulator, stacks: list[str], who: Workflow) -> list[Terraform]:
    """Apply stacks at the same time, since most of an apply is waiting, see that nothing is left to do, and return what destroys them."""
    names = ", ".join(stacks)
    planners, appliers = (
        [terraform_of(workspace, emulator, stack, credentials) for stack in stacks] for credentials in (who.plans, who.applies)
    )
    with steps.step(f"terraform init, validate, plan and apply: {names}") as said:
        counts = process.together(
            [partial(_applied, planner, applier) for planner, applier in zip(planners, appliers, strict=True)]
        )
        said.append(f"{sum(counts)} resources")
    with steps.step(f"a second plan, which must be empty: {names}"):
        plans = process.together([partial(planner.plan, lock=False) for planner in planners])
        for stack, plan in zip(stacks, plans, strict=True):
            check_second_plan(stack, plan)
    return appliers


def check_second_plan(stack: str, plan: Plan) -> None:
    """Raise an error if a plan directly after an apply wants changes."""
    place = Place(path=f"stack {stack}")
    changes = [] if plan.is_empty else plan.changes
    if changes:
        raise UserError(
            Problem("DW603", f"the second plan would {' and '.join(actions)} {address}", place, address)
            for address, actions in changes
        )


def _applied(planner: Terraform, applier: Terraform) -> int:
    saved = planner.folder / ".terraform" / "demo.tfplan"
    planner.init()
    planner.validate()
    planner.save_plan(saved)
    applier.apply(saved)
    return len(applier.addresses())


def _show(steps: Steps, workspace: Workspace, emulator: Emulator, system: System) -> tuple[list[Outcome], list[Delivery]]:
    environment = workspace.environment.seen_by(system.name)
    client, callers = emulator.client("dynamodb", environment.region), ConsumerClients(emulator, environment, system)
    with steps.step(f"{system.name}: run every access pattern, each as the consumers that use it"):
        outcomes = [
            outcome
            for table in tables_in(environment, system)
            for outcome in exercise(client, table, environment.physical_name(table.name), callers=callers)
        ]
    with steps.step(f"{system.name}: feed its stream functions with what that wrote"):
        deliveries = deliver(emulator, environment, system)
    print(pattern_table(system, outcomes))
    if deliveries:
        print(delivery_table(deliveries))
    return outcomes, deliveries


def terraform_of(workspace: Workspace, emulator: Emulator, stack: str, credentials: Credentials) -> Terraform:
    terraform = Terraform(workspace.stacks[stack], emulator.environ_as(credentials))
    terraform.use_emulator()
    return terraform
