"""`make plan`, `make apply`, `make destroy`: synthesize, then Terraform in each stack's folder; the guard judges before anything is applied.

`make deploy` applies the plans that `make review` left.
"""

from __future__ import annotations

import argparse
import os
import socket
import sys
from pathlib import Path
from urllib.parse import urlsplit

from dynawright import project
from dynawright.deploy.planned import REVIEWED, Planned, judged_again, planned
from dynawright.deploy.terraform import Terraform
from dynawright.deploy.workspace import Workspace
from dynawright.emulator import environment
from dynawright.emulator.server import FOREGROUND_PORT, HOST
from dynawright.errors import UserError, run
from dynawright.guard import report
from dynawright.settings import Environment, load_named
from dynawright.systems import chosen

OUTDIR = project.root() / "cdktf.out"


def main(command: str) -> int:
    name = os.environ.get("DYNAWRIGHT_ENV") or "local"
    workspace = Workspace(name, OUTDIR, os.environ.get("DYNAWRIGHT_SYSTEM"))
    print(workspace.warnings, end="", file=sys.stderr)
    stacks = list(workspace.stacks.items())
    refused = False
    for system, folder in reversed(stacks) if command == "destroy" else stacks:  # the foundation first, and last to go
        print(f"• {system} in {name}: terraform {command}", flush=True)
        terraform = terraform_in(folder, workspace.environment)
        terraform.init()
        status = (
            terraform.interactive(command) if command == "destroy" else _plan(command, terraform, system, workspace.environment)
        )
        if status != 0 and command != "plan":
            return status
        refused = refused or status != 0
    return 1 if refused else 0


def apply_reviewed() -> int:
    """Applies the plans that `make review` left, as they are: nothing is synthesized or planned anew.

    The guard judges all of them once more: an approval may have expired, and a file may have been put there by hand.
    """
    target = load_named(os.environ.get("DYNAWRIGHT_ENV") or "local")
    names = chosen(os.environ.get("DYNAWRIGHT_SYSTEM"))
    folders = [folder for name in names if (folder := OUTDIR / "stacks" / f"{name}-{target.name}").exists()]
    if not folders:
        raise UserError([f"nothing was reviewed of {', '.join(names)} in {target.name}: run `make review` first"])
    plans = [plan for folder in folders if (plan := folder / REVIEWED).exists()]
    terraforms = [terraform_in(plan.parent, target) for plan in plans]
    refused = 0
    for terraform, plan in zip(terraforms, plans, strict=True):
        terraform.init()
        verdict = judged_again(terraform, plan.parent.name.removesuffix(f"-{target.name}"), target, plan)
        if verdict.refused:
            print(f"• {plan.parent.name}: the plan is refused\n{report.text(verdict)}", flush=True)
            plan.unlink()
            refused += 1
    if refused:
        print("Nothing was applied: change what is refused or approve it, then run `make review` again.")
        return 1
    for terraform, plan in zip(terraforms, plans, strict=True):
        print(f"• {plan.parent.name}: applying the plan that was reviewed", flush=True)
        terraform.apply(plan)
        plan.unlink()  # Terraform would refuse it a second time
    without = ": there is no reviewed plan. Run `make review`, unless it found nothing to change or its plans have been applied"
    print(f"{len(plans)} plan{'' if len(plans) == 1 else 's'} applied{'' if plans else without}")
    return 0


def _plan(command: str, terraform: Terraform, system: str, environment: Environment) -> int:
    """Shows the plan and the guard's verdict; to apply, asks, and applies just what was shown."""
    shown = terraform.folder / ".terraform" / "shown.tfplan"
    try:
        return _shown(command, terraform, planned(terraform, system, environment, shown), environment)
    finally:
        shown.unlink(missing_ok=True)  # only `make review` leaves a plan


def _shown(command: str, terraform: Terraform, made: Planned, environment: Environment) -> int:
    if made.saved:
        terraform.interactive("show", str(made.saved))
    elif not made.verdict.refused:
        print("No changes.")
    print(f"\n{report.text(made.verdict)}", flush=True)  # Terraform ends without a new line
    if made.verdict.refused or command == "plan" or not made.saved:
        return 1 if made.verdict.refused else 0
    print(f"\nApply this to {made.system} in {environment.name}? Only 'yes' is accepted: ", end="", flush=True)
    if sys.stdin.readline().strip() != "yes":
        print("Nothing was applied.")
        return 1
    return terraform.interactive("apply", str(made.saved))


def terraform_in(folder: Path, target: Environment) -> Terraform:
    """Terraform in a stack's folder, for its environment; on the emulator with the provider that the emulator is made for."""
    terraform = Terraform(folder, _environ_of(target))
    if target.state.local:
        terraform.pin_provider()
    return terraform


def _environ_of(target: Environment) -> dict[str, str]:
    """What Terraform needs to reach the environment: the emulator, or the user's own account."""
    return _emulator() if target.state.local else _user()


def _user() -> dict[str, str]:
    """The user's own AWS and Terraform variables, and their ~/.terraformrc: a company's mirror or credentials may stand there."""
    configuration = Path("~/.terraformrc").expanduser()
    return {**({"TF_CLI_CONFIG_FILE": str(configuration)} if configuration.exists() else {}), **os.environ}


def _emulator() -> dict[str, str]:
    """The emulator that `make emulator` runs, or the one that AWS_ENDPOINT_URL names."""
    endpoint = os.environ.get("AWS_ENDPOINT_URL") or f"http://{HOST}:{FOREGROUND_PORT}"
    address = urlsplit(endpoint)
    try:
        socket.create_connection((address.hostname or HOST, address.port or 80), timeout=2).close()
    except OSError:
        raise UserError([f"no emulator answers at {endpoint}: start one in another terminal with `make emulator`"]) from None
    return environment.emulator_settings(endpoint)


def _command() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m dynawright.deploy.deploy", description="Terraform in the folder of each stack."
    )
    parser.add_argument("command", choices=["plan", "apply", "destroy", "reviewed"])
    command: str = parser.parse_args().command
    return apply_reviewed() if command == "reviewed" else main(command)


if __name__ == "__main__":
    run(_command)
