"""The gate's reports: Markdown, SARIF and JUnit."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Xml

from dynawright.rules import report
from dynawright.rules.judgement import Judgement
from dynawright.rules.report import cell
from dynawright.rules.resources import Document
from dynawright.rules.rule import Finding, Rule

LEVELS = {"high": "error", "medium": "warning", "low": "note"}
"""SARIF's words for severities."""


def markdown(judgement: Judgement, documents: Sequence[Document], checks: int, guard: str = "", notes: Sequence[str] = ()) -> str:
    """Return Markdown for a pull request; `guard` is its result in a line, `notes` are its remarks."""
    resources = sum(document.built for document in documents)
    verdict = "passes" if judgement.passes else f"**{len(judgement.findings) + len(judgement.problems)} findings**"
    lines = ["## Gate", "", f"{len(documents)} stacks, {resources} resources, {checks} checks: {verdict}.", ""]
    lines += [f"The plan guard on local: {guard}.", ""] if guard else []
    lines += [*(f"- {note}" for note in notes), ""] if notes else []
    if judgement.findings or judgement.problems:
        lines += report.findings_table(judgement)
        lines += [f"| error | {problem.code} | {cell(str(problem))} | |" for problem in judgement.problems]
        lines += [""]
    if judgement.excepted:
        lines += ["### Exceptions, each until a day", "", *report.exceptions_table(judgement.excepted), ""]
    if judgement.accepted:
        lines += [
            "<details><summary>Accepted, with the reason</summary>",
            "",
            "| where | rule | because |",
            "| --- | --- | --- |",
        ]
        lines += list(_accepted(judgement))
        lines += ["", "</details>", ""]
    if judgement.exempted:
        lines += [
            "<details><summary>Checks of checkov that don't fit, with the reason</summary>",
            "",
            "| check | where | because | resources |",
            "| --- | --- | --- | --- |",
        ]
        lines += [
            f"| `{exemption.check}` | {exemption.where} | {cell(exemption.because)} | {times} |"
            for exemption, times in judgement.exempted
        ]
        lines += ["", "</details>", ""]
    return "\n".join(lines)


def _accepted(judgement: Judgement) -> Iterator[str]:
    """Yield a row for each rule and reason, however many resources it has."""
    places: dict[tuple[str, str], list[str]] = {}
    for acceptance in judgement.accepted:
        places.setdefault((acceptance.finding.rule, acceptance.because), []).append(acceptance.finding.resource.label)
    for (rule, because), (first, *others) in places.items():
        more = f" and {len(others)} more" if others else ""
        yield f"| {first}{more} | `{rule}` | {cell(because)} |"


def sarif(judgement: Judgement, rules: Sequence[Rule], files: Mapping[str, Path]) -> dict[str, Any]:
    """Return SARIF for code scanning; accepted findings are included, marked as suppressed."""
    own = {rule.name: rule for rule in rules}
    results = [_result(finding, files) for finding in judgement.findings]
    results += [
        _result(acceptance.finding, files, {"kind": "inSource", "justification": acceptance.because})
        for acceptance in judgement.accepted
    ]
    results += [
        _result(exception.finding, files, {"kind": "external", "justification": exception.because})
        for exception in judgement.excepted
    ]
    named = dict.fromkeys([*own, *(result["ruleId"] for result in results)])
    described = [
        {"id": name, "shortDescription": {"text": own[name].title if name in own else name}, **_help(name, own.get(name))}
        for name in named
    ]
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": {"name": "dynawright", "rules": described}}, "results": results}],
    }


def junit(judgement: Judgement, rules: Sequence[Rule], documents: Sequence[Document]) -> str:
    """Return a test per rule and stack, so that a build server shows which passed."""
    by_test: dict[tuple[str, str], list[Finding]] = {}
    for finding in judgement.findings:
        by_test.setdefault((finding.document, finding.rule), []).append(finding)
    tests = {(document.name, rule.name) for document in documents for rule in rules} | set(by_test)
    suite = Xml.Element(
        "testsuite",
        name="gate",
        tests=str(len(tests) + len(judgement.problems)),
        failures=str(len(by_test) + len(judgement.problems)),
    )
    for document, rule in sorted(tests):
        case = Xml.SubElement(suite, "testcase", classname=document, name=rule)
        if failures := by_test.get((document, rule)):
            failure = Xml.SubElement(case, "failure", message=failures[0].message)
            failure.text = "\n".join(map(str, failures))
    for problem in judgement.problems:
        case = Xml.SubElement(suite, "testcase", classname="suppressions", name=str(problem))
        Xml.SubElement(case, "failure", message=f"{problem.code} {problem}")
    return Xml.tostring(suite, encoding="unicode")


@dataclass(frozen=True)
class Report:
    """A judgement with everything else that its reports need."""

    judgement: Judgement
    rules: Sequence[Rule]
    documents: Sequence[Document]
    files: Mapping[str, Path]
    checks: int
    guard: str = ""
    """The guard's result in one line; empty if it did not run."""
    notes: Sequence[str] = ()
    """The guard's notes, for information."""

    def write(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "gate.md").write_text(markdown(self.judgement, self.documents, self.checks, self.guard, self.notes))
        (folder / "gate.sarif").write_text(json.dumps(sarif(self.judgement, self.rules, self.files), indent=2))
        (folder / "gate.xml").write_text(junit(self.judgement, self.rules, self.documents))


def _result(finding: Finding, files: Mapping[str, Path], suppression: Mapping[str, str] | None = None) -> dict[str, Any]:
    place = {
        "physicalLocation": {"artifactLocation": {"uri": files[finding.document].as_posix()}, "region": {"startLine": 1}},
        "logicalLocations": [{"fullyQualifiedName": finding.resource.label}],
    }
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "level": LEVELS[finding.severity],
        "message": {"text": str(finding)},
        "locations": [place],
    }
    if suppression is not None:
        result["suppressions"] = [suppression]
    return result


def _help(name: str, rule: Rule | None) -> dict[str, Any]:
    """SARIF takes absolute addresses only: of our rules, which have none, the reason itself."""
    if rule is not None:
        return {"help": {"text": rule.reason}}
    return {"helpUri": "https://www.checkov.io/5.Policy%20Index/terraform.html"} if name.startswith("CKV") else {}
