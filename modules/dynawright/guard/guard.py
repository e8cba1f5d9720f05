"""Judge a plan: all findings, minus those that are approved."""

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

# Terraform's wording, and OpenTofu's
_PREVENTED = re.compile(r"Resource(?: instance)? (\S+) has (?:lifecycle\.prevent_destroy set|prevent_destroy set, but)")

STOPPED = Kind(
    "destruction-prevented",
    happens="Nothing: Terraform made no plan. It would have deleted the resource with everything in it, or replaced it by an "
    "empty one; prevent_destroy forbids that. No approval changes it.",
    instead="Undo what makes Terraform replace it (a table's key, name or local index; a removed line), or build a new one "
    "beside it and migrate. To delete it on purpose, first turn prevent_destroy off in a separate change.",
    is_approvable=False,
)


def findings(changes: Sequence[Change], coverage: DeployCoverage | None = None) -> list[Finding]:
    """Return everything that the plan destroys, by address; `coverage` is for a stack with deploy roles."""
    indexed = Changes(changes)
    result = [finding for rule in RULES for finding in rule.findings(indexed)]
    result += [*access.findings(indexed, coverage), *elsewhere.findings(indexed), *additions.findings(indexed)]
    result += tags.findings(indexed)
    result += unjudged.findings(indexed, OF_TYPE, result)
    return sorted(result, key=lambda finding: (finding.address, finding.name))


def notes(changes: Sequence[Change], coverage: DeployCoverage | None) -> list[str]:
    """Return notes that need no approval: systems that deploy roles start or cease to cover."""
    return roles.notes(Changes(changes), coverage) if coverage else []


def judge(changes: Sequence[Change], approvals: Sequence[Approval] = (), coverage: DeployCoverage | None = None) -> Verdict:
    """Return the verdict on a plan."""
    return judged(findings(changes, coverage), approvals, today(), notes(changes, coverage))


def prevented(output: str) -> list[Finding]:
    """Return what a plan would have destroyed that Terraform rejected; empty if it failed otherwise."""
    return [
        STOPPED.finding(
            Change(address, address.split(".")[-2], ("delete",), {}, {}), Seen("Terraform refuses to plan its deletion")
        )
        for address in sorted(set(_prevented(output)))
    ]


def _prevented(output: str) -> Iterator[str]:
    # Terraform draws boxes around messages and wraps lines anywhere
    text = " ".join(" ".join(line.strip(" │╷╵") for line in output.splitlines()).split())
    yield from _PREVENTED.findall(text)
