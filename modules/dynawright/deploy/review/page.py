"""review.md, the review as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dynawright.deploy.planned import Planned
from dynawright.deploy.review import access
from dynawright.deploy.review.access import Difference
from dynawright.guard import report
from dynawright.rules import report as rules_report
from dynawright.rules.exceptions import today
from dynawright.settings import RuleException

WORDS: dict[tuple[str, ...], str] = {
    ("create",): "add",
    ("update",): "change",
    ("delete",): "**destroy**",
    ("forget",): "**forget**",
}
MOST_CHANGES = 100
"""Limits the page to a GitHub comment's 65,536 characters; the plan shows the rest."""


@dataclass(frozen=True)
class NoPlan:
    """A failed plan; a first deployment, for example, lacks resources that a system looks up."""

    system: str
    error: str


def page(
    environment: str,
    plans: Sequence[Planned | NoPlan] | None,
    differences: Iterable[Difference],
    scan: str | None,
    exceptions: Sequence[RuleException] = (),
) -> str:
    """Build the page; `plans` is None without credentials, `exceptions` are those in the settings."""
    parts = [
        f"## `{environment}`",
        *(_plans(plans) if plans is not None else ["No plan: it needs credentials, which forks don't get."]),
    ]
    if exceptions:
        parts += ["### Exceptions", _exceptions(exceptions)]
    parts += ["### Access", access.markdown(differences)]
    if scan is not None:
        parts += ["### Scan", scan]
    return "\n\n".join(part.strip() for part in parts if part.strip()) + "\n"


def _plans(plans: Sequence[Planned | NoPlan]) -> Iterator[str]:
    made = [plan for plan in plans if isinstance(plan, Planned)]
    yield "\n".join(
        [
            "| system | add | change | replace | destroy | rules | guard |",
            "| --- | --- | --- | --- | --- | --- | --- |",
            *(
                f"| {plan.system} | {' | '.join(map(str, plan.counts.values()))} | {_rules(plan)} | {_verdict(plan)} |"
                for plan in made
            ),
            *(f"| {plan.system} | ? | ? | ? | ? | ? | ❌ no plan |" for plan in plans if isinstance(plan, NoPlan)),
        ]
    )
    for plan in plans:
        if isinstance(plan, NoPlan):
            yield f"### No plan: {plan.system}"
            yield "```text\n" + plan.error.replace("`", "'") + "\n```"
    for plan in made:
        if plan.judgement.findings or plan.judgement.problems:
            yield f"### Rules: {plan.system}"
            yield "\n".join(rules_report.findings_table(plan.judgement)) if plan.judgement.findings else ""
            yield "\n".join(f"- {report.code(str(problem))}" for problem in plan.judgement.problems)
    for plan in made:
        if judged := report.markdown(plan.verdict, plan.system):
            yield f"### Guard: {plan.system}"
            yield judged
    for plan in made:
        if changed := [change for change in plan.changes if change.actions != ("no-op",)]:
            lines = [
                f"- {WORDS.get(change.actions, '**replace**')} {report.code(change.address)}" for change in changed[:MOST_CHANGES]
            ]
            lines += [f"- and {len(changed) - MOST_CHANGES} more"] if len(changed) > MOST_CHANGES else []
            yield f"<details><summary>{plan.system}: {len(changed)} changes</summary>"
            yield "\n".join(lines)
            yield "</details>"


def _exceptions(exceptions: Iterable[RuleException]) -> str:
    """Return the accepted findings of the environment's file, by expiry date."""
    rows = [
        f"| {'' if exception.expires_on >= today() else '❌ expired '}{exception.expires} | {exception.system} | {report.code(exception.resource)} | "
        f"`{exception.rule}` | {rules_report.cell(exception.reason)} |"
        for exception in sorted(
            exceptions, key=lambda exception: (exception.expires, exception.system, exception.resource, exception.rule)
        )
    ]
    headings = ["| until | system | resource | rule | accepted because |", "| --- | --- | --- | --- | --- |"]
    return "\n".join([*headings, *rows])


def _rules(plan: Planned) -> str:
    return f"{'❌' if plan.judgement.findings else '✅'} {rules_report.summary(plan.judgement).removeprefix('rules: ')}"


def _verdict(plan: Planned) -> str:
    return f"{'❌' if plan.verdict.refused else '✅'} {report.summary(plan.verdict).removeprefix('guard: ')}"
