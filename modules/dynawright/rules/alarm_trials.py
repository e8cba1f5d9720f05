"""Try an alarm's arithmetic on good, bad and missing values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from dynawright.monitoring.metric_values import COMPARISONS, UnknownMathError, evaluate
from dynawright.rules.alarm_terms import Term
from dynawright.rules.resources import Resource
from dynawright.rules.values import number
from dynawright.rules.vocabulary.signs import Sum, Trial

QUERY = re.compile(
    r"SELECT (SUM|MAX|MIN|AVG|COUNT)\((\w+)\) FROM SCHEMA\(\"([\w/]+)\"(?:, \w+)+\) "
    r"WHERE (\w+ = '[^']+'(?: AND \w+ = '[^']+')*)"
)
"""A Metrics Insights query for one metric: statistic, metric, namespace, dimensions."""
CONDITION = re.compile(r"(\w+) = '([^']+)'")
GRID = (None, 0.0, 1.0, 100.0, 1_000_000.0)
"""Values to try where no row describes the sum."""
MOST_COMBINED = 3
Reading = Mapping[str, float | None]


class NotWorkedOutError(Exception):
    """The alarm's arithmetic can't be evaluated."""


@dataclass(frozen=True)
class Tried:
    """One value per metric of an alarm, by id, and whether the alarm must ring."""

    reading: Reading
    rings: bool


def compares(alarm: Resource, value: float | None) -> bool:
    """Whether a value is beyond the threshold; missing data never is."""
    beyond, threshold = COMPARISONS.get(str(alarm.get("comparison_operator"))), number(alarm.get("threshold"))
    if beyond is None or threshold is None:
        raise NotWorkedOutError
    return value is not None and beyond(value, threshold)


def rings(alarm: Resource, terms: Sequence[Term], readings: Sequence[Reading]) -> list[bool]:
    """Return for each reading whether an alarm on several metrics rings."""
    series = {term.id: [reading.get(term.id) for reading in readings] for term in terms}
    returned = [query for query in alarm.blocks("metric_query") if query.get("return_data")]
    if len(returned) != 1:
        raise NotWorkedOutError
    expression, id = returned[0].get("expression"), str(returned[0].get("id"))
    try:
        values = evaluate(str(expression), series, int(terms[0].period_seconds or 0)) if expression else series[id]
    except (UnknownMathError, SyntaxError, ValueError, KeyError, RecursionError):
        raise NotWorkedOutError from None
    return [compares(alarm, value) for value in values]


def trials_of(sum: Sum, terms: Sequence[Term]) -> Iterator[Tried]:
    """Yield each trial of a row, with the ids of the alarm's own terms."""
    for trial in sum.trials:
        yield from (Tried(reading, trial.rings) for reading in _readings(trial, terms))


def _readings(trial: Trial, terms: Sequence[Term]) -> Iterator[Reading]:
    values = dict(trial.values)
    if not trial.each:
        yield {term.id: values.get(term.metric or "") for term in terms}
        return
    for alone in (term for term in terms if term.metric == trial.each):
        yield {term.id: values.get(term.metric or "") if term is alone or term.metric != trial.each else None for term in terms}


def grid(terms: Sequence[Term]) -> list[Reading]:
    """Return readings for sums without a row: all combinations of few values, or one term at a time."""
    ids = [term.id for term in terms]
    if len(ids) <= MOST_COMBINED:
        return [dict(zip(ids, values, strict=True)) for values in product(GRID, repeat=len(ids))]
    return [dict.fromkeys(ids, 0.0) | {id: value} for id in ids for value in GRID]


def query_of(alarm: Resource) -> Term | None:
    """Return the metric of an alarm on a Metrics Insights query."""
    return next((term for query in alarm.blocks("metric_query") if (term := queried(query))), None)


def queried(query: Mapping[str, Any]) -> Term | None:
    """Return the metric that a Metrics Insights query reads."""
    match = QUERY.fullmatch(str(query.get("expression", "")))
    if match is None:
        return None
    return Term(
        str(query.get("id", "")), match[3], match[2], dict(CONDITION.findall(match[4])), match[1], number(query.get("period"))
    )
