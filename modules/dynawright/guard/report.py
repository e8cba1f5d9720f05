"""The guard's verdict for a terminal and for a pull request."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, timedelta

from dynawright.guard.approval import Verdict
from dynawright.guard.rule import Finding

APPROVAL_DAYS = 14
"""How long the proposed approval would hold; a shorter time may be written."""


def text(verdict: Verdict) -> str:
    lines = [line for finding in verdict.refused for line in _told(finding)]
    lines += [f"approved: {one.address}: {one.name}: {why.reason} (until {why.expires})" for one, why in verdict.approved]
    lines += [f"remark: {remark}" for remark in verdict.remarks]
    lines += [f"note: {note}" for note in verdict.notes]
    return "\n".join([*lines, summary(verdict)])


def summary(verdict: Verdict) -> str:
    """One line: `guard: 2 findings, 1 approved`."""
    count = len(verdict.refused) + len(verdict.approved)
    found = f"{count} finding{'' if count == 1 else 's'}" if count else "nothing that destroys data or service"
    return f"guard: {found}" + (f", {len(verdict.approved)} approved" if verdict.approved else "")


def markdown(verdict: Verdict, system: str, today: date | None = None) -> str:
    """The same for a comment: what is refused is open, what is approved is folded."""
    parts = [part for finding in verdict.refused for part in _item(finding)]
    if any(one.is_approvable for one in verdict.refused):
        parts += ["", *_proposal(verdict, system, today or date.today())]
    if verdict.approved:
        parts += ["", "<details><summary>approved</summary>", ""]
        parts += [f"- `{one.address}` {code(one.name)}: {why.reason} (until {why.expires})" for one, why in verdict.approved]
        parts += ["", "</details>"]
    told = [*verdict.remarks, *verdict.notes]
    parts += ["", *(f"- {line}" for line in told)] if told else []
    return "\n".join(parts).strip() + "\n" if parts else ""


def code(text: str) -> str:
    """As code, whatever it holds: names come from a plan, and a comment renders HTML and mentions."""
    return f"`{text.replace('`', chr(39)).replace(chr(10), ' ')}`"


def _told(finding: Finding) -> Iterator[str]:
    yield f"refused: {finding.address} ({finding.label}): {finding.name}: {finding.detail}"
    yield f"  what happens: {finding.happens}"
    yield f"  the safe way: {finding.instead}"


def _item(finding: Finding) -> Iterator[str]:
    yield f"- ❌ {code(finding.name)} {code(finding.address)}: {code(finding.detail)}"
    yield f"  - What happens: {finding.happens}"
    yield f"  - The safe way: {finding.instead}"


def _proposal(verdict: Verdict, system: str, today: date) -> Iterator[str]:
    yield "<details><summary>if it is meant: these lines approve it in the environment's file</summary>"
    yield ""
    yield "```yaml"
    yield "approvals:"
    for address, name in dict.fromkeys(
        (resource.address, resource.name) for resource in verdict.refused if resource.is_approvable
    ):
        yield f"  - system: {system}"
        yield f"    address: {json.dumps(address)}"
        yield f"    finding: {json.dumps(name)}"
        yield "    reason: # why it is safe"
        yield f"    expires: {today + timedelta(days=APPROVAL_DAYS)}"
    yield "```"
    yield ""
    yield "</details>"
