"""Check the metrics of alarms and dashboards against the metric catalogue."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dynawright.monitoring.metrics import COMPLETE, Metric, catalogue, is_of_log_filters, problems
from dynawright.rules.alarm_terms import Term
from dynawright.rules.resources import Document


def metric_problems(term: Term, document: Document) -> Iterator[str]:
    """Yield unknown metrics, and dimensions, statistics and periods that they aren't published with."""
    if term.namespace is None or term.metric is None:
        return
    row = catalogue().get((term.namespace, term.metric))
    if "*" in term.metric:
        yield f"metric '{term.metric}' has no data: CloudWatch has no wildcards"
    elif row is not None:
        yield from _row(row, term)
    elif term.namespace in COMPLETE:
        yield from map(str, problems(term.namespace, term.metric, (), "", 0))
    elif near := _misspelt(term.metric, [name for namespace, name in catalogue() if namespace == term.namespace]):
        yield f"metric '{term.metric}' of {term.namespace} has no data; did you mean '{near}'?"
    elif near := _misspelt(term.namespace, {namespace for namespace, _ in catalogue()}):
        yield f"namespace '{term.namespace}' has no metrics; did you mean '{near}'?"
    elif is_of_log_filters(term.namespace):
        made = [
            (transformation.get("namespace"), transformation.get("name"))
            for resource in document.of_type("aws_cloudwatch_log_metric_filter")
            for transformation in resource.blocks("metric_transformation")
        ]
        if (term.namespace, term.metric) not in made:
            yield f"no log metric filter makes '{term.metric}'; existing ones: {', '.join(str(name) for _, name in made) or 'none'}"


def _row(row: Metric, term: Term) -> Iterator[str]:
    dimensions = next(iter(row.dimensions)) if term.dimensions is None else term.dimensions
    statistic = row.statistics[0] if term.statistic is None else term.statistic
    period = row.period_seconds if term.period_seconds is None else term.period_seconds
    yield from map(str, row.problems(dimensions, statistic, period))
    if term.unit and term.unit != row.unit:
        yield f"{row.name} has the unit {row.unit}; with unit '{term.unit}' it never has data: leave unit out"


def _misspelt(name: str, known: Iterable[str]) -> str | None:
    """Return a known name that differs only in case, or slightly."""
    there = {name.lower(): name for name in known}
    if name in there.values():
        return None
    from difflib import get_close_matches  # slow to import, needed only for mistakes

    near = get_close_matches(name.lower(), there, 1, 0.9)
    return there[near[0]] if near else None
