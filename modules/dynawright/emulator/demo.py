"""The demo: build every system on the emulator, run every access pattern, feed every function.

Each request has the same caller as on AWS: the administrator builds the foundation, its roles plan and apply the
systems, consumers run their patterns, functions use their own roles.
"""

from __future__ import annotations

import contextlib
import socket
import tempfile
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
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
from dynawright.emulator.client_patterns.exercise import exercise_clients
from dynawright.emulator.consumer_clients import ConsumerClients
from dynawright.emulator.deliveries import Delivery, deliver
from dynawright.emulator.emulator import Emulator
from dynawright.emulator.iam.credentials import Credentials
from dynawright.emulator.iam.mode import Mode
from dynawright.emulator.patterns.outcome import Outcome
from dynawright.emulator.report import delivery_table, denial_list, pattern_table
from dynawright.emulator.workflow import Workflow, workflow
from dynawright.environ import EMULATOR_HOST, EMULATOR_PORT, emulator_settings, region_settings
from dynawright.errors import Place, Problem, UserError
from dynawright.model import System
from dynawright.settings import load_named
from dynawright.steps import Steps
from dynawright.systems import FOUNDATION, chosen, chosen_stacks, system_names, systems, tables_in

IAM_MODES = {"enforce": "IAM enforced", "observe": "IAM observed", "off": "IAM off"}


@dataclass(frozen=True)
class ShownSystem:
    """The result of one system's demo."""

    system: System
    outcomes: tuple[Outcome, ...]
    deliveries: tuple[Delivery, ...]


@dataclass(frozen=True)
class DemoResult:
    """What was built, with all results."""

    systems: tuple[ShownSystem, ...]
    resources: Mapping[str, int]
    """Stack → number of resources."""
    iam: Mode
    denied: int
    seconds: float

    @property
    def outcomes(self) -> list[Outcome]:
        return [outcome for shown in self.systems for outcome in shown.outcomes]

    @property
    def deliveries(self) -> list[Delivery]:
        return [delivery for shown in self.systems for delivery in shown.deliveries]

    @property
    def wrong(self) -> int:
        """Return the number of access patterns with a wrong answer."""
        return sum(bool(outcome.problems) for outcome in self.outcomes)

    @property
    def given_up(self) -> int:
        """Return the number of records that no function could process."""
        return sum(delivery.given_up for delivery in self.deliveries)


def demo(
    *, system: str | None, keep: bool = False, iam: Mode = "enforce", report: Callable[[DemoResult], Path] | None = None
) -> int:
    """Show all systems or one; return 1 if an answer was wrong.

    With `keep`, leave everything up until Ctrl-C.

    `report` writes a page about the result and returns its path, which ends the output.
    """
    names = chosen(system, system_names())
    demonstrated = [shown for shown in systems() if shown.name in names]
    program = find_terraform()
    print(f"• {program}", flush=True)
    wanted = load_named("local").provider.version
    print(f"• {on_emulator(wanted, find(wanted, program.registry))}", flush=True)
    steps = Steps(5 + 2 * len(demonstrated) + (0 if keep else 1))
    with tempfile.TemporaryDirectory(prefix="dynawright-demo-") as folder:
        with steps.step("synthesize all systems for the local environment"):
            workspace = Workspace("local", Path(folder) / "cdktf.out")
        with Emulator(workspace.environment.account_id, port=_usual_port() if keep else 0, iam=iam) as emulator:
            with steps.step("start the AWS emulator") as details:
                account.provide(emulator, workspace.environment)
                details += [emulator.endpoint_url, IAM_MODES[iam]]
            foundations = list(chosen_stacks(workspace.environment, FOUNDATION))
            shared = _build(steps, workspace, emulator, foundations, Workflow())
            roles = workflow(emulator, workspace.environment)
            own = _build(steps, workspace, emulator, [shown.name for shown in demonstrated], roles)
            _plan_again(steps, [*shared, *own])
            results = [_show(steps, workspace, emulator, shown) for shown in demonstrated]
            if not keep:
                with steps.step("terraform destroy, of everything"):
                    for built in (own, shared):  # nothing has changed since the second plan
                        process.together([partial(stack.applier.destroy, refresh=False) for stack in built])
            resources = {stack.name: stack.resources for stack in (*shared, *own)}
            result = DemoResult(tuple(results), resources, iam, len(emulator.denials()), steps.seconds)
            print(
                f"\n{len(result.outcomes)} access patterns of {', '.join(shown.name for shown in demonstrated)}: "
                f"{len(result.outcomes) - result.wrong} right, {result.wrong} wrong; {len(result.deliveries)} stream functions took "
                f"{sum(delivery.records for delivery in result.deliveries)} records, {result.given_up} given up. {steps.total}"
            )
            denied = emulator.denials()
            if denied or iam == "observe":  # some programs continue after a denial: provider 6 falls back to older operations
                print(denial_list(denied, iam))
            if report is not None:
                print(f"\nThe report: {report(result)}", flush=True)
            if keep:
                _wait(emulator, workspace.environment.region)
    return 1 if result.wrong or result.given_up else 0


