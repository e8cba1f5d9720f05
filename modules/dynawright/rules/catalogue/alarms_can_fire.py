"""Alarms can fire.

CloudWatch takes an alarm on a metric that does not exist, by dimensions it is not published by, or of a table that has another
name, and shows it green for ever: nobody notices until the outage it was meant for. Of two alarms with one name it keeps one. What
each metric really looks like stands in the catalogue of metrics; of a metric that is not there, nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from dynawright.monitoring.metric_math import names_in, summed_without_fill
from dynawright.monitoring.metrics import COMPLETE, Metric, catalogue, is_of_log_filters, problems
from dynawright.rules.alarm_subjects import NAMED, is_literal, subject_problems
from dynawright.rules.alarm_terms import Term, expressions, looks_at_the_unknown, number, terms
from dynawright.rules.resources import ALARMS, Document, Resource
from dynawright.rules.rule import Rule

MOST_METRICS = 10
LOOKED_AT = {
    *ALARMS,
    *(type for type, _ in NAMED.values()),
    "aws_cloudwatch_log_metric_filter",
    "aws_dynamodb_table_replica",
}
"""The types that tell whether an alarm can fire; the others need not be read."""
HOUR, DAY, WEEK = 3600, 86_400, 604_800
SPARSE = re.compile(r"SystemErrors|UserErrors|ThrottledRequests|\w+ThrottleEvents")
"""Metrics of DynamoDB that have data only while there is something to count."""


def check(alarm: Resource, document: Document) -> Iterator[str]:
    yield from _name(alarm, document)
    if alarm.type == "aws_cloudwatch_composite_alarm":
        yield from _composite(alarm, document)
        return
    asked = list(terms(alarm))
    for term in asked:
        yield from _metric(term, document)
        yield from subject_problems(term, document)
    yield from _math(alarm, asked)
    yield from _window(alarm, asked)
    yield from _threshold(alarm, asked)


def _name(alarm: Resource, document: Document) -> Iterator[str]:
    name = alarm.get("alarm_name")
    others = [one for one in document.alarms_named(name) if one is not alarm] if is_literal(name) else []
    if others:
        yield f"{others[0].label} has the alarm_name '{name}' too: CloudWatch keeps one alarm of a name; rename one"


def _metric(term: Term, document: Document) -> Iterator[str]:
    if term.namespace is None or term.metric is None:
        return
    row = catalogue().get((term.namespace, term.metric))
    if row is not None:
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
            for one in document.of_type("aws_cloudwatch_log_metric_filter")
            for transformation in one.blocks("metric_transformation")
        ]
        if (term.namespace, term.metric) not in made:
            yield f"no log metric filter makes '{term.metric}'; they make {', '.join(str(name) for _, name in made) or 'nothing'}"


def _row(row: Metric, term: Term) -> Iterator[str]:
    dimensions = next(iter(row.dimensions)) if term.dimensions is None else term.dimensions
    statistic = row.statistics[0] if term.statistic is None else term.statistic
    period = row.period_seconds if term.period_seconds is None else term.period_seconds
    yield from map(str, row.problems(dimensions, statistic, period))
    if term.unit and term.unit != row.unit:
        yield f"{row.name} has the unit {row.unit}; with unit '{term.unit}' it never has data: leave unit out"


def _misspelt(name: str, known: Iterable[str]) -> str | None:
    """A known name that differs in case, or hardly."""
    there = {one.lower(): one for one in known}
    if name in there.values():
        return None
    from difflib import get_close_matches  # only the one who made a mistake waits for it

    near = get_close_matches(name.lower(), there, 1, 0.9)
    return there[near[0]] if near else None


def _math(alarm: Resource, asked: list[Term]) -> Iterator[str]:
    queries = alarm.blocks("metric_query")
    if looks_at_the_unknown(alarm):
        return
    if not queries:
        if not asked:
            yield "it looks at no metric: give it metric_name, or metric_query blocks"
        return
    if len(asked) > MOST_METRICS:
        yield f"it has {len(asked)} metrics; CloudWatch takes {MOST_METRICS} in one alarm"
    ids = {query.get("id") for query in queries}
    for expression in expressions(alarm):
        if missing := sorted(names_in(expression) - ids):
            yield f"the expression '{expression}' speaks of {', '.join(missing)}, which no metric_query defines"
        sparse = {term.id for term in asked if SPARSE.fullmatch(term.metric or "")}
        if holes := sorted(summed_without_fill(expression) & sparse):
            yield f"{', '.join(holes)} often has no data, and then the sum has none: write FILL({holes[0]}, 0)"
    returned = [query.get("id") for query in queries if query.get("return_data")]
    band = alarm.get("threshold_metric_id")
    if band is not None and band not in ids:
        yield f"threshold_metric_id '{band}' is the id of no metric_query"
    if len(returned) != (1 if band is None else 2):
        yield f"{len(returned)} metric_query blocks return data; an alarm compares {'one' if band is None else 'the metric and its band'}"


def _window(alarm: Resource, asked: list[Term]) -> Iterator[str]:
    of, datapoints = number(alarm.get("evaluation_periods")), number(alarm.get("datapoints_to_alarm"))
    if of is None:
        return
    if datapoints is not None and datapoints > of:
        yield f"datapoints_to_alarm {datapoints} of evaluation_periods {of} can't be reached"
    period = max((term.period_seconds or 0 for term in asked), default=0)
    longest = WEEK if period >= HOUR else DAY
    if of * period > longest:
        yield f"it looks at {of} periods of {period} seconds; CloudWatch looks back {longest} seconds at most"


def _threshold(alarm: Resource, asked: list[Term]) -> Iterator[str]:
    threshold, comparison = number(alarm.get("threshold")), str(alarm.get("comparison_operator", ""))
    if threshold is None or any(query.get("expression") for query in alarm.blocks("metric_query")):
        return
    for row in (catalogue().get((term.namespace or "", term.metric or "")) for term in asked):
        if row is None:
            continue
        if (comparison, threshold) == ("LessThanThreshold", 0) or (comparison.startswith("LessThan") and threshold < 0):
            yield f"{row.name} is never less than {threshold}"
        most = {"GreaterThanThreshold": threshold >= 100, "GreaterThanOrEqualToThreshold": threshold > 100}
        if row.unit == "Percent" and most.get(comparison):
            yield f"{row.name} is a percentage, never more than {threshold}"


def _composite(alarm: Resource, document: Document) -> Iterator[str]:
    for name in re.findall(r"(?:ALARM|OK|INSUFFICIENT_DATA)\(\s*[\"']?([^\"')]+)[\"']?\s*\)", str(alarm.get("alarm_rule", ""))):
        if is_literal(name) and not document.alarms_named(name.rsplit(":", 1)[-1]):
            yield f"alarm_rule speaks of alarm '{name}', which is not built here"


RULE = Rule(
    module=__name__,
    number=1,
    severity="high",
    types=ALARMS,
    check=check,
    standards=("WA REL06-BP01",),
)
