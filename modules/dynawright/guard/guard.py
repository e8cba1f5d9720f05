"""The guard itself: a plan in, a verdict out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta

from dynawright.guard.approval import Verdict, judged
from dynawright.guard.change import Change
from dynawright.guard.growth import DeployCoverage
from dynawright.guard.rule import Finding, Kind, Seen
from dynawright.guard.rules import RULES, access, roles
from dynawright.settings.approvals import Approval

_PREVENTED = re.compile(r"Resource (\S+) has\s+lifecycle\.prevent_destroy\s+set")

STOPPED = Kind(
    "destruction-prevented",
    happens="Nothing: Terraform made no plan. It would have deleted the resource, with all that is in it, or replaced it by an empty one; "
    "prevent_destroy stands in the way. No approval changes that.",
    instead="Undo what makes Terraform replace it (a table's key, name or local index; a removed line), or build a new one beside it and "
    "migrate. If its end is meant, turn prevent_destroy off in a change of its own first.",
    is_approvable=False,
)


def findings(changes: Sequence[Change], coverage: DeployCoverage | None = None) -> list[Finding]:
    """Return everything that the changes destroy, by address; `coverage` is that of a stack with deploy roles."""
    found = [*(finding for rule in RULES for finding in rule.findings(changes)), *access.findings(changes, coverage)]
    return sorted(found, key=lambda finding: (finding.address, finding.name))


def notes(changes: Sequence[Change], coverage: DeployCoverage | None) -> list[str]:
    """Return what a reviewer should know, and need not approve: the systems that deploy roles start or cease to cover."""
    return roles.notes(changes, coverage) if coverage else []


def judge(changes: Sequence[Change], approvals: Sequence[Approval] = (), coverage: DeployCoverage | None = None) -> Verdict:
    """Return the verdict on a plan."""
    return judged(findings(changes, coverage), approvals, today(), notes(changes, coverage))


def today() -> date:
    """An approval holds until the end of its last day anywhere on Earth."""
    return (datetime.now(UTC) - timedelta(hours=12)).date()


def prevented(output: str) -> list[Finding]:
    """What a plan that Terraform refused to make would have destroyed; empty if it failed for another reason."""
    return [
        STOPPED.finding(Change(address, address.split(".")[-2], ("delete",), {}, {}), Seen("Terraform refuses to plan its end"))
        for address in sorted(set(_prevented(output)))
    ]


def _prevented(output: str) -> Iterator[str]:
    # Terraform draws its messages in boxes and breaks lines anywhere.
    text = " ".join(line.strip(" │╷╵") for line in output.splitlines())
    yield from _PREVENTED.findall(text)
