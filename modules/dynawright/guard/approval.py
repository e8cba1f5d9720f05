"""Match findings with the environment file's approvals, and check the approvals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from dynawright.guard.rule import Finding
from dynawright.settings import Approval, Environment


@dataclass(frozen=True)
class Verdict:
    """The guard's judgement of a plan."""

    refused: tuple[Finding, ...]
    approved: tuple[tuple[Finding, Approval], ...]
    remarks: tuple[str, ...]
    """Approvals that have expired, or that this plan doesn't need."""
    notes: tuple[str, ...] = ()
    """Changes that need no approval but that a reviewer should know."""


def approvals_of(system: str, environment: Environment) -> list[Approval]:
    return [approval for approval in environment.approvals if approval.system == system]


def judged(findings: Iterable[Finding], approvals: Sequence[Approval], today: date, notes: Iterable[str] = ()) -> Verdict:
    refused, approved = [], []
    used: set[Approval] = set()
    for finding in findings:
        matching = [
            approval
            for approval in approvals
            if finding.is_approvable and (approval.address, approval.finding) == (finding.address, finding.name)
        ]
        used.update(matching)
        valid = next((approval for approval in matching if approval.expires_on >= today), None)
        if valid:
            approved.append((finding, valid))
        else:
            refused.append(finding)
    return Verdict(tuple(refused), tuple(approved), tuple(_remarks(approvals, used, today)), tuple(notes))


def _remarks(approvals: Iterable[Approval], used: set[Approval], today: date) -> Iterable[str]:
    for approval in approvals:
        what = f"the approval of {approval.finding} for {approval.system}'s {approval.address}"
        if approval.expires_on < today:
            yield f"{what} expired on {approval.expires}: remove it, or have the change approved again"
        elif approval not in used:
            yield f"{what} is not needed by this plan: remove it once the change is applied"
