"""DynamoDB: refuse update and condition expressions as AWS does; moto executes them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import partial
from typing import Any

from moto.dynamodb.exceptions import MockValidationException
from moto.dynamodb.models.dynamo_type import DynamoType
from moto.dynamodb.models.utilities import dynamo_to_dict
from moto.dynamodb.responses import DynamoHandler

from dynawright.emulator.gaps.patch import Original, wrap

TYPES = ("S", "SS", "N", "NS", "B", "BS", "BOOL", "NULL", "L", "M")
IN_VALUES = 100
PATH = r"[#\w.\[\]-]+"
Request = dict[str, Any]
Path = list[str | int]


def install() -> None:
    for operation, expression in (
        ("put_item", "ConditionExpression"),
        ("update_item", "ConditionExpression"),
        ("delete_item", "ConditionExpression"),
        ("query", "FilterExpression"),
        ("scan", "FilterExpression"),
    ):
        wrap(DynamoHandler, operation, partial(_check_condition, expression))
    wrap(DynamoHandler, "update_item", _check_update)
    wrap(DynamoHandler, "update_item", _return_assigned)


def _check_condition(expression: str, original: Original, handler: Any) -> Any:
    for reason in _bad_condition(handler.body.get(expression) or "", handler.body.get("ExpressionAttributeValues") or {}):
        raise MockValidationException(f"Invalid {expression}: {reason}")
    return original(handler)


def _bad_condition(text: str, values: Request) -> Iterator[str]:
    for place in re.findall(rf"attribute_type\s*\(\s*{PATH}\s*,\s*(:\w+)\s*\)", text):
        if values.get(place, {}).get("S") not in TYPES:
            yield f"Invalid attribute type name found; valid types: {', '.join(TYPES)}"
    for place in re.findall(rf"begins_with\s*\(\s*{PATH}\s*,\s*(:\w+)\s*\)", text):
        if not {"S", "B"} & values.get(place, {}).keys():
            yield "Incorrect operand type for operator or function; operator or function: begins_with"
    for low, high in re.findall(r"\bBETWEEN\s+(:\w+)\s+AND\s+(:\w+)", text, re.IGNORECASE):
        bounds = [values.get(low, {}), values.get(high, {})]
        if bounds[0].keys() == bounds[1].keys() and _order(bounds[0]) > _order(bounds[1]):
            yield "The BETWEEN operator requires upper bound to be greater than or equal to lower bound"
    for members in re.findall(r"\bIN\s*\(([^)]*)\)", text, re.IGNORECASE):
        if members.count(",") >= IN_VALUES:
            yield f"The IN operator is provided with too many operands; maximum: {IN_VALUES}"
    for left, right in re.findall(rf"({PATH})\s*(?:=|<>|<=|>=|<|>)\s*({PATH})", text):
        if left == right:
            yield f"The first operand must be distinct from the remaining operands; operand: {left}"


def _order(value: Request) -> Any:
    [(type, content)] = value.items()
    return Decimal(content) if type == "N" else content


def _check_update(original: Original, handler: Any) -> Any:
    """Refuse overlapping paths, undefined names, and paths into strings."""
    request = handler.body
    names = request.get("ExpressionAttributeNames") or {}
    if undefined := sorted({*re.findall(r"#[\w-]+", request.get("UpdateExpression") or "")} - {*names}):
        raise MockValidationException(f"Invalid UpdateExpression: {undefined[0]} is not in ExpressionAttributeNames")
    paths = [*_targets(request)]
    for at, path in enumerate(paths):
        for other in paths[:at]:
            shorter = min(len(path), len(other))
            if path[:shorter] == other[:shorter]:
                raise MockValidationException("Invalid UpdateExpression: Two document paths overlap with each other")
    if "ConditionExpression" not in request:  # a failed condition ends the request before these checks
        item = _stored(handler)
        for path in paths:
            if item is not None and _leads_into_scalar(item, path):
                raise MockValidationException("The document path provided in the update expression is invalid for update")
    return original(handler)


def _targets(request: Request) -> Iterator[Path]:
    """Yield the paths that an update expression changes."""
    names = request.get("ExpressionAttributeNames") or {}
    clauses = re.split(r"\b(SET|REMOVE|ADD|DELETE)\b", request.get("UpdateExpression") or "", flags=re.IGNORECASE)
    for keyword, clause in zip(clauses[1::2], clauses[2::2], strict=True):
        pattern = rf"(?:^|,)\s*({PATH})\s*=" if keyword.upper() == "SET" else rf"(?:^|,)\s*({PATH})"
        for text in re.findall(pattern, clause):
            parts = re.findall(r"[#\w-]+", text)
            yield [int(part) if f"[{part}]" in text and part.isdigit() else names.get(part, part) for part in parts]


def _stored(handler: Any) -> Any:
    table = handler.dynamodb_backend.get_table(handler.body["TableName"])
    return table.get_item(*(DynamoType(handler.body["Key"][name]) for name in table.table_key_attrs))


def _leads_into_scalar(item: Any, path: Path) -> bool:
    value: Any = item.attrs.get(path[0])
    for part in path[1:]:
        if value is None:
            return False  # moto refuses it
        if value.type != ("L" if isinstance(part, int) else "M"):
            return True
        inside = value.value
        value = (inside[part] if part < len(inside) else None) if isinstance(part, int) else inside.get(part)
    return False


def _return_assigned(original: Original, handler: Any) -> Any:
    """Include attributes set to their old value in UPDATED_OLD and UPDATED_NEW."""
    returns = handler.body.get("ReturnValues")
    shown = _assigned(handler) if returns == "UPDATED_OLD" else {}
    result = original(handler)
    if returns == "UPDATED_NEW":
        shown = _assigned(handler)
    if shown:
        result.result.setdefault("Attributes", {}).update(shown)
    return result


def _assigned(handler: Any) -> dict[str, Any]:
    """Return the stored attributes that the update names; nested ones are left to moto."""
    item = _stored(handler)
    names = [str(path[0]) for path in _targets(handler.body) if len(path) == 1]
    return {name: dynamo_to_dict(item.attrs[name]) for name in names if item is not None and name in item.attrs}
