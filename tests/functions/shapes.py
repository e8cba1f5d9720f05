"""Compares requests, without their values, with those of generated clients."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

KINDS = {"PutItem": "Put", "UpdateItem": "Update", "DeleteItem": "Delete", "GetItem": "Get", "Query": "Query"}
_PLACE = re.compile(r"#\w+|:\w+")


class Shape(NamedTuple):
    """Expressions have names in place of aliases, and `:` for each value."""

    kind: str
    table: str
    update: str
    keys: str
    index_name: str
    condition: str
    projection: str
    consistent: bool


def shape(kind: str, table: str, request: Mapping[str, Any]) -> Shape:
    names = request.get("ExpressionAttributeNames", {})

    def written(match: re.Match[str]) -> str:
        return ":" if match[0][0] == ":" else str(names[match[0]])

    def expression(name: str) -> str:
        return " ".join(_PLACE.sub(written, request.get(f"{name}Expression", "")).split())

    index_name = request.get("IndexName", "")
    return Shape(
        kind,
        table,
        expression("Update"),
        expression("KeyCondition"),
        index_name,
        expression("Condition"),
        expression("Projection"),
        bool(request.get("ConsistentRead")),
    )


def asked(operation: str, request: Mapping[str, Any]) -> Iterator[Shape]:
    """Yield the shape of what a call of DynamoDB asks; of each part of a transaction."""
    if operation in KINDS:
        yield shape(KINDS[operation], request["TableName"], request)
    for item in request.get("TransactItems", []):
        for kind, part in item.items():
            yield shape(kind, part["TableName"], part)


def declared(pattern: Any) -> Iterator[Shape]:
    """Yield the same of a pattern of a generated client."""
    if hasattr(pattern, "parts"):
        for part in pattern.parts:
            yield from declared(part)
    else:
        yield shape(getattr(pattern, "operation", type(pattern).__name__), pattern.table, pattern.request)
