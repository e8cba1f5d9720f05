"""Facts about a table that a migration needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC
from typing import Any

from dynawright.errors import Place, Problem, UserError
from dynawright.ops.migration.value import Item, text

USABLE = ("ACTIVE", "UPDATING")


@dataclass(frozen=True)
class Table:
    """`created` differs for a recreated table; `items` and `size` are up to six hours old."""

    name: str
    arn: str
    created: str
    keys: Mapping[str, str]
    """Types by name, the partition key first."""
    indexes: Mapping[str, Mapping[str, str]]
    """Index → its keys."""
    ttl: str | None
    has_stream: bool
    items: int
    size: int
    read_capacity: int
    write_capacity: int
    """0 for on-demand tables."""

    @property
    def identity(self) -> str:
        return f"{self.arn} of {self.created}"

    def key(self, item: Item) -> Item:
        return {name: item[name] for name in self.keys}

    def key_text(self, item: Item) -> str:
        return text(self.key(item))


def describe(client: Any, name: str) -> Table:
    description = client.describe_table(TableName=name)["Table"]
    if description["TableStatus"] not in USABLE:
        status = description["TableStatus"]
        text = f"must be ACTIVE, got {status}"
        raise UserError([Problem("DW723", text, Place(path=f"table {name}"), status, "ACTIVE", "wait until it is")])
    ttl = client.describe_time_to_live(TableName=name)["TimeToLiveDescription"]
    types = {attribute["AttributeName"]: attribute["AttributeType"] for attribute in description["AttributeDefinitions"]}
    indexes = [*description.get("GlobalSecondaryIndexes", ()), *description.get("LocalSecondaryIndexes", ())]
    capacity = description.get("ProvisionedThroughput", {})
    return Table(
        name=name,
        arn=description["TableArn"],
        created=description["CreationDateTime"].astimezone(UTC).isoformat(),
        keys=_keys(description, types),
        indexes={index["IndexName"]: _keys(index, types) for index in indexes},
        ttl=ttl.get("AttributeName") if ttl["TimeToLiveStatus"] in ("ENABLED", "ENABLING") else None,
        has_stream=description.get("StreamSpecification", {}).get("StreamEnabled", False),
        items=description["ItemCount"],
        size=description["TableSizeBytes"],
        read_capacity=capacity.get("ReadCapacityUnits", 0),
        write_capacity=capacity.get("WriteCapacityUnits", 0),
    )


def _keys(owner: Any, types: Mapping[str, str]) -> dict[str, str]:
    schema = sorted(owner["KeySchema"], key=lambda element: element["KeyType"] != "HASH")
    return {key["AttributeName"]: types[key["AttributeName"]] for key in schema}
