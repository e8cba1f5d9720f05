"""What runs is watched.

If a table has no throttle alarm, its users are the first to learn that it is too small; an index has throttles of its
own, which the table's metrics leave out. A stream's reader that lags behind or gives records up loses changes, and it
may take weeks to notice. Outside of disposable environments each table, index, function, stream mapping, vault,
EventBridge rule, cache and failure queue has the alarms that its users would ask for after the first outage.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from dynawright.rules.alarm_terms import terms
from dynawright.rules.alarm_trials import query_of
from dynawright.rules.intent import Intent
from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Rule

MAPPING, EVENT_RULE, FUNCTION = "aws_lambda_event_source_mapping", "aws_cloudwatch_event_rule", "aws_lambda_function"
CAPTURE, TABLE, ALARM = "aws_dynamodb_kinesis_streaming_destination", "aws_dynamodb_table", "aws_cloudwatch_metric_alarm"
CAPTURED = ("FailedToReplicateRecordCount", "AgeOfOldestUnreplicatedRecord")


class Kind(NamedTuple):
    """How alarms name a resource: the naming attribute, namespace and dimension."""

    attribute: str
    namespace: str
    dimension: str
    metrics: tuple[str, ...]
    """Metrics that must have an alarm."""


THROTTLES = re.compile(r"(Read|Write)(KeyRangeThroughput|ProvisionedThroughput|MaxOnDemandThroughput)ThrottleEvents")
"""What comes in pairs; the account's quota is no matter of an index that is written with its table."""
OF_OPERATION = ("SuccessfulRequestLatency", "SystemErrors")
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
        return  # it only counts: it can't fail to report
    if resource.type == CAPTURE:
        yield from _captured(resource, document)
        return
    kind = KINDS[resource.type]
    metrics = kind.metrics
    if resource.type == FUNCTION and _is_stream_reader(resource, document):
        metrics += OF_STREAM_READER
    if resource.type == "aws_backup_vault" and document.intent and _copies(document.intent):
        metrics += ("NumberOfCopyJobsFailed",)
    yield from _missing(document, resource, metrics)
    yield from _twins(document, resource)
    if resource.type == TABLE:
        for index in resource.blocks("global_secondary_index"):
            yield from _missing(document, resource, OF_INDEX, str(index.get("name")))
        yield from _operations(resource, document)


def _twins(document: Document, resource: Resource) -> Iterator[str]:
    """Require the same alarms for reads and writes, on the table and each index."""
    for (address, index), metrics in document.worked_out(_watched).items():
        if address != resource.address or resource.type != TABLE:
            continue
        for metric in sorted(metric for metric in metrics if metric and THROTTLES.fullmatch(metric)):
            way, other = ("Read", "Write") if metric.startswith("Read") else ("Write", "Read")
            if (twin := metric.replace(way, other)) not in metrics:
                where = f" of index {index}" if index else ""
                yield f"an alarm watches {metric}{where}, but none watches {twin}: {document.fix('pass it to watch()', 'add one')}"


def _copies(intent: Intent) -> bool:
    """Whether the environment copies its backups elsewhere."""
    return any(place.endswith("copy_to_vault_arns") for place in intent.settings.values())


def _operations(table: Resource, document: Document) -> Iterator[str]:
    """Yield messages for operations of access patterns that are not watched like the others."""
    model = document.intent.tables.get(str(table.get("name"))) if document.intent else None
    for metrics, watched in document.worked_out(_watched_operations).get(table.address, {}).items() if model else ():
        operations = dict.fromkeys(pattern.request for pattern in model.access_patterns) if model else ()
        if missing := [operation for operation in operations if operation not in watched]:
            yield f"no alarm watches {' and '.join(metrics)} of {', '.join(missing)}, which access patterns use: pass the table to watch()"


