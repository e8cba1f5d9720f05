"""A plan made and judged: what `dynawright plan`, `apply` and `review` have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from dynawright.deploy import own_roles
from dynawright.deploy.terraform import Terraform, TerraformError
from dynawright.guard import plan
from dynawright.guard.approval import Verdict, approvals_of, judged
from dynawright.guard.change import Change
from dynawright.guard.growth import coverage_of
from dynawright.guard.guard import findings, judge, notes, prevented, today
from dynawright.guard.rule import Finding
from dynawright.settings import Environment

REVIEWED = "reviewed.tfplan"
"""In the stack's folder, left by `dynawright review` if nothing was refused: what `dynawright deploy` applies."""


@dataclass(frozen=True)
class Planned:
    system: str
    saved: Path | None
    """None if there is nothing to apply, or no plan could be made."""
    changes: tuple[Change, ...]
    verdict: Verdict

    @property
    def counts(self) -> dict[str, int]:
        """As Terraform counts, but replacements by themselves."""
        return {
            "add": sum(one.is_created for one in self.changes),
            "change": sum(one.actions == ("update",) for one in self.changes),
            "replace": sum(one.is_replaced for one in self.changes),
            "destroy": sum(one.is_destroyed for one in self.changes),
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
    """Plans in the stack's folder, saves the plan and judges it; `besides` are findings that no plan shows."""
    saved.unlink(missing_ok=True)
    approvals = approvals_of(system, environment)
    try:
        made = terraform.plan(saved, lock=lock)
    except TerraformError as error:
        saved.unlink(missing_ok=True)  # Terraform saves even what it could not finish
        stopped = prevented(error.output)
        if not stopped:
            raise
        return Planned(system, None, (), judged([*stopped, *besides], approvals, today()))
    if made.is_empty:
        saved.unlink(missing_ok=True)
        return Planned(system, None, (), judged(besides, approvals, today()))
    changes, coverage = plan.changes(made.raw), coverage_of(system, environment)
    said = [*notes(changes, coverage), *own_roles.note(system, changes, environment)]
    verdict = judged([*findings(changes, coverage), *besides], approvals, today(), said)
    return Planned(system, saved, tuple(changes), verdict)


def changes_in(terraform: Terraform, saved: Path) -> list[Change]:
    """Return what a saved plan changes."""
    return plan.changes(terraform.show(saved))


def judged_again(changes: Sequence[Change], system: str, environment: Environment) -> Verdict:
    """Return what the guard says of a saved plan today, by the approvals in the environment's file now."""
    return judge(changes, approvals_of(system, environment), coverage_of(system, environment))
