"""DynamoDB: global tables.

A replica is a table in another Region of the emulator that shares the first table's items.
"""

from typing import Any

from moto.backends import get_backend
from moto.dynamodb.exceptions import MockValidationException
from moto.dynamodb.models import DynamoDBBackend, dynamodb_backends
from moto.dynamodb.models.table import Table
from moto.dynamodb.responses import DynamoHandler, DynamoResult

from dynawright.emulator.gaps.patch import Original, wrap

VERSION = "2019.11.21"
# the provider waits for exactly this text when it deletes a table whose replica is already gone
GONE = "Replica specified in the Replica Update or Replica Delete action of the request was not found."


def install() -> None:
    wrap(DynamoHandler, "update_table", _update_table)
    wrap(DynamoDBBackend, "delete_table", _delete_table)
    wrap(Table, "describe", _describe)


def _update_table(original: Original, handler: Any) -> Any:
    """Add and delete replicas, which moto ignores and the provider waits for."""
    original(handler)
    table = handler.dynamodb_backend.get_table(handler.body["TableName"])
    if handler.body.get("MultiRegionConsistency") == "STRONG":
        _make_strong(table, handler.body)
    for update in handler.body.get("ReplicaUpdates", []):
        named = update.get("Update") or update.get("Delete")
        if named and named["RegionName"] not in _group(table):
            raise MockValidationException(GONE)
        if create := update.get("Create"):
            _create(table, create)
        elif change := update.get("Update"):
            _encrypt(_backend(table, change["RegionName"]).get_table(table.name), change.get("KMSMasterKeyId"))
        elif delete := update.get("Delete"):
            _backend(table, delete["RegionName"]).delete_table(table.name)
    return DynamoResult(table.describe())


def _make_strong(table: Any, request: dict[str, Any]) -> None:
    """Check what AWS demands: an empty table, and two more Regions, one of which may be a witness."""
    witnesses = [update["Create"]["RegionName"] for update in request.get("GlobalTableWitnessUpdates", []) if "Create" in update]
    copies = [update["Create"]["RegionName"] for update in request.get("ReplicaUpdates", []) if "Create" in update]
    if len({*copies, *witnesses, table.region_name}) != 3 or not copies:
        raise MockValidationException(
            "Unsupported table replica count for global tables with MultiRegionConsistency set to STRONG"
        )
    if table.items:
        raise MockValidationException("MultiRegionConsistency can be set to STRONG only for a table without items")
    table.witnesses, table.is_strong = witnesses, True


def _delete_table(original: Original, backend: Any, name: str) -> Any:
    """Refuse to delete a protected replica, directly or through its table; otherwise forget it."""
    table = original(backend, name)
    group = _group(table)
    group.discard(table.region_name)
    if len(group) == 1:
        group.clear()  # the last one is an ordinary table again
    return table


def _create(table: Any, request: dict[str, Any]) -> None:
    region = request["RegionName"]
    if region in _group(table) or region == table.region_name:
        raise MockValidationException(f"Failed to create a the new replica of table with name: '{table.name}' because it exists")
    is_strong = table.__dict__.get("is_strong", False)
    if not is_strong and (table.stream_specification or {}).get("StreamViewType") != "NEW_AND_OLD_IMAGES":
        raise MockValidationException("Table must have DynamoDB Streams enabled with StreamViewType set to NEW_AND_OLD_IMAGES")
    if table.billing_mode == "PROVISIONED" and not _writes_are_autoscaled(table):
        raise MockValidationException("Table write capacity should either be Pay-Per-Request or AutoScaled.")
    described = table.describe()["TableDescription"]
    replica = _backend(table, region).create_table(
        name=table.name,
        schema=table.schema,
        throughput=dict(table.throughput),
        attr=table.attr,
        global_indexes=described["GlobalSecondaryIndexes"],
        indexes=described["LocalSecondaryIndexes"],
        streams=dict(table.stream_specification or {}),
        billing_mode=table.billing_mode,
        sse_specification=None,
        tags=[],
        deletion_protection_enabled=False,
        warm_throughput=None,
    )
    replica.items = table.items
    replica.table_class = request.get("TableClassOverride") or getattr(table, "table_class", None)
    _encrypt(replica, request.get("KMSMasterKeyId"))
    group = _group(table)
    group |= {table.region_name, region}
    replica.regions = group
    if is_strong:
        replica.witnesses, replica.is_strong = table.witnesses, True


def _describe(original: Original, table: Any, base_key: str = "TableDescription") -> Any:
    result = original(table, base_key)
    others = sorted(_group(table) - {table.region_name})
    if others:
        result[base_key]["GlobalTableVersion"] = VERSION
        result[base_key]["Replicas"] = [_described(table, region) for region in others]
    if others and table.__dict__.get("is_strong"):
        result[base_key]["MultiRegionConsistency"] = "STRONG"
        result[base_key]["GlobalTableWitnesses"] = [
            {"RegionName": region, "WitnessStatus": "ACTIVE"} for region in table.witnesses
        ]
    return result


def _described(table: Any, region: str) -> dict[str, Any]:
    replica = _backend(table, region).get_table(table.name)
    key = (replica.sse_specification or {}).get("KMSMasterKeyId")
    table_class = getattr(replica, "table_class", None)
    return (
        {"RegionName": region, "ReplicaStatus": "ACTIVE"}
        | ({"KMSMasterKeyId": key} if key else {})
        | ({"ReplicaTableClassSummary": {"TableClass": table_class}} if table_class else {})
    )


def _encrypt(replica: Any, key: str | None) -> None:
    if key:
        replica.sse_specification = {"Enabled": True, "SSEType": "KMS", "KMSMasterKeyId": key}


def _writes_are_autoscaled(table: Any) -> bool:
    autoscaling = get_backend("applicationautoscaling")[table.account_id][table.region_name]
    dimension = "dynamodb:table:WriteCapacityUnits"
    return any(
        (policy.resource_id, policy.scalable_dimension) == (f"table/{table.name}", dimension)
        for policy in autoscaling.policies.values()
    )


def _group(table: Any) -> set[str]:
    """Return the Regions of all copies: one set that they share."""
    regions: set[str] = table.__dict__.setdefault("regions", set())
    return regions


def _backend(table: Any, region: str) -> Any:
    return dynamodb_backends[table.account_id][region]
