"""DynamoDB: refuse queries and scans as AWS does; read what a local index lacks from the table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from moto.dynamodb.exceptions import MockValidationException
from moto.dynamodb.responses import DynamoHandler, ProjectionExpressionParser

from dynawright.emulator.gaps.dynamodb_pages import whole_items
from dynawright.emulator.gaps.patch import Original, wrap
from dynawright.emulator.gaps.units import TableShape

EXPRESSIONS = ("KeyConditionExpression", "FilterExpression", "ProjectionExpression")
TOKEN = re.compile(r"\s*(?:(begins_with\b)|([#\w.-]+)|(:\w+)|(<=|>=|<>|[=<>,()]))")
COMPARATORS = ("=", "<", "<=", ">", ">=")
Request = dict[str, Any]


@dataclass(frozen=True)
class KeyCondition:
    attribute: str
    operator: str
    values: tuple[dict[str, Any], ...]


def install() -> None:
    wrap(DynamoHandler, "query", _query)
    wrap(DynamoHandler, "scan", _scan)


def _query(original: Original, handler: Any) -> Any:
    request = handler.body
    table = handler.dynamodb_backend.get_table(request["TableName"])
    _refuse(_bad_page(request))
    index = _index(table, request)
    if "KeyConditionExpression" in request:
        keys = table.schema if index is None else index.schema
        conditions = [*_conditions(request)]
        _refuse(_bad_conditions(table, keys, conditions))
        _refuse(_bad_start(table, index, conditions, request))
        _refuse(_filtered_keys(keys, request))
    beyond = {*_projected(request)} - {*_carried(table, index, request)}
    if beyond and index in table.global_indexes:
        raise MockValidationException(
            f"One or more parameter values were invalid: Global secondary index {index.name} does not project {sorted(beyond)}"
        )
    fetched = index in table.indexes and (beyond or request.get("Select") == "ALL_ATTRIBUTES")
    with whole_items(wanted=bool(fetched)):
        return original(handler)


def _scan(original: Original, handler: Any) -> Any:
    _refuse(_bad_page(handler.body))
    return original(handler)


def _refuse(reasons: Iterator[str]) -> None:
    for reason in reasons:
        raise MockValidationException(reason)


def _index(table: Any, request: Request) -> Any:
    name = request.get("IndexName")
    if name is None:
        return None
    for index in table.all_indexes():
        if index.name == name:
            return index
    raise MockValidationException(f"The table does not have the specified index: {name}")


def _bad_page(request: Request) -> Iterator[str]:
    if request.get("Limit") == 0:
        yield "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: Member must have value greater than or equal to 1"
    values = request.get("ExpressionAttributeValues") or {}
    used = {*re.findall(r":\w+", " ".join(request.get(name) or "" for name in EXPRESSIONS))}
    if unused := sorted({*values} - used):
        yield f"Value provided in ExpressionAttributeValues unused in expressions: keys: {{{', '.join(unused)}}}"


def _conditions(request: Request) -> Iterator[KeyCondition]:
    """Parse `name op :value`, `BETWEEN :a AND :b` and `begins_with(name, :value)`, joined by AND."""
    text = request["KeyConditionExpression"]
    words, at = [], 0
    while text[at:].strip():
        match = TOKEN.match(text, at)
        if match is None:
            raise MockValidationException(f"Invalid KeyConditionExpression: Syntax error near {text[at : at + 10]}")
        words.append(match[0].strip())
        at = match.end()
    words = [word for word in words if word not in ("(", ")", ",")]
    names, values = request.get("ExpressionAttributeNames") or {}, request.get("ExpressionAttributeValues") or {}
    while words:
        match words:
            case ["begins_with", name, value, *rest]:
                given = ("begins_with", [value])
            case [name, between, first, _, second, *rest] if between.upper() == "BETWEEN":
                given = ("BETWEEN", [first, second])
            case [name, operator, value, *rest] if operator in COMPARATORS:
                given = (operator, [value])
            case _:
                raise MockValidationException(
                    "Invalid KeyConditionExpression: only comparisons, BETWEEN and begins_with, joined by AND"
                )
        if not all(value in values for value in given[1]):
            raise MockValidationException("Invalid KeyConditionExpression: a value is not in ExpressionAttributeValues")
        yield KeyCondition(names.get(name, name), given[0], tuple(values[value] for value in given[1]))
        if rest and (rest[0].upper() != "AND" or len(rest) == 1):
            raise MockValidationException(
                f"Invalid KeyConditionExpression: Invalid operator used in KeyConditionExpression: {rest[0]}"
            )
        words = rest[1:]


def _bad_conditions(table: Any, keys: list[dict[str, str]], conditions: list[KeyCondition]) -> Iterator[str]:
    types = {attribute["AttributeName"]: attribute["AttributeType"] for attribute in table.attr}
    attributes = [condition.attribute for condition in conditions]
    partition = [key["AttributeName"] for key in keys if key["KeyType"] == "HASH"]
    if len({*attributes}) < len(attributes):
        yield "KeyConditionExpressions must only contain one condition per key"
    for name in (name for name in partition if name not in attributes):
        yield f"Query condition missed key schema element: {name}"
    for condition in conditions:
        if condition.attribute not in {key["AttributeName"] for key in keys}:
            yield f"Query key condition not supported: {condition.attribute} is no key"
        elif condition.attribute in partition and condition.operator != "=":
            yield "Query key condition not supported: a partition key must be equal to one value"
        for value in condition.values:
            [(type, content)] = value.items()
            if type != types.get(condition.attribute):
                yield "One or more parameter values were invalid: Condition parameter type does not match schema type"
            if content in ("", b""):
                yield "One or more parameter values are not valid: a key is empty"
        if condition.operator == "begins_with" and types.get(condition.attribute) == "N":
            yield "Invalid KeyConditionExpression: Incorrect operand type for operator or function begins_with"
        if condition.operator == "BETWEEN" and _order(condition.values[0]) > _order(condition.values[1]):
            yield "Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be greater than or equal to lower bound"


def _order(value: dict[str, Any]) -> Any:
    [(type, content)] = value.items()
    return Decimal(content) if type == "N" else content


def _bad_start(table: Any, index: Any, conditions: list[KeyCondition], request: Request) -> Iterator[str]:
    start = request.get("ExclusiveStartKey")
    if start is None:
        return
    if start.keys() != {*table.table_key_attrs, *(index.schema_key_attrs if index else ())}:
        yield "The provided starting key is invalid"
    for condition in conditions:
        if condition.operator == "=" and condition.attribute in start and start[condition.attribute] != condition.values[0]:
            yield "The provided starting key is outside query boundaries based on provided conditions"


def _filtered_keys(keys: list[dict[str, str]], request: Request) -> Iterator[str]:
    names = request.get("ExpressionAttributeNames") or {}
    filtered = {names.get(word, word) for word in re.findall(r"[#\w.-]+", request.get("FilterExpression") or "")}
    for key in keys:
        if key["AttributeName"] in filtered:
            yield f"Filter Expression can only contain non-primary key attributes: Primary key attribute: {key['AttributeName']}"


def _projected(request: Request) -> list[str]:
    """Return the top-level attributes that a projection names."""
    parser = ProjectionExpressionParser(request.get("ProjectionExpression"), request.get("ExpressionAttributeNames"))
    return [str(path[0]) for path in parser.parse()]


def _carried(table: Any, index: Any, request: Request) -> list[str]:
    names = _projected(request)
    return names if index is None else [name for name in names if TableShape(table).carries(index.name, name)]
