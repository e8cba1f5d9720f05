"""What the gate says of mutants: the rules first, checkov for what they pass."""

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
    """Return the first rule with a finding that is not accepted, or an invalid acceptance."""
    rules, read, found = sorted(all_rules(), key=_cost), weakened.document, list[Finding]()
    for rule in rules:
        own = list(rule.findings(read))
        if own and judged([read], own, {rule.name}, with_checkov=False).findings:
            return (rule.name,)
        found += own
    problems = judged([read], found, {rule.name for rule in rules}, with_checkov=False).problems
    return tuple(dict.fromkeys(one.code for one in problems))


def _cost(rule: Rule) -> int:
    """Return where a rule comes: those that find most come first, those that take longest come last."""
    return FIRST.index(rule.name) - len(FIRST) if rule.name in FIRST else LAST.index(rule.name) + 1 if rule.name in LAST else 0


def by_checkov(survivors: Iterable[Weakened]) -> dict[str, tuple[str, ...]]:
    """Return what checkov finds in mutants that the rules pass, all in one process."""
    given: Sequence[tuple[Document, Mapping[str, Any]]] = [
        (replace(one.document, name=f"{number} {one.mutant}", given_environment=one.document.environment), one.content)
        for number, one in enumerate(survivors)
    ]
    if not given:
        return {}
    findings = scan.scanned(given).findings
    found: dict[str, tuple[str, ...]] = {}
    for read, _ in given:
        own = [finding for finding in findings if finding.document == read.name]
        left = judged([read], own, set(), with_checkov=False).findings
        name = read.name.partition(" ")[2]
        found[name] = (*found.get(name, ()), *dict.fromkeys(one.rule for one in left))
    return found
