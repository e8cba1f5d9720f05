"""Plan, apply and destroy: synthesize, run Terraform per stack, and judge before any apply."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from dynawright import project
from dynawright.aws import client, emulator_session
from dynawright.deploy.own_roles import refuse_deploy_role
from dynawright.deploy.planned import REVIEWED, Planned, judged_plan, planned
from dynawright.deploy.terraform import Terraform
from dynawright.deploy.terraform_program import TERRAFORM, VARIABLE, MissingTerraform, TerraformProgram, find_terraform
from dynawright.deploy.workspace import Workspace
from dynawright.environ import EMULATOR_HOST, emulator_endpoint, emulator_settings
from dynawright.errors import Problem, UserError
from dynawright.settings import Environment, load_named
from dynawright.steps import Steps
from dynawright.systems import chosen_stacks


def outdir() -> Path:
    """Return the folder that stacks are synthesized to."""
    return project.root() / "cdktf.out"


def run_terraform(
    command: Literal["plan", "apply", "destroy"], *, environment_name: str, system: str | None, allow_bundled: bool = False
) -> int:
    """Synthesize, then run Terraform in each stack's folder; return 1 if a plan was refused."""
    target = load_named(environment_name)
    print(f"• {program_for(target, allow_bundled=allow_bundled)}", flush=True)
    steps = Steps(1 + len(chosen_stacks(target, system)))
    with steps.step(f"synthesize {environment_name}"):
        workspace = Workspace(environment_name, outdir(), system)
    print(workspace.warnings, end="", file=sys.stderr)
    stacks = list(workspace.stacks.items())
    refused = False
    for name, folder in reversed(stacks) if command == "destroy" else stacks:  # the foundation is created first and deleted last
        terraform = terraform_in(folder, target, allow_bundled=allow_bundled)
        status = _destroy(steps, terraform, name) if command == "destroy" else _plan(steps, command, terraform, name, target)
        if status != 0 and command != "plan":
            return status
        refused = refused or status != 0
    return 1 if refused else 0


def apply_reviewed(*, environment_name: str, system: str | None, allow_bundled: bool = False) -> int:
    """Apply the plans that `dynawright review` saved, without synthesizing or planning again.

    Rules and guard judge all of them again: an approval may have expired, or a file may have been added by hand.
    """
    target = load_named(environment_name)
    names = chosen_stacks(target, system)
    folders = [folder for name in names if (folder := outdir() / "stacks" / f"{name}-{target.name}").exists()]
    if not folders:
        text = f"no reviewed plans of {', '.join(names)} in {target.name}"
        raise UserError([Problem("DW406", text, value=target.name, fix="run `dynawright review` first")])
    plans = [plan for folder in folders if (plan := folder / REVIEWED).exists()]
    terraforms = [terraform_in(plan.parent, target, allow_bundled=allow_bundled) for plan in plans]
    steps = Steps(2 * len(plans))
    refused = 0
    for terraform, plan in zip(terraforms, plans, strict=True):
        with steps.step(f"{plan.parent.name}: terraform init, rules and guard once more"):
            terraform.init()
            system = plan.parent.name.removesuffix(f"-{target.name}")
            made = judged_plan(terraform.show(plan), plan, terraform.folder, system, target)
            if not target.state.local:
                refuse_deploy_role(made.system, made.changes, target, lambda: client("sts", target.region))
        if made.is_refused:
            print(f"• {plan.parent.name}: the plan is refused\n{made.text}", flush=True)
            plan.unlink()
            refused += 1
    if refused:
        print("Nothing was applied: change what is refused or approve it, then run `dynawright review` again.")
        return 1
    for terraform, plan in zip(terraforms, plans, strict=True):
        with steps.step(f"{plan.parent.name}: apply the plan that was reviewed"):
            terraform.apply(plan)
        plan.unlink()  # Terraform would refuse to apply it twice
    without = (
        ": there is no reviewed plan. Run `dynawright review`, unless it found nothing to change or its plans have been applied"
    )
    print(f"{len(plans)} plan{'' if len(plans) == 1 else 's'} applied{'' if plans else without}")
    return 0


def _destroy(steps: Steps, terraform: Terraform, system: str) -> int:
    with steps.step(f"{system}: terraform init"):
        terraform.init()
    return terraform.interactive("destroy")


def _plan(steps: Steps, command: str, terraform: Terraform, system: str, environment: Environment) -> int:
    """Show the plan and the findings; to apply, ask, then apply exactly the shown plan."""
    shown = terraform.folder / ".terraform" / "shown.tfplan"
    try:
        with steps.step(f"{system} in {environment.name}: terraform init and plan"):
            terraform.init()
            made = planned(terraform, system, environment, shown)
        return _shown(command, terraform, made, environment)
    finally:
        shown.unlink(missing_ok=True)  # only `dynawright review` keeps a plan


def _shown(command: str, terraform: Terraform, made: Planned, environment: Environment) -> int:
    if made.saved:
        terraform.interactive("show", str(made.saved))
    elif not made.verdict.refused:
        print("No changes.")
    print(f"\n{made.text}", flush=True)  # Terraform's output does not end with a new line
    if made.is_refused or command == "plan" or not made.saved:
        return 1 if made.is_refused else 0
    print(f"\nApply this to {made.system} in {environment.name}? Only 'yes' is accepted: ", end="", flush=True)
    if sys.stdin.readline().strip() != "yes":
        print("Nothing was applied.")
        return 1
    return terraform.interactive("apply", str(made.saved))


def program_for(target: Environment, *, allow_bundled: bool) -> TerraformProgram:
    """Return the Terraform for an environment; by default real deployments need an installed one."""
    program = find_terraform()
    if program.is_bundled and not target.state.local and not allow_bundled:
        reason = f"{target.name} is a real deployment, and the only Terraform here is {program}"
        fix = f"{TERRAFORM.advice}, name one in {VARIABLE}, or give --bundled-terraform"
        raise MissingTerraform([Problem("DW401", reason, fix=fix)])
    return program


def terraform_in(folder: Path, target: Environment, *, allow_bundled: bool = False) -> Terraform:
    """Return Terraform in a stack's folder; for the emulator, with an available provider version."""
    program_for(target, allow_bundled=allow_bundled)
    terraform = Terraform(folder, _environ_of(target))
    if target.state.local or terraform.is_on_emulator:
        terraform.pin_provider()
    return terraform


def _environ_of(target: Environment) -> dict[str, str]:
    """Return the variables with which Terraform reaches the emulator, or the user's account."""
    return _emulator() if target.state.local else _user()


def _user() -> dict[str, str]:
    """Return the user's AWS and Terraform variables, and ~/.terraformrc with its mirror or credentials."""
    configuration = Path("~/.terraformrc").expanduser()
    return {**({"TF_CLI_CONFIG_FILE": str(configuration)} if configuration.exists() else {}), **os.environ}


def _emulator() -> dict[str, str]:
    """Return the variables of the emulator: that of `dynawright emulator`, or AWS_ENDPOINT_URL."""
    endpoint = emulator_endpoint()
    address = urlsplit(endpoint)
    try:
        socket.create_connection((address.hostname or EMULATOR_HOST, address.port or 80), timeout=2).close()
    except OSError:
        fix = "start one in another terminal with `dynawright emulator`"
        raise UserError([Problem("DW602", f"no emulator answers at {endpoint}", value=endpoint, fix=fix)]) from None
    return emulator_settings(endpoint) | emulator_session(endpoint)
