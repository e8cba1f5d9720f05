"""Match findings with suppressions: findings left, accepted ones with reasons, unused suppressions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from dynawright.errors import Place, Problem, unknown
from dynawright.rules.exceptions import Excepted, RuleException, covering, today
from dynawright.rules.exemptions import Exemption, exemption_of
from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Finding, Rule


@dataclass(frozen=True)
class Accepted:
    """An accepted finding."""

    finding: Finding
    because: str


@dataclass(frozen=True)
class Judgement:
    """The result of a gate."""

    findings: tuple[Finding, ...]
    accepted: tuple[Accepted, ...]
    exempted: tuple[tuple[Exemption, int], ...]
    """Exemptions from checkov's checks, and how often each applied."""
    problems: tuple[Problem, ...]
    """Problems of the suppressions and exceptions themselves."""
    excepted: tuple[Excepted, ...] = ()
    """Findings that the environment's file accepts until a date."""

    @property
    def passes(self) -> bool:
        return not self.findings and not self.problems


def findings_of(rules: Iterable[Rule], documents: Iterable[Document]) -> Iterator[Finding]:
    documents = list(documents)
    for rule in rules:
        for document in documents:
            yield from rule.findings(document)


def judged(
    documents: Sequence[Document],
    findings: Iterable[Finding],
    rules: set[str],
    *,
    with_checkov: bool,
    exceptions: Mapping[str, Sequence[RuleException]] = {},
    everywhere: bool = True,
) -> Judgement:
    """Return the findings that are left; `exceptions` are those of each document, by its name.

    `rules` are the names of all rules that ran. Unused suppressions are reported only if `documents` are those of every
    environment; those of checkov's checks only if checkov ran.
    """
    by_name = {document.name: document for document in documents}
    left, accepted, used, excepted = [], [], set(), []
    exempted: dict[Exemption, int] = {}
    needed: set[tuple[str, RuleException]] = set()
    for finding in findings:
        document = by_name[finding.document]
        because = suppressions(finding.resource).get(finding.rule, "")
        covered = [] if finding.is_absolute else covering(finding, exceptions.get(document.name, ()))
        needed.update((document.name, exception) for exception in covered)
        if because.strip() and not finding.is_absolute:
            accepted.append(Accepted(finding, because))
            used.add((_place(finding.resource, document), finding.rule))
        elif valid := next((exception for exception in covered if exception.expires_on >= today()), None):
            excepted.append(Excepted(finding, valid))
        elif exemption := exemption_of(finding.rule, document):
            exempted[exemption] = exempted.get(exemption, 0) + 1
        else:
            expired = "".join(f"; its exception expired on {exception.expires_on}" for exception in covered[:1])
            left.append(replace(finding, message=finding.message + expired))
    problems = list(_unneeded(documents, exceptions, needed, rules, with_checkov))
    if everywhere:
        problems += dict.fromkeys(_problems(documents, used, rules, with_checkov))  # each once, however many environments
    return Judgement(tuple(left), tuple(accepted), tuple(exempted.items()), tuple(problems), tuple(excepted))


def suppressions(resource: Resource) -> dict[str, str]:
    """Return rule → reason, as `dynawright.constructs.suppression.suppress` wrote them."""
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


def _unneeded(
    documents: Iterable[Document],
    exceptions: Mapping[str, Sequence[RuleException]],
    needed: set[tuple[str, RuleException]],
    rules: set[str],
    with_checkov: bool,
) -> Iterator[Problem]:
    for document in documents:
        for exception in exceptions.get(document.name, ()):
            place = Place(path=f"{document.name} exception of {exception.rule} on {exception.resource}")
            if exception.rule not in rules and not exception.rule.startswith("CKV"):
                yield unknown("DW504", "rule", exception.rule, rules, place=place, fix="see docs/rules.md")
            elif (exception.rule in rules or with_checkov) and (document.name, exception) not in needed:
                yield Problem("DW505", "accepts nothing", place, exception.rule, fix="remove it from the environment's file")


def _place(resource: Resource, document: Document) -> str:
    """Return a place that is equal in every environment."""
    stack = document.name.removesuffix(f"-{document.environment}")
    return resource.label.replace(document.name, stack, 1)
