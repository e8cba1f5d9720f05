"""What runs is watched.

A table without a throttle alarm is found to be too small by its users; an index has throttles of its own, which the table's
metrics leave out. A stream's reader that is behind, or gives records up, loses changes that nobody misses for weeks. Outside of
disposable environments each table, index, function, stream mapping, vault, rule of EventBridge, cache and queue of failures has the alarms
that its users would ask for after the first outage.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from dynawright.rules.alarm_terms import Term, terms
from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Rule

MAPPING, EVENT_RULE = "aws_lambda_event_source_mapping", "aws_cloudwatch_event_rule"


class Kind(NamedTuple):
    """What an alarm calls a resource: the attribute that names it, the namespace and the dimension that mean it."""

    attribute: str
    namespace: str
    dimension: str
    metrics: tuple[str, ...]
    """Those that must have an alarm."""


OF_INDEX = ("ReadThrottleEvents", "WriteThrottleEvents")
OF_STREAM_READER = ("IteratorAge", "DestinationDeliveryFailures")
KINDS = {
    "aws_dynamodb_table": Kind("name", "AWS/DynamoDB", "TableName", (*OF_INDEX, "SystemErrors")),
    "aws_lambda_function": Kind("function_name", "AWS/Lambda", "FunctionName", ("Errors",)),
    MAPPING: Kind(
        "uuid",
        "AWS/Lambda",
        "EventSourceMappingUUID",
        ("DroppedEventCount", "OnFailureDestinationDeliveredEventCount", "PolledEventCount"),
    ),
    "aws_sqs_queue": Kind("name", "AWS/SQS", "QueueName", ("ApproximateNumberOfMessagesVisible",)),
    "aws_backup_vault": Kind("name", "AWS/Backup", "BackupVaultName", ("NumberOfBackupJobsFailed",)),
    EVENT_RULE: Kind("name", "AWS/Events", "RuleName", ("FailedInvocations",)),
    "aws_dax_cluster": Kind("cluster_name", "AWS/DAX", "ClusterId", ("FaultRequestCount", "ThrottledRequestCount")),
}


def check(resource: Resource, document: Document) -> Iterator[str]:
    if document.is_disposable or (resource.type == MAPPING and not _reads_a_stream(resource)):
        return
    if resource.type == EVENT_RULE and not _has_target(resource, document):
        return  # it only counts: there is nothing that it could fail to tell
    kind = KINDS[resource.type]
    metrics = kind.metrics
    if resource.type == "aws_lambda_function" and _is_stream_reader(resource, document):
        metrics += OF_STREAM_READER
    yield from _missing(document, resource, metrics)
    if resource.type == "aws_dynamodb_table":
        for index in resource.blocks("global_secondary_index"):
            yield from _missing(document, resource, OF_INDEX, str(index.get("name")))


def _reads_a_stream(mapping: Resource) -> bool:
    """A queue has no place to start at."""
    return mapping.get("starting_position") is not None


def _has_target(rule: Resource, document: Document) -> bool:
    targets = document.of_type("aws_cloudwatch_event_target")
    return any(document.named(target.get("rule"), "name", EVENT_RULE) is rule for target in targets)


def _is_stream_reader(function: Resource, document: Document) -> bool:
    return any(
        document.named(mapping.get("function_name"), "function_name", function.type) is function
        for mapping in document.of_type(MAPPING)
        if _reads_a_stream(mapping)
    )


def _missing(document: Document, resource: Resource, metrics: tuple[str, ...], index: str | None = None) -> Iterator[str]:
    watched = {
        term.metric
        for alarm in document.of_type("aws_cloudwatch_metric_alarm")
        for term in terms(alarm)
        if _means(term, resource, document) and term.of("GlobalSecondaryIndexName") == index
    }
    if missing := [metric for metric in metrics if metric not in watched]:
        yield f"no alarm watches {', '.join(missing)}{f' of index {index}' if index else ''}: let the stack watch it"


def _means(term: Term, resource: Resource, document: Document) -> bool:
    kind = KINDS[resource.type]
    return term.namespace == kind.namespace and (
        document.named(term.of(kind.dimension), kind.attribute, resource.type) is resource
    )


RULE = Rule(
    module=__name__,
    number=26,
    severity="medium",
    types=tuple(KINDS),
    check=check,
    standards=("WA REL06-BP01",),
)
