"""Alarms can fire.

CloudWatch takes an alarm on a metric that does not exist, by dimensions it is not published by, or of a table that has another
name, and shows it green for ever: nobody notices until the outage it was meant for. What each metric really looks like stands
in the catalogue of metrics.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from modules.metrics import CUSTOM_NAMESPACE, catalogue, problems
from policy.alarm_terms import Term, expressions, names_in, summed_without_fill, terms
from policy.resources import Document, Resource
from policy.rule import Rule

MOST_METRICS = 10
LOG_NAMESPACE = f"{CUSTOM_NAMESPACE}Logs"
"""Metrics that only the log filters of the same stack make."""
HOUR, DAY, WEEK = 3600, 86_400, 604_800
NAMED = {
    "TableName": ("aws_dynamodb_table", "name"),
    "FunctionName": ("aws_lambda_function", "function_name"),
    "QueueName": ("aws_sqs_queue", "name"),
    "TopicName": ("aws_sns_topic", "name"),
    "BackupVaultName": ("aws_backup_vault", "name"),
    "ClusterId": ("aws_dax_cluster", "cluster_name"),
    "RuleName": ("aws_cloudwatch_event_rule", "name"),
}
"""Which dimension names a resource of which type."""
OPERATIONS = {
    *("GetItem", "BatchGetItem", "Query", "Scan", "TransactGetItems", "PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem"),
    *("TransactWriteItems", "ExecuteStatement", "BatchExecuteStatement", "ExecuteTransaction", "GetRecords"),
}
SPARSE = re.compile(r"SystemErrors|UserErrors|ThrottledRequests|\w+ThrottleEvents")
"""Metrics of DynamoDB that have data only while there is something to count."""


def check(alarm: Resource, document: Document) -> Iterator[str]:
    if alarm.type == "aws_cloudwatch_composite_alarm":
        yield from _composite(alarm, document)
        return
    asked = list(terms(alarm))
    for term in asked:
        yield from _metric(term, document)
        yield from _subject(term.dimensions, document)
    yield from _math(alarm, asked)
    yield from _window(alarm, asked)
    yield from _threshold(alarm, asked)


def _metric(term: Term, document: Document) -> Iterator[str]:
    known = {namespace.lower(): namespace for namespace, _ in catalogue()}
    if term.namespace in known.values():
        yield from problems(term.namespace, term.metric, term.dimensions, term.statistic, term.period_seconds)
    elif near := get_close_matches(term.namespace.lower(), known, 1, 0.85):
        yield f"namespace '{term.namespace}' has no metrics; did you mean '{known[near[0]]}'?"
    elif term.namespace == LOG_NAMESPACE:
        made = [
            (transformation.get("namespace"), transformation.get("name"))
            for one in document.of_type("aws_cloudwatch_log_metric_filter")
            for transformation in one.blocks("metric_transformation")
        ]
        if (term.namespace, term.metric) not in made:
            yield f"no log metric filter makes '{term.metric}'; they make {', '.join(str(name) for _, name in made) or 'nothing'}"


def _subject(dimensions: Mapping[str, Any], document: Document) -> Iterator[str]:
    for dimension, (type, attribute) in NAMED.items():
        value = dimensions.get(dimension)
        if value is None or not document.of_type(type):
            continue
        if document.named(value, attribute, type) is None and (_is_literal(value) or _is_of(type, value)):
            names = ", ".join(str(one.get(attribute)) for one in document.of_type(type))
            yield f"{dimension} '{value}' names nothing that is built here; there is {names}"
    table = document.named(dimensions.get("TableName"), "name", "aws_dynamodb_table")
    if table is not None:
        yield from _part(
            dimensions, "GlobalSecondaryIndexName", [one.get("name") for one in table.blocks("global_secondary_index")]
        )
        yield from _part(dimensions, "ReceivingRegion", _replica_regions(table, document))
    yield from _part(dimensions, "Operation", sorted(OPERATIONS))


def _replica_regions(table: Resource, document: Document) -> list[str | None]:
    """Of its blocks, and of the resources that make a copy of it."""
    replicas = document.of_type("aws_dynamodb_table_replica")
    copies = [one for one in replicas if document.named(one.get("global_table_arn"), "name", table.type) is table]
    return [*(one.get("region_name") for one in table.blocks("replica")), *(document.region_of(one) for one in copies)]


def _part(dimensions: Mapping[str, Any], dimension: str, there: list[Any]) -> Iterator[str]:
    value = dimensions.get(dimension)
    unknown = None in there  # a plan does not tell where a new replica will be
    if value is not None and _is_literal(value) and value not in there and not unknown:
        yield f"{dimension} '{value}' does not exist; there is {', '.join(str(one) for one in there) or 'none'}"


def _math(alarm: Resource, asked: list[Term]) -> Iterator[str]:
    queries = alarm.blocks("metric_query")
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
        sparse = {term.id for term in asked if SPARSE.fullmatch(term.metric)}
        if holes := sorted(summed_without_fill(expression) & sparse):
            yield f"{', '.join(holes)} often has no data, and then the sum has none: write FILL({holes[0]}, 0)"
    returned = [query.get("id") for query in queries if query.get("return_data")]
    band = alarm.get("threshold_metric_id")
    if band is not None and band not in ids:
        yield f"threshold_metric_id '{band}' is the id of no metric_query"
    if len(returned) != (1 if band is None else 2):
        yield f"{len(returned)} metric_query blocks return data; an alarm compares {'one' if band is None else 'the metric and its band'}"


def _window(alarm: Resource, asked: list[Term]) -> Iterator[str]:
    of, datapoints = alarm.get("evaluation_periods"), alarm.get("datapoints_to_alarm")
    if not isinstance(of, int | float):
        return
    if isinstance(datapoints, int | float) and datapoints > of:
        yield f"datapoints_to_alarm {datapoints} of evaluation_periods {of} can't be reached"
    period = max((term.period_seconds for term in asked), default=0)
    longest = WEEK if period >= HOUR else DAY
    if of * period > longest:
        yield f"it looks at {of} periods of {period} seconds; CloudWatch looks back {longest} seconds at most"


def _threshold(alarm: Resource, asked: list[Term]) -> Iterator[str]:
    threshold, comparison = alarm.get("threshold"), alarm.get("comparison_operator", "")
    if not isinstance(threshold, int | float) or expressions(alarm):
        return
    for row in (catalogue().get((term.namespace, term.metric)) for term in asked):
        if row is None:
            continue
        if comparison == "LessThanThreshold" and threshold <= 0:
            yield f"{row.name} is never less than {threshold}"
        if row.unit == "Percent" and comparison == "GreaterThanThreshold" and threshold >= 100:
            yield f"{row.name} is a percentage, never more than {threshold}"


def _composite(alarm: Resource, document: Document) -> Iterator[str]:
    there = {one.get("alarm_name") for one in document.of_type("aws_cloudwatch_metric_alarm", "aws_cloudwatch_composite_alarm")}
    for name in re.findall(r"(?:ALARM|OK|INSUFFICIENT_DATA)\(\s*[\"']?([^\"')]+)[\"']?\s*\)", alarm.get("alarm_rule", "")):
        if _is_literal(name) and name.rsplit(":", 1)[-1] not in there:
            yield f"alarm_rule speaks of alarm '{name}', which is not built here"


def _is_literal(value: Any) -> bool:
    return isinstance(value, str) and "${" not in value


def _is_of(type: str, value: Any) -> bool:
    """A reference to a resource of this type, which is then missing."""
    return isinstance(value, str) and value.startswith(f"${{{type}.")


RULE = Rule(
    module=__name__,
    number=1,
    severity="high",
    types=("aws_cloudwatch_metric_alarm", "aws_cloudwatch_composite_alarm"),
    check=check,
    standards=("WA REL06-BP01",),
)
