"""The page itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dynawright.deploy.planned import Planned
from dynawright.deploy.review import access
from dynawright.deploy.review.access import Difference
from dynawright.guard import report

WORDS: dict[tuple[str, ...], str] = {
    ("create",): "add",
    ("update",): "change",
    ("delete",): "**destroy**",
    ("forget",): "**forget**",
}
MOST_CHANGES = 100
"""A comment on GitHub holds 65,536 characters; the plan itself shows the rest."""


@dataclass(frozen=True)
class NoPlan:
    """Terraform could not make one; a first deployment lacks what a system looks up, for example."""

    system: str
    error: str


def page(environment: str, plans: Sequence[Planned | NoPlan] | None, differences: Iterable[Difference], scan: str | None) -> str:
    """`plans` is None where there were no credentials to make them."""
    parts = [
        f"## `{environment}`",
        *(_plans(plans) if plans is not None else ["No plan: it needs credentials, which forks don't get."]),
    ]
    parts += ["### Access", access.markdown(differences)]
    if scan is not None:
        parts += ["### Scan", scan]
    return "\n\n".join(part.strip() for part in parts if part.strip()) + "\n"


def _plans(plans: Sequence[Planned | NoPlan]) -> Iterator[str]:
    made = [one for one in plans if isinstance(one, Planned)]
    yield "\n".join(
        [
            "| system | add | change | replace | destroy | guard |",
            "| --- | --- | --- | --- | --- | --- |",
            *(f"| {one.system} | {' | '.join(map(str, one.counts.values()))} | {_verdict(one)} |" for one in made),
            *(f"| {one.system} | ? | ? | ? | ? | ❌ no plan |" for one in plans if isinstance(one, NoPlan)),
        ]
    )
    for one in plans:
        if isinstance(one, NoPlan):
            yield f"### No plan: {one.system}"
            yield "```text\n" + one.error.replace("`", "'") + "\n```"
    for one in made:
        if judged := report.markdown(one.verdict, one.system):
            yield f"### Guard: {one.system}"
            yield judged
    for one in made:
        if changed := [change for change in one.changes if change.actions != ("no-op",)]:
            lines = [
                f"- {WORDS.get(change.actions, '**replace**')} {report.code(change.address)}" for change in changed[:MOST_CHANGES]
            ]
            lines += [f"- and {len(changed) - MOST_CHANGES} more"] if len(changed) > MOST_CHANGES else []
            yield f"<details><summary>{one.system}: {len(changed)} changes</summary>"
            yield "\n".join(lines)
            yield "</details>"


def _verdict(plan: Planned) -> str:
    return f"{'❌' if plan.verdict.refused else '✅'} {report.summary(plan.verdict).removeprefix('guard: ')}"
