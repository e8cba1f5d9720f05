"""Which findings the environment's file approves, and what is wrong with its approvals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from dynawright.guard.rule import Finding
from dynawright.settings import Approval, Environment


@dataclass(frozen=True)
class Verdict:
    """What the guard says of one plan."""

    refused: tuple[Finding, ...]
    approved: tuple[tuple[Finding, Approval], ...]
    remarks: tuple[str, ...]
    """Approvals that have expired, or that nothing in this plan needs."""
    notes: tuple[str, ...] = ()
    """What needs no approval, and a reviewer should know."""


def approvals_of(system: str, environment: Environment) -> list[Approval]:
    return [one for one in environment.approvals if one.system == system]


def judged(findings: Iterable[Finding], approvals: Sequence[Approval], today: date, notes: Iterable[str] = ()) -> Verdict:
    refused, approved = [], []
    used: set[Approval] = set()
    for finding in findings:
        matching = [
            one for one in approvals if finding.is_approvable and (one.address, one.finding) == (finding.address, finding.name)
        ]
        used.update(matching)
        valid = next((one for one in matching if one.expires_on >= today), None)
        if valid:
            approved.append((finding, valid))
        else:
            refused.append(finding)
    return Verdict(tuple(refused), tuple(approved), tuple(_remarks(approvals, used, today)), tuple(notes))


def _remarks(approvals: Iterable[Approval], used: set[Approval], today: date) -> Iterable[str]:
    for one in approvals:
        what = f"the approval of {one.finding} for {one.system}'s {one.address}"
        if one.expires_on < today:
            yield f"{what} expired on {one.expires}: remove it, or let the change be approved anew"
        elif one not in used:
            yield f"{what} is not needed by this plan: remove it once the change is applied"
