"""Alarms can fire.

CloudWatch accepts an alarm on a metric that doesn't exist, on dimensions it isn't published with, or on a table with
another name, and shows it green: the mistake is noticed in the outage the alarm was meant for. Of two alarms with the
same name it keeps only one. The metric catalogue lists how each metric is published; metrics that are not in it are not
checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dynawright.monitoring.metric_math import names_in, summed_without_fill
from dynawright.monitoring.metrics import catalogue
from dynawright.rules.alarm_subjects import NAMED, is_literal, subject_problems
from dynawright.rules.alarm_terms import Term, expressions, looks_at_the_unknown, terms
from dynawright.rules.metric_problems import metric_problems
from dynawright.rules.resources import ALARMS, Document, Resource
from dynawright.rules.rule import Rule
from dynawright.rules.values import number

MOST_METRICS = 10
LOOKED_AT = {
    *ALARMS,
    *(type for type, _ in NAMED.values()),
    "aws_cloudwatch_log_metric_filter",
    "aws_dynamodb_table_replica",
}
"""The resource types this rule looks up; it skips the others."""
HOUR, DAY, WEEK = 3600, 86_400, 604_800
SPARSE = re.compile(r"SystemErrors|UserErrors|ThrottledRequests|\w+ThrottleEvents")
"""DynamoDB metrics that have data only while there is something to count."""


def check(alarm: Resource, document: Document) -> Iterator[str]:
    yield from _name(alarm, document)
    if alarm.type == "aws_cloudwatch_composite_alarm":
        yield from _composite(alarm, document)
        return
    alarm_terms = list(terms(alarm))
    for term in alarm_terms:
        yield from _function(alarm, term, document)
        yield from metric_problems(term, document)
        yield from subject_problems(term, document)
    yield from _math(alarm, alarm_terms)
    if document.intent is not None:
        yield from _sum(alarm_terms)
    yield from _window(alarm, alarm_terms)
    yield from _threshold(alarm, alarm_terms)


def _function(alarm: Resource, term: Term, document: Document) -> Iterator[str]:
    """Yield a message if the alarm is named after another function than its metric is about."""
    function = term.of("FunctionName")
    if document.intent is None or not is_literal(function):
        return
    stem = str(function).removesuffix(f"-{document.intent.environment}")
    if not str(alarm.get("alarm_name")).startswith(f"{stem}-"):
        yield f"it watches {function}, and is called {alarm.get('alarm_name')}: the name is that of another function"


def _name(alarm: Resource, document: Document) -> Iterator[str]:
    name = alarm.get("alarm_name")
    others = [resource for resource in document.alarms_named(name) if resource is not alarm] if is_literal(name) else []
    if others:
        yield f"{others[0].label} has the alarm_name '{name}' too: CloudWatch keeps only one; rename the other"


def _sum(alarm_terms: list[Term]) -> Iterator[str]:
    """Yield a message for a sum that counts a metric twice, or divides metrics of different operations."""
    same = [(term.namespace, term.metric, str(term.dimensions), term.statistic) for term in alarm_terms]
    if twice := next((key for key in same if same.count(key) > 1 and None not in key), None):
        yield f"two of its queries are for {twice[1]} with dimensions {twice[2]}: correct one of them"
    by_metric = {
        term.metric: {str(other.of("Operation")) for other in alarm_terms if other.metric == term.metric} for term in alarm_terms
    }
    if len({frozenset(operations) for operations in by_metric.values()}) > 1:
        operations_text = "; ".join(f"{metric} of {', '.join(sorted(operations))}" for metric, operations in by_metric.items())
        yield f"its metrics are of different operations, {operations_text}: their ratio means nothing"


def _math(alarm: Resource, alarm_terms: list[Term]) -> Iterator[str]:
    queries = alarm.blocks("metric_query")
    if looks_at_the_unknown(alarm):
        return
    if not queries:
        if not alarm_terms:
            yield "it has no metric: add metric_name, or metric_query blocks"
        return
    if len(alarm_terms) > MOST_METRICS:
        yield f"it has {len(alarm_terms)} metrics; CloudWatch allows {MOST_METRICS} per alarm"
    every = [query.get("id") for query in queries]
    ids = {*every}
    if twice := next((id for id in every if every.count(id) > 1), None):
        yield f"two metric_query blocks have the id '{twice}': CloudWatch rejects that"
    for expression in expressions(alarm):
        if missing := sorted(names_in(expression) - ids):
            yield f"the expression '{expression}' uses {', '.join(missing)}, which no metric_query defines"
        sparse = {term.id for term in alarm_terms if SPARSE.fullmatch(term.metric or "")}
        if holes := sorted(summed_without_fill(expression) & sparse):
            yield f"{', '.join(holes)} often has no data, and then the sum has none: write FILL({holes[0]}, 0)"
    returned = [query.get("id") for query in queries if query.get("return_data")]
    band = alarm.get("threshold_metric_id")
    if band is not None and band not in ids:
        yield f"threshold_metric_id '{band}' is not the id of a metric_query"
    if len(returned) != (1 if band is None else 2):
        yield f"{len(returned)} metric_query blocks return data; an alarm compares {'one' if band is None else 'the metric and its band'}"


def _window(alarm: Resource, alarm_terms: list[Term]) -> Iterator[str]:
    of, datapoints = number(alarm.get("evaluation_periods")), number(alarm.get("datapoints_to_alarm"))
    if of is None:
        return
    if datapoints is not None and datapoints > of:
        yield f"datapoints_to_alarm {datapoints} of evaluation_periods {of} can't be reached"
    period = max((term.period_seconds or 0 for term in alarm_terms), default=0)
    longest = WEEK if period >= HOUR else DAY
    if of * period > longest:
        yield f"it evaluates {of} periods of {period} seconds; CloudWatch evaluates {longest} seconds at most"


def _threshold(alarm: Resource, alarm_terms: list[Term]) -> Iterator[str]:
    threshold, comparison = number(alarm.get("threshold")), str(alarm.get("comparison_operator", ""))
    if threshold is None or any(query.get("expression") for query in alarm.blocks("metric_query")):
        return
    for row in (catalogue().get((term.namespace or "", term.metric or "")) for term in alarm_terms):
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
            yield f"alarm_rule uses alarm '{name}', which is not built here"


RULE = Rule(
    module=__name__,
    number=1,
    severity="high",
    types=ALARMS,
    check=check,
    standards=("WA REL06-BP01",),
)
