"""Findings against suppressions: what is left, what was accepted and why, and which suppressions nobody needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dynawright.errors import Place, Problem, unknown
from dynawright.rules.exemptions import Exemption, exemption_of
from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Finding, Rule


@dataclass(frozen=True)
class Accepted:
    """A finding that somebody has accepted."""

    finding: Finding
    because: str


@dataclass(frozen=True)
class Judgement:
    """The outcome of a gate."""

    findings: tuple[Finding, ...]
    accepted: tuple[Accepted, ...]
    exempted: tuple[tuple[Exemption, int], ...]
    """checkov's checks that don't apply here, and how often."""
    problems: tuple[Problem, ...]
    """What is wrong with the suppressions themselves."""

    @property
    def passes(self) -> bool:
        return not self.findings and not self.problems


def findings_of(rules: Iterable[Rule], documents: Iterable[Document]) -> Iterator[Finding]:
    documents = list(documents)
    for rule in rules:
        for document in documents:
            yield from rule.findings(document)


def judged(documents: Sequence[Document], found: Iterable[Finding], rules: set[str], *, with_checkov: bool) -> Judgement:
    """`rules` are the names of all that were applied; without checkov, suppressions of its checks can't be called unused."""
    by_name = {document.name: document for document in documents}
    left, accepted, used = [], [], set()
    exempted: dict[Exemption, int] = {}
    for finding in found:
        document = by_name[finding.document]
        because = suppressions(finding.resource).get(finding.rule, "")
        if because.strip():
            accepted.append(Accepted(finding, because))
            used.add((_place(finding.resource, document), finding.rule))
        elif exemption := exemption_of(finding.rule, document):
            exempted[exemption] = exempted.get(exemption, 0) + 1
        else:
            left.append(finding)
    problems = dict.fromkeys(_problems(documents, used, rules, with_checkov))  # each once, whatever the number of environments
    return Judgement(tuple(left), tuple(accepted), tuple(exempted.items()), tuple(problems))


def suppressions(resource: Resource) -> dict[str, str]:
    """Rule → reason, as `dynawright.constructs.suppression.suppress` wrote them."""
    return dict(resource.notes.get("dynawright", {}).get("suppressions", {}))


def _problems(
    documents: Iterable[Document], used: set[tuple[str, str]], rules: set[str], with_checkov: bool
) -> Iterator[Problem]:
    for document in documents:
        for resource in document.resources:
            for rule, because in suppressions(resource).items():
                label = _place(resource, document)
                place = Place(path=f"{label} suppression of {rule}")
                if not because.strip():
                    yield Problem("DW329", "the reason is empty", place, because, fix="say why this is right here")
                elif rule not in rules and not rule.startswith("CKV"):
                    yield unknown("DW504", "rule", rule, rules, place=place, fix="see docs/rules.md")
                elif (rule in rules or with_checkov) and (label, rule) not in used:
                    yield Problem("DW329", "suppresses nothing", place, rule, fix="remove it")


def _place(resource: Resource, document: Document) -> str:
    """The same for a resource in every environment."""
    stack = document.name.removesuffix(f"-{document.environment}")
    return resource.label.replace(document.name, stack, 1)
