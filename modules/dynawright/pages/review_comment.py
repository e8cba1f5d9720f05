"""The comment on a pull request: a summary for ten seconds that always fits GitHub's limit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dynawright.guard.report import code
from dynawright.pages.review_page import ReviewView, StackView
from dynawright.rules.report import cell

LONGEST = 15_000
"""Characters per environment: four environments and the scan fit into GitHub's 65,536."""
MOST = 8
"""Findings, rights or costs listed per stack."""


def comment(view: ReviewView) -> str:
    """Return the Markdown of an environment."""
    text = "\n\n".join(_parts(view)) + "\n"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 60].rsplit(chr(10), 1)[0]}\n\n… cut: review.html has the rest.\n"


def _parts(view: ReviewView) -> Iterator[str]:
    mark = "❌ refused" if view.is_refused else "✅ fine" if view.is_planned else "not planned"
    cost = f", ${view.before_usd:,.2f} → ${view.after_usd:,.2f} a month" if view.costs else ""
    yield f"## `{view.environment}`: {mark}{cost}"
    changing = [stack for stack in view.stacks if stack.changes_anything]
    if not changing:
        yield "Nothing changes."
        return
    heads = [
        "| stack | add | change | replace | destroy | verdict | cost a month |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    yield "\n".join([*heads, *map(_row, changing)])
    for stack in changing:
        lines = [*_findings(stack), *_served(stack), *_access(stack), *_costs(stack)]
        if lines:
            yield f"**{code(stack.name)}**\n\n" + "\n".join(lines)


def _row(stack: StackView) -> str:
    counts = [str(count) for count in stack.counts.values()] or ["?"] * 4
    cost = stack.cost.words if stack.cost else "-"
    return f"| {code(stack.name)} | {' | '.join(counts)} | {'❌ ' if stack.is_refused else '✅ ' if stack.plan else ''}{stack.verdict} | {cost} |"


def _findings(stack: StackView) -> Iterable[str]:
    if stack.error:
        return [f"- ❌ no plan: {code(stack.error.strip().splitlines()[0][:300])}"]
    if stack.plan is None:
        return []
    guard = [
        f"- ❌ {code(resource.name)} {code(resource.address)}: {code(resource.detail)}. Safe way: {cell(resource.instead)}"
        for resource in stack.plan.verdict.refused
    ]
    rules = [
        f"- ❌ {code(finding.rule)} {code(finding.resource.label)}: {code(finding.message)}"
        for finding in stack.plan.judgement.findings
    ]
    return _first([*guard, *rules], "findings")


def _served(stack: StackView) -> Iterable[str]:
    notes = [f"- {code(row.name)}: {code(note)}" for rows in stack.groups.values() for row in rows for note in row.notes]
    return _first(notes, "changed indexes")


def _access(stack: StackView) -> Iterable[str]:
    if stack.access is None:
        return []
    lines = [
        f"- {code(right.consumer)} {verb} {right.deed} on {right.place} ({', '.join(right.patterns)})"
        for verb, rights in (("may now", stack.access.gained), ("may no longer", stack.access.lost))
        for right in rights
    ]
    return _first(lines, "rights")


def _costs(stack: StackView) -> Iterable[str]:
    lines = stack.cost.lines if stack.cost else ()
    return _first(
        [f"- ${line.difference:+,.2f} a month: {code(line.subject)}".replace("$+", "+$").replace("$-", "-$") for line in lines],
        "costs",
    )


def _first(lines: list[str], noun: str) -> list[str]:
    left = len(lines) - MOST
    return lines if left <= 0 else [*lines[:MOST], f"- and {left} more {noun}"]
