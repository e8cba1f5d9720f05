"""The guard on `local`: Terraform's plans on the emulator, and changes since the base revision.

The emulator is empty, so a plan shows whether Terraform accepts the stacks at all; losses show in the baselines in git.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
from dynawright.guard.growth import coverage_of
from dynawright.guard.guard import findings, notes
from dynawright.guard.plan import changes
from dynawright.guard.rule import Finding
from dynawright.rules.exceptions import today
from dynawright.settings import Environment


@dataclass(frozen=True)
class Difference:
    """Findings of the guard between a stack's baseline at the base revision and its current state."""

    findings: Sequence[Finding] = ()
    notes: Sequence[str] = ()


def differences(environment: Environment, contents: Mapping[str, Mapping[str, Any]], base: Revision) -> dict[str, Difference]:
    """Return the difference of each stack; a new stack can't lose anything."""
    return {name: _difference(environment, name, content, base) for name, content in contents.items()}


def _difference(environment: Environment, name: str, content: Mapping[str, Any], base: Revision) -> Difference:
    before = base.file(baselines.stack_path(environment.name, name))
    if before is None:
        return Difference()
    changed, coverage = written.changes(json.loads(before), content), coverage_of(name, environment)
    return Difference(findings(changed, coverage), notes(changed, coverage))


def verdicts(environment: Environment, folders: dict[str, Path], besides: Mapping[str, Difference]) -> dict[str, Verdict]:
    """Return the guard's verdict on each stack's plan and on `besides`; two plans run concurrently."""
    with Emulator(environment.account_id, iam="off") as emulator:
        lookups.provide(emulator, environment)  # plans build nothing
        result: dict[str, Verdict] = {}
        names = list(folders)
        for pair in (names[start : start + 2] for start in range(0, len(names), 2)):
            planned = process.together(
                [partial(_verdict, environment, name, folders[name], emulator, besides.get(name, Difference())) for name in pair]
            )
            result |= dict(zip(pair, planned, strict=True))
        return result


def _verdict(environment: Environment, name: str, folder: Path, emulator: Emulator, besides: Difference) -> Verdict:
    terraform = Terraform(folder, emulator.environ)
    terraform.use_emulator()
    terraform.init()
    all_findings = [*findings(changes(terraform.plan().raw)), *besides.findings]
    return judged(all_findings, approvals_of(name, environment), today(), besides.notes)
