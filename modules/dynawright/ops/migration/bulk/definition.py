"""A table's definition for ImportTable, from its stack; ImportTable supports less than Terraform."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from dynawright.errors import Place, Problem, UserError
from dynawright.imports import Import, file_of
from dynawright.model import TableModel
from dynawright.ops.adopt.imports import imports_of_stack
from dynawright.ops.adopt.synthesized import synthesized
from dynawright.ops.migration.table import Table
from dynawright.settings import Environment, load_named
from dynawright.systems import systems, tables_in

LATER = (
    "deletion_protection_enabled",
    "point_in_time_recovery",
    "server_side_encryption",
    "stream_enabled",
    "table_class",
    "tags",
    "ttl",
)
"""Attributes that ImportTable can't set, or that need the stack's key: Terraform sets them later."""


@dataclass(frozen=True)
class NewTable:
    """`parameters` are those of ImportTable; Terraform changes `later` afterwards."""

    table: Table
    system: str
    environment: str
    parameters: Mapping[str, Any]
    later: tuple[str, ...]
    imported: tuple[Import, ...]

    def write_import(self) -> str:
        """Write the `import` block that hands the table over to Terraform; return the file's name."""
        file = file_of(self.system, self.environment)
        there = json.loads(file.read_text())["import"] if file.exists() else []
        blocks = [*there, *(block._asdict() for block in self.imported if block._asdict() not in there)]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps({"import": blocks}, indent=2) + "\n")
        return str(file)


def planned(name: str, environment_name: str) -> NewTable:
    """Return the table that a stack builds under this name; raise if there is none, or no import for it."""
    environment = load_named(environment_name)
    system = _system_of(name, environment)
    with synthesized(system, environment_name) as (_, content):
        by_name = {table["name"]: table for table in content["resource"]["aws_dynamodb_table"].values()}
        view = environment.seen_by(system)
        blocks = imports_of_stack(content, {name}, {}, region=view.region, account=environment.account_id)
    resource = by_name[name]
    if indexes := resource.get("local_secondary_index"):
        text = f"has local indexes ({', '.join(index['name'] for index in indexes)}), which an import can't make"
        fix = "build the table with `make apply`, and load it with StartBulkPutItems or without --via"
        raise UserError([Problem("DW736", text, Place(path=f"table {name}"), name, fix=fix)])
    later = tuple(attribute for attribute in LATER if resource.get(attribute))
    return NewTable(_table(name, resource), system, environment_name, dict(_parameters(resource)), later, tuple(blocks))


def model_of(name: str, environment_name: str) -> TableModel | None:
    """Return the model of a table, if a system of the environment builds one with this name."""
    return _built(load_named(environment_name)).get(name, ("", None))[1]


def _system_of(name: str, environment: Environment) -> str:
    built = _built(environment)
    if name not in built:
        text = f"there is no such table, and no system of {environment.name} would build it"
        allowed = ", ".join(sorted(built))
        fix = f"name its environment with --environment, or one of these: {allowed}"
        raise UserError([Problem("DW736", text, Place(path=f"table {name}"), name, allowed, fix)])
    return built[name][0]


def _built(environment: Environment) -> dict[str, tuple[str, TableModel]]:
    return {
        environment.seen_by(system.name).table_name(table.name): (system.name, table)
        for system in systems()
        for table in tables_in(environment.seen_by(system.name), system)
    }


def _table(name: str, resource: Mapping[str, Any]) -> Table:
    types = {attribute["name"]: attribute["type"] for attribute in resource["attribute"]}
    indexes = {index["name"]: _keys(index, types) for index in resource.get("global_secondary_index", ())}
    ttl = resource.get("ttl") or {}
    return Table(name, "", "", _keys(resource, types), indexes, ttl.get("attribute_name"), has_stream=False, items=0, size=0, read_capacity=0, write_capacity=0)  # fmt: skip


def _keys(owner: Mapping[str, Any], types: Mapping[str, str]) -> dict[str, str]:
    return {name: types[name] for name in (owner.get("hash_key"), owner.get("range_key")) if name}


def _parameters(resource: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    yield "TableName", resource["name"]
    yield (
        "AttributeDefinitions",
        [{"AttributeName": attribute["name"], "AttributeType": attribute["type"]} for attribute in resource["attribute"]],
    )
    yield "KeySchema", _schema(resource)
    yield "BillingMode", resource.get("billing_mode", "PROVISIONED")
    yield from _capacity(resource)
    if indexes := resource.get("global_secondary_index"):
        yield "GlobalSecondaryIndexes", [dict(_index(index)) for index in indexes]


def _index(index: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    yield "IndexName", index["name"]
    yield "KeySchema", _schema(index)
    included = index.get("non_key_attributes")
    yield "Projection", {"ProjectionType": index["projection_type"], **({"NonKeyAttributes": included} if included else {})}
    yield from _capacity(index)


def _capacity(owner: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    if owner.get("read_capacity"):
        units = {"ReadCapacityUnits": owner["read_capacity"], "WriteCapacityUnits": owner["write_capacity"]}
        yield "ProvisionedThroughput", units
    if most := owner.get("on_demand_throughput"):
        names = {"max_read_request_units": "MaxReadRequestUnits", "max_write_request_units": "MaxWriteRequestUnits"}
        yield "OnDemandThroughput", {names[name]: value for name, value in most.items()}


def _schema(owner: Mapping[str, Any]) -> list[dict[str, str]]:
    kinds = (("HASH", owner.get("hash_key")), ("RANGE", owner.get("range_key")))
    return [{"AttributeName": name, "KeyType": kind} for kind, name in kinds if name]
