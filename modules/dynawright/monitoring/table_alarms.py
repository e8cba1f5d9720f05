"""The alarms of a table and its indexes, from the model and the capacity mode."""

from __future__ import annotations

from collections.abc import Iterator

from dynawright.constructs.naming import pascal_case
from dynawright.model import TableModel
from dynawright.monitoring.alarm import Alarm, AlarmRule, Subject, alarms_about
from dynawright.monitoring.alarm_rules import tables as rules
from dynawright.monitoring.operations import READS, WRITES, operations
from dynawright.settings import AlarmSettings, TableSettings

BULK = {"BatchGetItem", "Scan", "TransactGetItems", "BatchWriteItem", "TransactWriteItems"}


def table_alarms(id: str, model: TableModel, table_name: str, table: TableSettings, settings: AlarmSettings) -> list[Alarm]:
    """Return capacity alarms per table and index, errors and latency per operation; `id` begins their ids."""
    used = operations(model)
    whole = Subject(id, model.name, f"table {table_name}", {"TableName": table_name}, used)
    result = alarms_about([*_capacity_rules(table), *_table_rules(model, settings)], whole, settings)
    for index in model.indexes:
        dimensions = {"TableName": table_name, "GlobalSecondaryIndexName": index.name}
        subject = Subject(
            f"{id}{pascal_case(index.name)}",
            f"{model.name}-{index.name}",
            f"index {index.name} of {table_name}",
            dimensions,
            whole=whole,
        )
        result += alarms_about(list(_capacity_rules(table, of_index=True)), subject, settings)
    for kind, group in (("Read", READS), ("Write", WRITES)):
        if in_use := tuple(operation for operation in group if operation in used):
            subject = Subject(whole.id, whole.name, whole.words, whole.dimensions, in_use)
            result += alarms_about([rules.ERROR_RATES[kind]], subject, settings)
    for operation in used:
        subject = Subject(
            f"{id}{operation}",
            f"{model.name}-{operation}",
            f"{operation} on {table_name}",
            {**whole.dimensions, "Operation": operation},
            whole=whole,
        )
        result += alarms_about([rules.BULK_LATENCY if operation in BULK else rules.LATENCY], subject, settings)
    # Strongly consistent replicas are never behind: AWS publishes no latency of theirs.
    for replica in () if table.is_strongly_consistent else table.replicas:
        subject = Subject(
            f"{id}{pascal_case(replica.region)}",
            f"{model.name}-{replica.region}",
            f"the replica of {table_name} in {replica.region}",
            {**whole.dimensions, "ReceivingRegion": replica.region},
        )
        result += alarms_about([rules.REPLICATION], subject, settings)
    return result


def _capacity_rules(table: TableSettings, *, of_index: bool = False) -> Iterator[AlarmRule]:
    yield from rules.THROTTLES
    yield from rules.HOT_KEYS
    yield rules.ACCOUNT_READ_CAUSE
    if not of_index:  # published for tables only
        yield rules.ACCOUNT_WRITE_CAUSE
    if table.capacity_mode == "provisioned":
        yield from rules.PROVISIONED_CAUSES
        yield from rules.UTILIZATION
        return
    for kind, maximum in (("Read", table.on_demand_max_read_units), ("Write", table.on_demand_max_write_units)):
        if maximum is not None and maximum > 0:
            yield rules.MAXIMUM_CAUSES[kind]


def _table_rules(model: TableModel, settings: AlarmSettings) -> Iterator[AlarmRule]:
    if operations(model):
        yield rules.SYSTEM_ERRORS
    yield rules.CONDITIONAL_CHECKS
    # With a lifetime that starts at an attribute's time, the first expiry is unknown.
    lives = [entity.expires_after for entity in model.entities if entity.expires_after and not entity.expires_from]
    if model.ttl and lives and min(lives) <= rules.LONGEST_LIFE_WATCHED:
        yield rules.EXPIRY_STALLED
    if settings.anomaly_detection:
        yield from rules.UNUSUAL
