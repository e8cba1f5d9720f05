"""DynamoDB: PartiQL.

moto's parser supports little more than strings; here statements become DynamoDB's own operations.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from moto.core.exceptions import JsonRESTError
from moto.dynamodb.comparisons import get_filter_expression
from moto.dynamodb.exceptions import (
    ERROR_TYPE_PREFIX,
    ConditionalCheckFailed,
    MockValidationException,
    TransactionCanceledException,
)
from moto.dynamodb.models import DynamoDBBackend
from moto.dynamodb.models.dynamo_type import DynamoType

from dynawright.emulator.gaps.partiql import Statement, StatementError, parse

BATCH_STATEMENTS = 25
Answer = list[dict[str, Any]]
SHORT_CODES = {"ValidationException": "ValidationError"}


def install() -> None:
    DynamoDBBackend.execute_statement = _execute
    DynamoDBBackend.execute_transaction = _execute_transaction
    DynamoDBBackend.batch_execute_statement = _execute_batch


def _execute(backend: Any, statement: str, parameters: list[dict[str, Any]]) -> Answer:
    return _run(backend, _parsed(statement, parameters))


def _parsed(statement: str, parameters: list[dict[str, Any]] | None) -> Statement:
    try:
        return parse(statement, parameters or [])
    except StatementError as error:
        raise MockValidationException(f"Statement wasn't well formed, can't be processed: {error}") from error


def _run(backend: Any, statement: Statement) -> Answer:
    table = backend.get_table(statement.table)
    match statement.kind:
        case "SELECT":
            return [*_select(table, statement)]
        case "INSERT":
            return _insert(backend, table, statement)
        case "UPDATE":
            return _update(backend, table, statement)
    return _delete(backend, table, statement)


def _select(table: Any, statement: Statement) -> Iterator[dict[str, Any]]:
    items = [copy.deepcopy(item) for item in table.all_items()]
    if statement.index is not None:
        index = next((index for index in table.all_indexes() if index.name == statement.index), None)
        if index is None:
            raise MockValidationException(f"The table does not have the specified index: {statement.index}")
        items = [index.project(item) for item in items if all(name in item.attrs for name in index.schema_key_attrs)]
        items.sort(key=lambda item: [item.attrs[name].cast_value for name in index.schema_key_attrs])
    matches = get_filter_expression(statement.where or None, statement.names, statement.values)
    for item in items:
        if matches.expr(item):
            yield (
                item.attrs
                if not statement.columns
                else dict(_column(item, parts) for parts in statement.columns if _at(item, parts))
            )


def _column(item: Any, parts: list[str | int]) -> tuple[str, Any]:
    """Return name and value: a map's member has its own name, a list's member the whole path."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts)[1:]
    return (text if isinstance(parts[-1], int) else str(parts[-1])), _at(item, parts)


def _at(item: Any, parts: list[str | int]) -> Any:
    value = DynamoType({"M": {}})
    value.value = item.attrs
    for part in parts:
        inside = value.value if value is not None else None
        if isinstance(part, int):
            value = inside[part] if isinstance(inside, list) and part < len(inside) else None
        else:
            value = inside.get(part) if isinstance(inside, dict) else None
    return value


def _insert(backend: Any, table: Any, statement: Statement) -> Answer:
    key = _key(table, statement.item)
    if table.get_item(*key) is not None:
        raise JsonRESTError(ERROR_TYPE_PREFIX + "DuplicateItemException", "Duplicate primary key exists in table")
    backend.put_item(table.name, statement.item)
    return []


def _update(backend: Any, table: Any, statement: Statement) -> Answer:
    key = _key(table, statement.equal)
    if {*statement.updated} & {*table.table_key_attrs}:
        raise MockValidationException("Cannot update attribute that is part of the key")
    old = copy.deepcopy(table.get_item(*key))
    if old is None:
        raise ConditionalCheckFailed
    new = backend.update_item(
        table.name,
        {name: statement.equal[name] for name in table.table_key_attrs},
        statement.update,
        statement.names,
        statement.values,
        condition_expression=statement.where,
    )
    return [(new if statement.returning.endswith("NEW") else old).attrs] if statement.returning else []


def _delete(backend: Any, table: Any, statement: Statement) -> Answer:
    """Delete an item; a missing one is no error, unless the statement has further conditions."""
    key = _key(table, statement.equal)
    old = table.get_item(*key)
    if old is None and statement.conditions == len(table.table_key_attrs):
        return []
    names, values = statement.names, statement.values
    backend.delete_item(
        table.name, {name: statement.equal[name] for name in table.table_key_attrs}, names, values, statement.where
    )
    return [old.attrs] if old is not None and statement.returning else []


def _key(table: Any, given: dict[str, Any]) -> list[Any]:
    types = {attribute["AttributeName"]: attribute["AttributeType"] for attribute in table.attr}
    if any(next(iter(given.get(name, {"": None}))) != types[name] for name in table.table_key_attrs):
        raise MockValidationException("Where clause does not contain a mandatory equality on all key attributes")
    return [DynamoType(given[name]) for name in table.table_key_attrs]


def _execute_transaction(backend: Any, statements: list[dict[str, Any]]) -> Answer:
    parsed = [_parsed(statement["Statement"], statement.get("Parameters")) for statement in statements]
    _check_one_kind(parsed)
    before = {statement.table: copy.deepcopy(backend.get_table(statement.table).items) for statement in parsed}
    answers: Answer = []
    reasons: list[tuple[str | None, str | None, None]] = []
    for statement in parsed:
        try:
            items = _run(backend, statement)
            answers.append({"Item": items[0]} if items else {})
            reasons.append((None, None, None))
        except JsonRESTError as error:
            reasons.append((_short_code(error), error.message, None))
    if any(code for code, _, _ in reasons):
        for name, items in before.items():
            backend.get_table(name).items = items
        raise TransactionCanceledException(reasons)
    return answers


def _execute_batch(backend: Any, statements: list[dict[str, Any]]) -> Answer:
    if not 1 <= len(statements) <= BATCH_STATEMENTS:
        raise MockValidationException(f"1 validation error detected: a batch has 1 to {BATCH_STATEMENTS} statements")
    parsed = [_parsed(statement["Statement"], statement.get("Parameters")) for statement in statements]
    _check_one_kind(parsed)
    return [_batch_answer(backend, statement) for statement in parsed]


def _batch_answer(backend: Any, statement: Statement) -> dict[str, Any]:
    answer: dict[str, Any] = {"TableName": statement.table}
    try:
        if statement.kind == "SELECT":
            _key(backend.get_table(statement.table), statement.equal)
        items = _run(backend, statement)
        return {**answer, "Item": items[0]} if items else answer
    except JsonRESTError as error:
        return {**answer, "Error": {"Code": _short_code(error), "Message": error.message}}


def _check_one_kind(statements: list[Statement]) -> None:
    if len({statement.kind == "SELECT" for statement in statements}) > 1:
        raise MockValidationException("Statements either all read or all write")


def _short_code(error: Any) -> str:
    """Return a code as in reasons and batches: without the word Exception."""
    code = str(error.error_type).rpartition("#")[2]
    return SHORT_CODES.get(code, code.removesuffix("Exception"))
