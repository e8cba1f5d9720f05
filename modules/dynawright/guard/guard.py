"""The guard itself: a plan in, a verdict out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dynawright.guard.approval import Verdict, judged
from dynawright.guard.change import Change
from dynawright.guard.changes import Changes
from dynawright.guard.growth import DeployCoverage
from dynawright.guard.rule import Finding, Kind, Seen
from dynawright.guard.rules import OF_TYPE, RULES, access, additions, elsewhere, roles, tags, unjudged
from dynawright.rules.exceptions import today
from dynawright.settings.approvals import Approval

# Terraform's words, and OpenTofu's.
_PREVENTED = re.compile(r"Resource(?: instance)? (\S+) has (?:lifecycle\.prevent_destroy set|prevent_destroy set, but)")

STOPPED = Kind(
    "destruction-prevented",
    happens="Nothing: Terraform made no plan. It would have deleted the resource, with all that is in it, or replaced it by an empty one; "
    "prevent_destroy refuses it. No approval changes that.",
    instead="Undo what makes Terraform replace it (a table's key, name or local index; a removed line), or build a new one beside it and "
    "migrate. If its end is meant, turn prevent_destroy off in a change of its own first.",
    is_approvable=False,
)


def findings(changes: Sequence[Change], coverage: DeployCoverage | None = None) -> list[Finding]:
    """Return all destruction, by address; `coverage` is that of a stack with deploy roles."""
    indexed = Changes(changes)
    found = [finding for rule in RULES for finding in rule.findings(indexed)]
    found += [*access.findings(indexed, coverage), *elsewhere.findings(indexed), *additions.findings(indexed)]
    found += tags.findings(indexed)
    found += unjudged.findings(indexed, OF_TYPE, found)
    return sorted(found, key=lambda finding: (finding.address, finding.name))


def notes(changes: Sequence[Change], coverage: DeployCoverage | None) -> list[str]:
    """Return notes that need no approval: systems that deploy roles start or cease to cover."""
    return roles.notes(Changes(changes), coverage) if coverage else []


def judge(changes: Sequence[Change], approvals: Sequence[Approval] = (), coverage: DeployCoverage | None = None) -> Verdict:
    """Return the verdict on a plan."""
    return judged(findings(changes, coverage), approvals, today(), notes(changes, coverage))


def prevented(output: str) -> list[Finding]:
    """What a plan that Terraform refused would have destroyed; empty if it failed otherwise."""
    return [
        STOPPED.finding(Change(address, address.split(".")[-2], ("delete",), {}, {}), Seen("Terraform refuses to plan its end"))
        for address in sorted(set(_prevented(output)))
    ]


def _prevented(output: str) -> Iterator[str]:
    # Terraform draws its messages in boxes and breaks lines anywhere.
    text = " ".join(" ".join(line.strip(" │╷╵") for line in output.splitlines()).split())
    yield from _PREVENTED.findall(text)
