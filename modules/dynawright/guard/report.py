"""Format the guard's verdict for a terminal and for a pull request."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, timedelta

from dynawright.guard.approval import Verdict
from dynawright.guard.rule import Finding

APPROVAL_DAYS = 14
"""How long the proposed approval is valid; people may shorten it."""


def text(verdict: Verdict) -> str:
    lines = [line for finding in verdict.refused for line in _told(finding)]
    lines += [
        f"approved: {finding.address}: {finding.name}: {why.reason} (until {why.expires})" for finding, why in verdict.approved
    ]
    lines += [f"remark: {remark}" for remark in verdict.remarks]
    lines += [f"note: {note}" for note in verdict.notes]
    return "\n".join([*lines, summary(verdict)])


def summary(verdict: Verdict) -> str:
    """Return one line: `guard: 2 findings, 1 approved`."""
    count = len(verdict.refused) + len(verdict.approved)
    total = f"{count} finding{'' if count == 1 else 's'}" if count else "nothing that destroys data or service"
    return f"guard: {total}" + (f", {len(verdict.approved)} approved" if verdict.approved else "")


def markdown(verdict: Verdict, system: str, today: date | None = None) -> str:
    """Return Markdown for a comment: refused findings open, approved ones folded."""
    parts = [part for finding in verdict.refused for part in _item(finding)]
    if any(finding.is_approvable for finding in verdict.refused):
        parts += ["", *_proposal(verdict, system, today or date.today())]
    if verdict.approved:
        parts += ["", "<details><summary>approved</summary>", ""]
        parts += [
            f"- `{finding.address}` {code(finding.name)}: {why.reason} (until {why.expires})" for finding, why in verdict.approved
        ]
        parts += ["", "</details>"]
    lines = [*verdict.remarks, *verdict.notes]
    parts += ["", *(f"- {line}" for line in lines)] if lines else []
    return "\n".join(parts).strip() + "\n" if parts else ""


def code(text: str) -> str:
    """Return a text as inline code: names come from a plan, and a comment renders HTML and mentions."""
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
    yield "<details><summary>to approve: add these lines to the environment's file</summary>"
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