def _watched_operations(document: Document) -> dict[str, dict[tuple[str, ...], set[str]]]:
    """Return the operations that alarms watch, by table and by the metrics of one alarm."""
    watched: dict[str, dict[tuple[str, ...], set[str]]] = {}
    kind = KINDS[TABLE]
    for alarm in document.of_type(ALARM):
        alarm_terms = list(terms(alarm))
        together = tuple(metric for metric in OF_OPERATION if any(term.metric == metric for term in alarm_terms))
        for term in alarm_terms:
            table, operation = document.named(term.of(kind.dimension), kind.attribute, TABLE), term.of("Operation")
            if table and term.namespace == kind.namespace and term.metric in OF_OPERATION and isinstance(operation, str):
                watched.setdefault(table.address, {}).setdefault(together, set()).add(operation)
    return watched


def _captured(destination: Resource, document: Document) -> Iterator[str]:
    """Require alarms on a capture by queries: the dimensions of its metrics are not all documented."""
    table = document.named(destination.get("table_name"), "name", TABLE)
    watched = document.worked_out(_queried).get(table.address if table else "", set())
    if missing := [metric for metric in CAPTURED if metric not in watched]:
        yield f"no alarm watches {', '.join(missing)}: {document.fix('pass it to watch()', 'add one with a Metrics Insights query')}"


def _queried(document: Document) -> dict[str, set[str | None]]:
    """Return the metrics that alarms query for each table; those of unknown tables under ""."""
    watched: dict[str, set[str | None]] = {}
    for alarm in document.of_type(ALARM):
        if query := query_of(alarm):
            table = document.named(query.of("TableName"), "name", TABLE)
            watched.setdefault(table.address if table else "", set()).add(query.metric)
    return watched


def _reads_a_stream(mapping: Resource) -> bool:
    """Whether the mapping reads a stream; only those have a starting position."""
    return mapping.get("starting_position") is not None


def _has_target(rule: Resource, document: Document) -> bool:
    return rule.address in document.worked_out(_rules_with_targets)


def _rules_with_targets(document: Document) -> set[str]:
    rules = (document.named(target.get("rule"), "name", EVENT_RULE) for target in document.of_type("aws_cloudwatch_event_target"))
    return {rule.address for rule in rules if rule}


def _is_stream_reader(function: Resource, document: Document) -> bool:
    return function.address in document.worked_out(_stream_readers)


def _stream_readers(document: Document) -> set[str]:
    mappings = [mapping for mapping in document.of_type(MAPPING) if _reads_a_stream(mapping)]
    functions = (document.named(mapping.get("function_name"), "function_name", FUNCTION) for mapping in mappings)
    return {function.address for function in functions if function}


def _missing(document: Document, resource: Resource, metrics: tuple[str, ...], index: str | None = None) -> Iterator[str]:
    watched = document.worked_out(_watched).get((resource.address, index), set())
    if missing := [metric for metric in metrics if metric not in watched]:
        kind = KINDS[resource.type]
        terraform = f"add an aws_cloudwatch_metric_alarm for each, with namespace {kind.namespace} and dimension {kind.dimension}"
        fix = document.fix("pass it to watch()", terraform)
        yield f"no alarm watches {', '.join(missing)}{f' of index {index}' if index else ''}: {fix}"


def _watched(document: Document) -> dict[tuple[str, str | None], set[str | None]]:
    """Return the metrics that alarms watch by resource and index, reading each alarm once."""
    watched: dict[tuple[str, str | None], set[str | None]] = {}
    for alarm in document.of_type(ALARM):
        for term in terms(alarm):
            index = term.of("GlobalSecondaryIndexName")
            for type, kind in KINDS.items():
                if term.namespace != kind.namespace or not (index is None or isinstance(index, str)):
                    continue
                if resource := document.named(term.of(kind.dimension), kind.attribute, type):
                    watched.setdefault((resource.address, index), set()).add(term.metric)
    return watched


RULE = Rule(
    module=__name__,
    number=26,
    severity="medium",
    types=(*KINDS, CAPTURE),
    check=check,
    standards=("WA REL06-BP01",),
)
