"""Convert a table model to the arguments of CreateTable."""

from __future__ import annotations

from typing import Any

from dynawright.model import Index, Key, LocalIndex, TableModel


def definition(model: TableModel, table_name: str) -> dict[str, Any]:
    """Return the arguments of CreateTable for an on-demand table with all indexes of the model."""
    request: dict[str, Any] = {
        "TableName": table_name,
        "KeySchema": _schema(model.key),
        "AttributeDefinitions": [{"AttributeName": name, "AttributeType": type} for name, type in model.key_types.items()],
        "BillingMode": "PAY_PER_REQUEST",
    }
    if model.indexes:
        request["GlobalSecondaryIndexes"] = [_index(model, index) for index in model.indexes]
    if model.local_indexes:
        request["LocalSecondaryIndexes"] = [_index(model, index) for index in model.local_indexes]
    return request


def _index(model: TableModel, index: Index | LocalIndex) -> dict[str, Any]:
    projection: dict[str, Any] = {"ProjectionType": index.projection.type}
    if index.projection.attributes:
        projection["NonKeyAttributes"] = [*index.projection.attributes]
    return {"IndexName": index.name, "KeySchema": _schema(model.index_keys[index.name]), "Projection": projection}


def _schema(keys: tuple[Key, ...]) -> list[dict[str, str]]:
    return [{"AttributeName": key.name, "KeyType": role} for key, role in zip(keys, ("HASH", "RANGE"), strict=False)]