def _usual_port() -> int:
    """Return the port at which other commands expect an emulator, or 0 for any if it is taken."""
    try:
        socket.create_server((EMULATOR_HOST, EMULATOR_PORT)).close()
    except OSError:
        return 0
    return EMULATOR_PORT


def _wait(emulator: Emulator, region: str) -> None:
    """Print how to reach the emulator, then wait for Ctrl-C."""
    print(f"\nEverything is still up at {emulator.endpoint_url} until Ctrl-C. In another terminal:\n")
    for name, value in {**emulator_settings(emulator.endpoint_url), **region_settings(region)}.items():
        print(f"    export {name}={value}")
    print("    unset AWS_PROFILE AWS_SESSION_TOKEN\n")
    print("    aws dynamodb list-tables")
    print('    python -c \'import boto3; print(boto3.client("dynamodb").list_tables()["TableNames"])\'\n', flush=True)
    with contextlib.suppress(KeyboardInterrupt):
        threading.Event().wait()
    print("\nStopped: the emulator and everything in it are gone.", flush=True)


@dataclass
class _Built:
    """A stack, and Terraform with the roles that plan and apply it."""

    name: str
    planner: Terraform
    applier: Terraform
    resources: int = field(default=0, init=False)

    def apply(self) -> int:
        """Return the number of resources."""
        saved = self.planner.folder / ".terraform" / "demo.tfplan"
        self.planner.init()
        self.planner.save_plan(saved)
        self.applier.apply(saved)
        return len(self.applier.addresses())


def _build(steps: Steps, workspace: Workspace, emulator: Emulator, names: list[str], who: Workflow) -> list[_Built]:
    """Apply stacks concurrently, since most of an apply is waiting."""
    built = [
        _Built(name, *(terraform_of(workspace, emulator, name, credentials) for credentials in (who.plans, who.applies)))
        for name in names
    ]
    with steps.step(f"terraform init, plan and apply: {', '.join(names)}") as details:
        for stack, count in zip(built, process.together([stack.apply for stack in built]), strict=True):
            stack.resources = count
        details.append(f"{sum(stack.resources for stack in built)} resources")
    return built


def _plan_again(steps: Steps, built: list[_Built]) -> None:
    with steps.step("a second plan of everything, which must be empty"):
        plans = process.together([partial(stack.planner.plan, lock=False) for stack in built])
        for stack, plan in zip(built, plans, strict=True):
            check_second_plan(stack.name, plan)


def check_second_plan(stack: str, plan: Plan) -> None:
    """Raise if a plan directly after an apply has changes."""
    place = Place(path=f"stack {stack}")
    changes = [] if plan.is_empty else plan.changes
    if changes:
        raise UserError(
            Problem("DW603", f"the second plan would {' and '.join(actions)} {address}", place, address)
            for address, actions in changes
        )


def _show(steps: Steps, workspace: Workspace, emulator: Emulator, system: System) -> ShownSystem:
    environment = workspace.environment.seen_by(system.name)
    client, callers = emulator.client("dynamodb", environment.region), ConsumerClients(emulator, environment, system)
    with steps.step(f"{system.name}: run every access pattern, each through the clients of the consumers that use it"):
        outcomes = exercise_clients(client, system, tables_in(environment, system), environment.table_name, callers)
    with steps.step(f"{system.name}: feed its stream functions with these changes"):
        deliveries = deliver(emulator, environment, system)
    print(pattern_table(system, outcomes))
    if deliveries:
        print(delivery_table(deliveries))
    return ShownSystem(system, tuple(outcomes), tuple(deliveries))


def terraform_of(workspace: Workspace, emulator: Emulator, stack: str, credentials: Credentials) -> Terraform:
    terraform = Terraform(workspace.stacks[stack], emulator.environ_as(credentials))
    terraform.use_emulator()
    return terraform
