"""DynamoDB: projection expressions.

moto supports one list member per attribute, none after a #name, and no overlapping paths.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Sequence
from typing import Any

from moto.dynamodb.exceptions import MockValidationException
from moto.dynamodb.models.dynamo_type import DynamoType, Item
from moto.dynamodb.models.utilities import dynamo_to_dict
from moto.dynamodb.parsing.reserved_keywords import ReservedKeywords
from moto.dynamodb.responses import DynamoHandler, ProjectionExpressionParser

from dynawright.emulator.gaps.patch import Original, wrap

Path = Sequence[str | int]


def install() -> None:
    wrap(ProjectionExpressionParser, "parse", _parse)
    wrap(Item, "project", _project)
    wrap(DynamoHandler, "transact_get_items", _transact_get)


def _parse(original: Original, parser: Any) -> list[list[str | int]]:
    if not parser.projection_expression:
        return []
    paths = [_path(parser, text.strip()) for text in parser.projection_expression.split(",")]
    for at, path in enumerate(paths):
        for other in paths[:at]:
            shorter = min(len(path), len(other))
            if path[:shorter] == other[:shorter]:
                raise MockValidationException("Invalid ProjectionExpression: Two document paths overlap with each other")
    return paths


def _path(parser: Any, text: str) -> list[str | int]:
    if not re.fullmatch(r"#?\w[\w-]*(\[\d+\])*(\.#?\w[\w-]*(\[\d+\])*)*", text):
        raise MockValidationException(f"Invalid ProjectionExpression: Syntax error; token: {text}")
    path: list[str | int] = []
    for name, index in re.findall(r"(#?\w[\w-]*)(?![\w\]-])|\[(\d+)\]", text):
        path.append(int(index) if index else _name(parser, name))
    return path


def _name(parser: Any, name: str) -> str:
    if name.startswith("#"):
        parser.expr_attr_names_found.append(name)
        if name not in parser.expression_attribute_names:
            raise MockValidationException(f"Invalid ProjectionExpression: {name} is not in ExpressionAttributeNames")
        return str(parser.expression_attribute_names[name])
    if name.upper() in ReservedKeywords.get_reserved_keywords():
        raise MockValidationException(f"Invalid ProjectionExpression: {name} is a reserved keyword")
    if name[0].isnumeric():
        raise MockValidationException(f"Invalid ProjectionExpression: {name} starts with a number")
    return name


def _project(original: Original, item: Any, paths: Sequence[Path]) -> Any:
    projected = Item(item.hash_key, item.range_key, {})
    whole = DynamoType({"M": {}})
    whole.value = item.attrs
    selected = _selected(whole, paths)
    projected.attrs = {} if selected is None else selected.value
    return projected


def _selected(value: Any, paths: Sequence[Path]) -> Any:
    """Return the parts of a value that the paths name, lists in order; None if there are none."""
    if any(not path for path in paths):
        return copy.deepcopy(value)
    below: dict[str | int, list[Path]] = {}
    for first, *rest in paths:
        below.setdefault(first, []).append(rest)
    part = copy.copy(value)
    if value.type == "M":
        members = {name: _selected(value.value[name], rest) for name, rest in below.items() if name in value.value}
        part.value = {name: member for name, member in members.items() if member is not None}
    elif value.type == "L":
        places = sorted(place for place in below if isinstance(place, int) and place < len(value.value))
        part.value = [member for place in places if (member := _selected(value.value[place], below[place])) is not None]
    return part if value.type in ("M", "L") and part.value else None


def _transact_get(original: Original, handler: Any) -> Any:
    """Apply projections in transactions, which return whole items in moto."""
    result = original(handler)
    for part, response in zip(handler.body["TransactItems"], result.result["Responses"], strict=True):
        request = part["Get"]
        if "ProjectionExpression" in request and "Item" in response:
            table = handler.dynamodb_backend.get_table(request["TableName"])
            item = table.get_item(*(DynamoType(request["Key"][name]) for name in table.table_key_attrs))
            parser = ProjectionExpressionParser(request["ProjectionExpression"], request.get("ExpressionAttributeNames"))
            response["Item"] = dynamo_to_dict(item.project(parser.parse()).attrs)
    return result
