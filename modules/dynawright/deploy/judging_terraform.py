"""`dynawright-terraform`: Terraform for the cdktf CLI that only applies what rules and guard allow.

cdktf runs the program in TERRAFORM_BINARY_NAME. `apply` plans, judges the plan, asks, and applies that plan; `plan` also
shows what would be refused. All other commands go to Terraform unchanged.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

from dynawright.deploy.terraform_command import ARGUMENTS, TerraformCommand
from dynawright.errors import Place, Problem, UserError, run

COMMAND = "dynawright-terraform"
INSIDE = "DYNAWRIGHT_TERRAFORM_INSIDE"
"""Set for child processes, so that this program never starts itself instead of Terraform."""
QUESTION = """
Do you want to perform these actions?
  Terraform will perform the actions described above.
  Only 'yes' will be accepted to approve.

  Enter a value: """
"""Terraform's own texts, for which the cdktf command line waits."""


def main() -> NoReturn:
    """Run one command of Terraform and end the process."""
    run(lambda: judging_terraform(sys.argv[1:]))


def judging_terraform(arguments: Sequence[str]) -> int:
    """Run Terraform with these arguments; return its status, or 1 if the plan is refused."""
    from dynawright.deploy.terraform_program import find_terraform

    if os.environ.get(INSIDE):
        text = f"`terraform` is {COMMAND} itself"
        raise UserError([Problem("DW401", text, fix="name Terraform's own program in DYNAWRIGHT_TERRAFORM")])
    os.environ[INSIDE] = "1"
    command = TerraformCommand.parsed(arguments, os.environ)
    if command.name not in ("plan", "apply"):
        program = find_terraform().command
        sys.stdout.flush()
        os.execvp(program[0], [*program, *arguments])  # noqa: S606
    with suppress(KeyError):
        del os.environ[f"{ARGUMENTS}{command.name}"]  # already read
    return _Stack(command).apply() if command.name == "apply" else _Stack(command).plan()


class _Stack:
    """The stack in whose folder cdktf runs Terraform."""

    def __init__(self, command: TerraformCommand) -> None:
        from dynawright.deploy.deploy import program_for
        from dynawright.settings import load_named
        from dynawright.systems import stacks_in

        if command.folder:
            os.chdir(command.folder)
        self._command, self._folder = command, Path.cwd()
        self._environment = load_named(os.environ.get("DYNAWRIGHT_ENV") or "local")
        self._system = self._folder.name.removesuffix(f"-{self._environment.name}")
        if self._folder.name == self._system or self._system not in stacks_in(self._environment):
            text = f"the folder is no stack of the environment {self._environment.name}"
            fix = "set DYNAWRIGHT_ENV as for the synthesis"
            raise UserError([Problem("DW414", text, Place(path=f"stack {self._folder.name}"), self._environment.name, fix=fix)])
        self._program = program_for(self._environment, allow_bundled=False).command

    def plan(self) -> int:
        """Plan and print findings that would be refused."""
        with TemporaryDirectory(prefix="dynawright-") as folder:
            saved = Path(self._command.value("out") or Path(folder) / "plan")
            status = self._planned(saved)
            if status not in (0, 2):
                return status
            if self._is_refused(saved):
                saved.unlink()
                return 1
        return status if self._command.is_on("detailed-exitcode") else 0

    def apply(self) -> int:
        """Apply a saved plan, or plan, judge, ask and apply that same plan."""
        if self._command.positional:
            return self._applied(Path(self._command.positional[0]))
        with TemporaryDirectory(prefix="dynawright-") as folder:  # plans can contain secrets: only this user may read it
            saved = Path(folder) / "plan"
            status = self._planned(saved)
            if status not in (0, 2):
                return status
            return self._applied(saved, asks=status == 2 and not self._command.is_on("auto-approve"))

    def _planned(self, saved: Path) -> int:
        """Return Terraform's status: 2 if there is something to apply."""
        print(end="", flush=True)
        return self._terraform("plan", *self._command.for_plan(), "-detailed-exitcode", f"-out={saved}")

    def _applied(self, saved: Path, *, asks: bool = False) -> int:
        if self._is_refused(saved):
            print("Nothing was applied.", flush=True)
            return 1
        if asks and not self._is_approved():
            print("\nApply cancelled.", flush=True)
            return 1
        return self._terraform("apply", *self._command.for_saved_plan(), str(saved))

    def _is_refused(self, saved: Path) -> bool:
        from dynawright.deploy.planned import judged_plan
        from dynawright.guard import plan

        shown = subprocess.run([*self._program, "show", "-json", "-no-color", str(saved)], capture_output=True, check=False)
        if shown.returncode != 0:
            sys.stderr.buffer.write(shown.stderr)
            raise UserError([plan.not_a_plan("can't be read by Terraform", str(saved))])
        made = judged_plan(json.loads(shown.stdout), saved, self._folder, self._system, self._environment)
        print(f"\n{made.text}", file=sys.stderr if self._command.is_on("json") else sys.stdout, flush=True)
        return made.is_refused

    def _is_approved(self) -> bool:
        if not self._command.is_on("input", default=os.environ.get("TF_INPUT", "").lower() not in ("0", "false")):
            return False
        print(QUESTION, end="", flush=True)
        return sys.stdin.readline().strip() == "yes"

    def _terraform(self, *arguments: str) -> int:
        from dynawright import process

        return process.attach([*self._program, *arguments], folder=self._folder, environ=os.environ)


if __name__ == "__main__":
    main()
