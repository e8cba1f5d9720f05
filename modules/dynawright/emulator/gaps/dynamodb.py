"""DynamoDB: settings of a table that moto forgets, or can't change once it exists."""

from typing import Any

from moto.core.responses import ActionResult
from moto.dynamodb.exceptions import StreamAlreadyEnabledException
from moto.dynamodb.models import DynamoDBBackend
from moto.dynamodb.models.table import GlobalSecondaryIndex, StreamShard, Table
from moto.dynamodb.responses import DynamoHandler, DynamoResult

from dynawright.emulator.gaps.patch import Original, wrap


def install() -> None:
    wrap(DynamoHandler, "create_table", _create_table)
    wrap(DynamoHandler, "update_table", _update_table)
    wrap(DynamoHandler, "list_tags_of_resource", _list_tags)
    wrap(DynamoDBBackend, "tag_resource", _tag)
    wrap(DynamoDBBackend, "update_table_streams", _update_stream)
    wrap(StreamShard, "add", _add_to_stream)
    wrap(Table, "describe", _describe_table)
    wrap(GlobalSecondaryIndex, "describe", _describe_index)


def _create_table(original: Original, handler: Any) -> Any:
    original(handler)
    table = handler.dynamodb_backend.get_table(handler.body["TableName"])
    _remember(table, handler.body)
    return DynamoResult(table.describe())


def _update_table(original: Original, handler: Any) -> Any:
    original(handler)
    request = handler.body
    table = handler.dynamodb_backend.get_table(request["TableName"])
    _remember(table, request)
    if "SSESpecification" in request:
        _encrypt(table, request["SSESpecification"])
    if request.get("BillingMode") == "PAY_PER_REQUEST":
        # drop the old capacity: the next plan fails with "read_capacity can not be set when billing_mode is PAY_PER_REQUEST"
        for owner in (table, *table.global_indexes):
            owner.throughput = {"ReadCapacityUnits": 0, "WriteCapacityUnits": 0}
    elif request.get("BillingMode") == "PROVISIONED":
        for owner in (table, *table.global_indexes):
            owner.on_demand_throughput = None
    # drop the key attributes of a deleted index: otherwise every plan removes them
    table.attr = [attribute for attribute in table.attr if attribute["AttributeName"] in table.attribute_keys]
    return DynamoResult(table.describe())


def _remember(table: Any, request: dict[str, Any]) -> None:
    """Keep table class and on-demand maximum: otherwise every plan sets them again."""
    if "TableClass" in request:
        table.table_class = request["TableClass"]
    if "OnDemandThroughput" in request:
        table.on_demand_throughput = request["OnDemandThroughput"]

    indexes = {index.name: index for index in table.global_indexes}
    updates = [update.get("Create") or update.get("Update") for update in request.get("GlobalSecondaryIndexUpdates", [])]
    for wanted in filter(None, [*request.get("GlobalSecondaryIndexes", []), *updates]):
        if "OnDemandThroughput" in wanted:
            indexes[wanted["IndexName"]].on_demand_throughput = wanted["OnDemandThroughput"]


def _describe_table(original: Original, table: Any, base_key: str = "TableDescription") -> Any:
    result = original(table, base_key)
    if table_class := getattr(table, "table_class", None):
        result[base_key]["TableClassSummary"] = {"TableClass": table_class}
    if maximum := getattr(table, "on_demand_throughput", None):
        result[base_key]["OnDemandThroughput"] = maximum
    return result


def _describe_index(original: Original, index: Any) -> Any:
    result = original(index)
    if maximum := getattr(index, "on_demand_throughput", None):
        result["OnDemandThroughput"] = maximum
    return result


def _encrypt(table: Any, specification: dict[str, Any]) -> None:
    """Apply UpdateTable's encryption, which moto ignores."""
    if specification.get("Enabled") and "KMSMasterKeyId" not in specification:
        managed_key = table._get_default_encryption_key(table.account_id, table.region_name)
        specification = {**specification, "KMSMasterKeyId": managed_key}
    table.sse_specification = specification


def _update_stream(original: Original, backend: Any, table: Any, specification: dict[str, Any]) -> None:
    """Let a stream be enabled again: moto answers ResourceInUseException, "Cannot enable stream"."""
    if specification.get("StreamEnabled") and table.stream_specification["StreamEnabled"]:
        raise StreamAlreadyEnabledException
    table.set_stream_specification(specification)


def _add_to_stream(original: Original, shard: Any, old: Any, new: Any) -> None:
    """Keep writing after a stream is disabled: moto answers status 500 (KeyError: 'StreamViewType').

    Also write one record, not two, for an UpdateItem that creates an item.
    """
    if not shard.table.stream_specification["StreamEnabled"]:
        return
    if old is None and shard.items:
        last = shard.items[-1].record
        key = {shard.table.hash_key_attr: new.hash_key.to_json()}
        if shard.table.range_key_attr is not None:
            key[shard.table.range_key_attr] = new.range_key.to_json()
        if last["eventName"] == "INSERT" and last["dynamodb"]["Keys"] == key:
            shard.items.pop()
    original(shard, old, new)


def _tag(original: Original, backend: Any, arn: str, tags: dict[str, str]) -> None:
    """Replace a tag's value: moto keeps the old one beside the new one."""
    backend.untag_resource(arn, list(tags))
    original(backend, arn, tags)


def _list_tags(original: Original, handler: Any) -> Any:
    """Return all tags in one page: the provider reads only the first, and moto's has ten tags."""
    return ActionResult({"Tags": handler.dynamodb_backend.list_tags_of_resource(handler.body["ResourceArn"])})
