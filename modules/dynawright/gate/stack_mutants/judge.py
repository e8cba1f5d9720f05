"""Judge mutants by the gate: rules first, then checkov for those that pass."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from dynawright.gate import scan
from dynawright.rules.catalogue import all_rules
from dynawright.rules.intent import Intent
from dynawright.rules.judgement import judged
from dynawright.rules.resources import Document, document
from dynawright.rules.rule import Finding, Rule

FIRST = ("values-are-safe", "arguments-are-known", "references-lead-somewhere")
LAST = ("nothing-holds-a-secret", "roles-stay-within-bounds", "policies-follow-from-the-model", "identities-are-known")


@dataclass(frozen=True)
class Weakened:
    """One stack of a mutant."""

    mutant: str
    stack: str
    content: Mapping[str, Any]
    intent: Intent | None

    @property
    def document(self) -> Document:
        return replace(document(self.content, self.stack, ours=True), intent=self.intent)


def by_rules(weakened: Weakened) -> tuple[str, ...]:
    """Return the first rule with an unaccepted finding, or an invalid acceptance."""
    rules, read, findings = sorted(all_rules(), key=_cost), weakened.document, list[Finding]()
    for rule in rules:
        own = list(rule.findings(read))
        if own and judged([read], own, {rule.name}, with_checkov=False).findings:
            return (rule.name,)
        findings += own
    problems = judged([read], findings, {rule.name for rule in rules}, with_checkov=False).problems
    return tuple(dict.fromkeys(problem.code for problem in problems))


def _cost(rule: Rule) -> int:
    """Return a rule's position: those that find most come first, the slowest last."""
    return FIRST.index(rule.name) - len(FIRST) if rule.name in FIRST else LAST.index(rule.name) + 1 if rule.name in LAST else 0


def by_checkov(survivors: Iterable[Weakened]) -> dict[str, tuple[str, ...]]:
    """Return checkov's findings in mutants that pass the rules, all in one process."""
    given: Sequence[tuple[Document, Mapping[str, Any]]] = [
        (
            replace(survivor.document, name=f"{number} {survivor.mutant}", given_environment=survivor.document.environment),
            survivor.content,
        )
        for number, survivor in enumerate(survivors)
    ]
    if not given:
        return {}
    findings = scan.scanned(given).findings
    checks: dict[str, tuple[str, ...]] = {}
    for read, _ in given:
        own = [finding for finding in findings if finding.document == read.name]
        left = judged([read], own, set(), with_checkov=False).findings
        name = read.name.partition(" ")[2]
        checks[name] = (*checks.get(name, ()), *dict.fromkeys(finding.rule for finding in left))
    return checks
