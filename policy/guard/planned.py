"""A plan made and judged: what `make plan`, `make apply` and `make review` have in common."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from environments import Environment
from harness.terraform import Terraform, TerraformError
from policy.guard import plan
from policy.guard.approval import Verdict, judged
from policy.guard.change import Change
from policy.guard.guard import findings, prevented, today
from policy.guard.rule import Finding

SAVED = "reviewed.tfplan"
"""In the stack's folder: what is applied later is what was judged, or Terraform refuses."""


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
    terraform: Terraform, system: str, environment: Environment, *, lock: bool = True, besides: Iterable[Finding] = ()
) -> Planned:
    """Plans in the stack's folder and judges it; `besides` are findings that no plan shows."""
    saved = terraform.folder / SAVED
    saved.unlink(missing_ok=True)
    approvals = [one for one in environment.approvals if one.system == system]
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
    changes = plan.changes(made.raw)
    return Planned(system, saved, tuple(changes), judged([*findings(changes), *besides], approvals, today()))
