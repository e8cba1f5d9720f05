"""The plan guard on what an apply of `local` would do: planned by Terraform on the emulator."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from environments import Environment
from harness import lookups, process
from harness.emulator import Emulator
from harness.terraform import Terraform
from policy.guard.approval import Verdict, approvals_of
from policy.guard.guard import judge
from policy.guard.plan import changes


def verdicts(environment: Environment, folders: dict[str, Path]) -> dict[str, Verdict]:
    """Stack → what the guard says of its plan; two are planned at a time, each needs a core."""
    with Emulator(environment.account_id) as emulator:
        lookups.provide(emulator, environment)  # plans build nothing
        found: dict[str, Verdict] = {}
        names = list(folders)
        for pair in (names[start : start + 2] for start in range(0, len(names), 2)):
            planned = process.together([partial(_verdict, environment, name, folders[name], emulator) for name in pair])
            found |= dict(zip(pair, planned, strict=True))
        return found


def _verdict(environment: Environment, name: str, folder: Path, emulator: Emulator) -> Verdict:
    terraform = Terraform(folder, emulator.environ)
    terraform.use_emulator()
    terraform.init()
    return judge(changes(terraform.plan().raw), approvals_of(name, environment))
