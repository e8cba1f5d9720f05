"""The metrics that an alarm looks at, however it was written: one metric, or metric math."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from policy.resources import Resource, as_blocks

_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_NAME = re.compile(r"(?<![\w.])[a-z]\w*\b(?!\s*\()")


@dataclass(frozen=True)
class Term:
    """One metric, as asked for."""

    id: str
    namespace: str
    metric: str
    dimensions: Mapping[str, str] = field(hash=False)
    statistic: str
    period_seconds: float


def terms(alarm: Resource) -> Iterator[Term]:
    """The metrics of an alarm; expressions are not among them."""
    if alarm.get("metric_name"):
        yield _term("", alarm.values, alarm.get("statistic") or alarm.get("extended_statistic", ""))
    for query in alarm.blocks("metric_query"):
        for metric in as_blocks(query.get("metric")):
            yield _term(query.get("id", ""), metric, metric.get("stat", ""))


def expressions(alarm: Resource) -> list[str]:
    return [query["expression"] for query in alarm.blocks("metric_query") if query.get("expression")]


def names_in(expression: str) -> set[str]:
    """The terms that an expression speaks of: ids begin with a small letter, functions with a capital one."""
    if expression.lstrip().upper().startswith("SELECT"):  # a query of Metrics Insights has its own words
        return set()
    return set(_NAME.findall(_QUOTED.sub("", expression)))


def summed_without_fill(expression: str) -> set[str]:
    """The terms that are added or subtracted as they are: where one has no data, the whole sum has none."""
    bare = _QUOTED.sub("", expression)  # FILL(term, 0) has a bracket between the term and the sign
    return set(re.findall(r"([a-z]\w*)\s*[+-]", bare)) | set(re.findall(r"[+-]\s*([a-z]\w*)", bare))


def _term(id: str, values: Mapping[str, Any], statistic: str) -> Term:
    dimensions = values.get("dimensions") or {}
    return Term(
        id, values.get("namespace") or "", values.get("metric_name") or "", dimensions, statistic, values.get("period") or 0
    )
