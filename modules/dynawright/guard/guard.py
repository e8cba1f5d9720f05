"""The guard itself: a plan in, a verdict out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta

from dynawright.guard.approval import Verdict, judged
from dynawright.guard.change import Change
from dynawright.guard.rule import Finding, Kind, Seen
from dynawright.guard.rules import RULES, access
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


def findings(changes: Sequence[Change]) -> list[Finding]:
    """Everything that the changes destroy, by address."""
    found = [*(one for rule in RULES for one in rule.findings(changes)), *access.findings(changes)]
    return sorted(found, key=lambda one: (one.address, one.name))


def judge(changes: Sequence[Change], approvals: Sequence[Approval] = ()) -> Verdict:
    return judged(findings(changes), approvals, today())


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
