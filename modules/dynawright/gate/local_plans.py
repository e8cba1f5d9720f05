"""The plan guard on `local`: what Terraform plans on the emulator, and what differs from the stacks of the base revision.

The emulator is empty, so that the plan shows whether Terraform takes the stacks at all; what they lose is told by the baselines in git.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from dynawright import baselines, process
from dynawright.deploy.review.revision import Revision
from dynawright.deploy.terraform import Terraform
from dynawright.emulator import lookups
from dynawright.emulator.emulator import Emulator
from dynawright.guard import written
from dynawright.guard.approval import Verdict, approvals_of, judged
from dynawright.guard.guard import findings, today
from dynawright.guard.plan import changes
from dynawright.guard.rule import Finding
from dynawright.settings import Environment


def differences(environment: Environment, contents: Mapping[str, Mapping[str, Any]], base: Revision) -> dict[str, list[Finding]]:
    """System → what the guard finds between its baseline at the base revision and its stack now; a new system has nothing to lose."""
    found = {}
    for name, content in contents.items():
        before = base.file(baselines.stack_path(environment.name, name))
        found[name] = findings(written.changes(json.loads(before), content)) if before else []
    return found


def verdicts(environment: Environment, folders: dict[str, Path], besides: Mapping[str, list[Finding]]) -> dict[str, Verdict]:
    """System → what the guard says of its plan, and of `besides`; two are planned at a time, each needs a core."""
    with Emulator(environment.account_id) as emulator:
        lookups.provide(emulator, environment)  # plans build nothing
        found: dict[str, Verdict] = {}
        names = list(folders)
        for pair in (names[start : start + 2] for start in range(0, len(names), 2)):
            planned = process.together(
                [partial(_verdict, environment, name, folders[name], emulator, besides.get(name, [])) for name in pair]
            )
            found |= dict(zip(pair, planned, strict=True))
        return found


def _verdict(environment: Environment, name: str, folder: Path, emulator: Emulator, besides: list[Finding]) -> Verdict:
    terraform = Terraform(folder, emulator.environ)
    terraform.use_emulator()
    terraform.init()
    return judged([*findings(changes(terraform.plan().raw)), *besides], approvals_of(name, environment), today())
