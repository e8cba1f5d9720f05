"""Check that an alarm's subject exists, by the dimensions of its metrics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dynawright.rules.alarm_terms import Term
from dynawright.rules.blocks import as_mapping
from dynawright.rules.resources import Document, Resource

NAMED = {
    "TableName": ("aws_dynamodb_table", "name"),
    "FunctionName": ("aws_lambda_function", "function_name"),
    "QueueName": ("aws_sqs_queue", "name"),
    "TopicName": ("aws_sns_topic", "name"),
    "BackupVaultName": ("aws_backup_vault", "name"),
    "ClusterId": ("aws_dax_cluster", "cluster_name"),
    "RuleName": ("aws_cloudwatch_event_rule", "name"),
    "EventSourceMappingUUID": ("aws_lambda_event_source_mapping", "uuid"),
}
"""Metric dimension → the resource type it names."""
OF_A_TABLE = {"GlobalSecondaryIndexName", "ReceivingRegion"}
"""Dimensions that name a part of the table given by TableName."""
OPERATIONS = {
    *("GetItem", "BatchGetItem", "Query", "Scan", "TransactGetItems", "PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem"),
    *("TransactWriteItems", "ExecuteStatement", "BatchExecuteStatement", "ExecuteTransaction", "GetRecords"),
}


def subject_problems(term: Term, document: Document) -> Iterator[str]:
    """Yield what an alarm watches but the stack lacks: names, indexes, operations, mapping metrics."""
    dimensions = {dimension: value for dimension, value in (term.dimensions or {}).items() if value is not None}
    for dimension in [name for name in NAMED if name in dimensions]:
        yield from _missing(dimension, dimensions[dimension], document)
    if dimensions.keys() & OF_A_TABLE:
        table = document.named(dimensions.get("TableName"), "name", "aws_dynamodb_table")
        if table is not None:
            indexes = [block.get("name") for block in table.blocks("global_secondary_index")]
            yield from _part(dimensions, "GlobalSecondaryIndexName", indexes)
            yield from _part(dimensions, "ReceivingRegion", _replica_regions(table, document))
    if "Operation" in dimensions:
        yield from _part(dimensions, "Operation", sorted(OPERATIONS))
        yield from _uncalled(dimensions, document)
    if "EventSourceMappingUUID" in dimensions:
        yield from _mapping(term, document)


def _missing(dimension: str, value: Any, document: Document) -> Iterator[str]:
    """Yield a message if the stack has resources of the dimension's type, but none with this name."""
    type, attribute = NAMED[dimension]
    there = document.of_type(type)
    if there and document.named(value, attribute, type) is None and (is_literal(value) or _is_of(type, value)):
        names = ", ".join(str(resource.get(attribute, resource.address)) for resource in there)
        yield f"{dimension} '{value}' is not built here; use one of: {names}"


def _replica_regions(table: Resource, document: Document) -> list[str | None]:
    """Return the Regions of a table's replicas; None for a Region or table known only after the apply."""
    replicas = document.of_type("aws_dynamodb_table_replica")
    copies = [
        replica for replica in replicas if document.named(replica.get("global_table_arn"), "name", table.type) in (table, None)
    ]
    return [
        *(block.get("region_name") for block in table.blocks("replica")),
        *(document.region_of(replica) for replica in copies),
    ]


def _part(dimensions: Mapping[str, Any], dimension: str, there: list[Any]) -> Iterator[str]:
    value = dimensions.get(dimension)
    unknown = None in there  # a plan doesn't show the Region of a new replica
    if value is not None and is_literal(value) and value not in there and not unknown:
        yield f"{dimension} '{value}' does not exist; use one of: {', '.join(str(name) for name in there) or 'none'}"


def _uncalled(dimensions: Mapping[str, Any], document: Document) -> Iterator[str]:
    """Yield a message for an operation that no access pattern uses; checked only for tables with a model."""
    table = document.named(dimensions.get("TableName"), "name", "aws_dynamodb_table")
    operation = dimensions["Operation"]
    called = None if table is None else as_mapping(table.notes.get("dynawright")).get("operations")
    if called is not None and operation in OPERATIONS and operation not in called:
        fix = "a write in a transaction is a TransactWriteItems (in_transaction=True on the pattern)"
        yield f"no pattern calls {operation} on {dimensions['TableName']}, so it never has data; patterns call {', '.join(called)}; {fix}"


def _mapping(term: Term, document: Document) -> Iterator[str]:
    """Yield a message for a mapping whose event count metrics are switched off."""
    mapping = document.named(term.of("EventSourceMappingUUID"), "uuid", "aws_lambda_event_source_mapping")
    metrics_config = "" if mapping is None else str(mapping.get("metrics_config", ""))
    if mapping is not None and "EventCount" not in metrics_config and "${" not in metrics_config:
        yield f"{term.metric} has no data: {mapping.label} has no metrics_config with the metrics EventCount"


def is_literal(value: Any) -> bool:
    """Whether a value is a text without Terraform expressions."""
    return isinstance(value, str) and "${" not in value


def _is_of(type: str, value: Any) -> bool:
    """Whether a value is a reference to a resource of this type (which doesn't exist here)."""
    return isinstance(value, str) and value.startswith(f"${{{type}.")
