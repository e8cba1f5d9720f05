"""Findings of rules as text for a terminal and as Markdown tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from dynawright.rules.exceptions import Excepted
from dynawright.rules.judgement import Judgement
from dynawright.rules.rule import Finding

WORST_FIRST = ("high", "medium", "low")


def text(judgement: Judgement) -> str:
    """Return text for a terminal: everything that must change, then what was accepted."""
    lines = [f"{finding.severity:6} {finding}" for finding in _sorted(judgement.findings)]
    lines += [f"error  {problem} [{problem.code}]" for problem in judgement.problems]
    if judgement.excepted:
        lines += ["", "accepted until a day, in the environment's file:"]
        lines += [
            f"  {exception.finding.resource.label}: {exception.finding.rule}: {exception.because}"
            for exception in judgement.excepted
        ]
    if judgement.accepted:
        lines += ["", "accepted beside the resource:"]
        counted = Counter((acceptance.finding.rule, acceptance.because) for acceptance in judgement.accepted)
        lines += [f"  {rule} ({times}x): {because}" for (rule, because), times in sorted(counted.items())]
    if judgement.exempted:
        lines += ["", "exempted checks of checkov:"]
        lines += [
            f"  {exemption.check} ({times}x, {exemption.where}): {exemption.because}" for exemption, times in judgement.exempted
        ]
    return "\n".join(lines)


def stack_text(judgement: Judgement) -> str:
    """Return one stack's findings for a terminal: what must change, dated exceptions, and totals."""
    lines = [
        f"refused: {finding.resource.address} ({finding.resource.label}): {finding.rule}: {finding.message}"
        for finding in _sorted(judgement.findings)
    ]
    lines += [
        f"accepted: {exception.finding.resource.address}: {exception.finding.rule}: {exception.because}"
        for exception in judgement.excepted
    ]
    lines += [f"remark: {problem}" for problem in judgement.problems]
    return "\n".join([*lines, summary(judgement)])


def summary(judgement: Judgement) -> str:
    """Return one line: `rules: 2 findings, 1 accepted until a day`."""
    count = len(judgement.findings)
    total = f"{count} finding{'' if count == 1 else 's'}" if count else "nothing is found"
    return f"rules: {total}" + (f", {len(judgement.excepted)} accepted until a day" if judgement.excepted else "")


def findings_table(judgement: Judgement) -> list[str]:
    """Return the lines of a table with a row for each finding."""
    rows = [
        f"| {finding.severity} | {finding.resource.label} | {cell(finding.message)} | `{finding.rule}` |"
        for finding in _sorted(judgement.findings)
    ]
    return ["| severity | where | what is wrong, and the fix | rule |", "| --- | --- | --- | --- |", *rows]


def exceptions_table(excepted: Iterable[Excepted]) -> list[str]:
    """Return table lines, a row for each finding accepted until a date, soonest first."""
    rows = [
        f"| {excepted_finding.exception.expires_on} | {excepted_finding.finding.resource.label} | {cell(excepted_finding.finding.message)} | "
        f"{cell(excepted_finding.exception.reason)} | `{excepted_finding.finding.rule}` |"
        for excepted_finding in sorted(
            excepted, key=lambda exception: (exception.exception.expires_on, exception.finding.resource.label)
        )
    ]
    return ["| until | where | what is wrong, and the fix | accepted because | rule |", "| --- | --- | --- | --- | --- |", *rows]


def cell(text: str) -> str:
    """Return a text escaped for a table cell."""
    return text.replace("|", "\\|").replace("\n", " ")


def _sorted(findings: Sequence[Finding]) -> list[Finding]:
    return sorted(
        findings,
        key=lambda finding: (WORST_FIRST.index(finding.severity), finding.document, finding.rule, finding.resource.address),
    )
