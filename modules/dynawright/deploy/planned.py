"""A judged plan, shared by `dynawright plan`, `apply` and `review`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dynawright.deploy import configuration, own_roles
from dynawright.deploy.terraform import Terraform, TerraformError
from dynawright.guard import plan
from dynawright.guard import report as guard_report
from dynawright.guard.approval import Verdict, approvals_of, judged
from dynawright.guard.change import Change
from dynawright.guard.growth import coverage_of
from dynawright.guard.guard import findings, notes, prevented
from dynawright.guard.rule import Finding
from dynawright.rules import report as rules_report
from dynawright.rules.exceptions import today
from dynawright.rules.judgement import Judgement
from dynawright.settings import Environment

REVIEWED = "reviewed.tfplan"
"""A stack's saved plan, which `dynawright review` writes and `dynawright deploy` applies."""


@dataclass(frozen=True)
class Planned:
    system: str
    saved: Path | None
    """None if there is nothing to apply, or planning failed."""
    changes: tuple[Change, ...]
    verdict: Verdict
    """The guard's findings on the changes."""
    judgement: Judgement
    """The rules' findings on the result."""

    @property
    def is_refused(self) -> bool:
        """Whether the guard or a rule refuses the plan."""
        return bool(self.verdict.refused or self.judgement.findings)

    @property
    def text(self) -> str:
        """The findings of rules and guard, for a terminal."""
        return f"{rules_report.stack_text(self.judgement)}\n{guard_report.text(self.verdict)}"

    @property
    def counts(self) -> dict[str, int]:
        """The numbers of changes as Terraform counts them, with replacements apart."""
        return {
            "add": sum(change.is_created for change in self.changes),
            "change": sum(change.actions == ("update",) for change in self.changes),
            "replace": sum(change.is_replaced for change in self.changes),
            "destroy": sum(change.is_destroyed for change in self.changes),
        }


def planned(
    terraform: Terraform,
    system: str,
    environment: Environment,
    saved: Path,
    *,
    lock: bool = True,
    besides: Iterable[Finding] = (),
) -> Planned:
    """Plan in the stack's folder, save the plan, judge both; `besides` are findings outside of the plan."""
    saved.unlink(missing_ok=True)
    approvals = approvals_of(system, environment)
    try:
        made = terraform.plan(saved, lock=lock)
    except TerraformError as error:
        saved.unlink(missing_ok=True)  # Terraform saves even an incomplete plan
        stopped = prevented(error.output)
        if not stopped:
            raise
        return _planned(terraform.folder, system, environment, None, (), judged([*stopped, *besides], approvals, today()))
    if made.is_empty:
        saved.unlink(missing_ok=True)
        return _planned(terraform.folder, system, environment, None, (), judged(besides, approvals, today()))
    return judged_plan(made.raw, saved, terraform.folder, system, environment, besides)


def judged_plan(
    shown: Mapping[str, Any], saved: Path, folder: Path, system: str, environment: Environment, besides: Iterable[Finding] = ()
) -> Planned:
    """Judge a saved plan with the current approvals and exceptions of the environment's file."""
    changes, coverage = plan.changes(shown), coverage_of(system, environment)
    said = [*notes(changes, coverage), *own_roles.note(system, changes, environment)]
    verdict = judged([*findings(changes, coverage), *besides], approvals_of(system, environment), today(), said)
    return _planned(folder, system, environment, saved, changes, verdict)


def _planned(
    folder: Path, system: str, environment: Environment, saved: Path | None, changes: Iterable[Change], verdict: Verdict
) -> Planned:
    judgement = configuration.judged(folder, saved, system, environment)
    return Planned(system, saved, tuple(changes), verdict, judgement)
