"""PartiQL: ExecuteStatement, BatchExecuteStatement, ExecuteTransaction."""

from __future__ import annotations

from typing import Any

from dynawright.emulator.conformance.case import API, GUIDE, INVALID, TABLE, Case, key, number, text
from dynawright.emulator.conformance.table import FIRST, SECOND

_SELECT = f"{GUIDE}/ql-reference.select.html"
_INSERT = f"{GUIDE}/ql-reference.insert.html"
_UPDATE = f"{GUIDE}/ql-reference.update.html"
_DELETE = f"{GUIDE}/ql-reference.delete.html"
_BATCH = f"{API}/API_BatchExecuteStatement.html"
_TRANSACTION = f"{API}/API_ExecuteTransaction.html"
_CHECK_FAILED = "ConditionalCheckFailedException"


def _request(statement: str) -> dict[str, Any]:
    """Return a request; `{table}` is the shared table."""
    return {"Statement": statement.replace("{table}", f'"{TABLE}"')}


_READ = _request("SELECT * FROM {table} WHERE PK = 'a' AND SK = '1'")
_WRITE = _request("DELETE FROM {table} WHERE PK = 'b' AND SK = '1'")


def _statement(
    id: str, statement: str, source: str, *, refused: str = "", answer: Any = None, parameters: Any = None, given: str = ""
) -> Case:
    """Return a case; `given` is the partition key of an item that exists before."""
    request = _request(statement)
    if parameters is not None:
        request["Parameters"] = parameters
    before = (("put_item", {"TableName": TABLE, "Item": {**key(given), "x": number(1)}}),) if given else ()
    return Case(id, "execute_statement", request, source, refused=refused, answer=answer, given=before)


def _after(id: str, statement: str, source: str, item: Any) -> Case:
    """Return a case: an item with x = 1 after a statement."""
    request = _request(statement)
    put = ("put_item", {"TableName": TABLE, "Item": {**key(id), "x": number(1)}})
    return Case(
        id,
        "get_item",
        {"TableName": TABLE, "Key": key(id)},
        source,
        answer={"Item": item},
        given=(put, ("execute_statement", request)),
    )


PARTIQL = (
    _statement(
        "statement-select-by-key", "SELECT * FROM {table} WHERE PK = 'a' AND SK = '2'", _SELECT, answer={"Items": [SECOND]}
    ),
    _statement(
        "statement-select-some-attributes",
        "SELECT title FROM {table} WHERE PK = 'a' AND SK = '1'",
        _SELECT,
        answer={"Items": [{"title": text("first")}]},
    ),
    _statement(
        "statement-select-with-parameters",
        "SELECT title FROM {table} WHERE PK = ? AND SK = ?",
        _SELECT,
        parameters=[text("a"), text("2")],
        answer={"Items": [{"title": text("second")}]},
    ),
    _statement(
        "statement-select-from-index",
        'SELECT title FROM {table}."ByKind" WHERE kind = \'x\' AND "rank" > 5',
        _SELECT,
        answer={"Items": [{"title": text("second")}]},
    ),
    _statement(
        "statement-select-begins-with",
        "SELECT SK FROM {table} WHERE PK = 'a' AND begins_with(title, 'sec')",
        _SELECT,
        answer={"Items": [{"SK": text("2")}]},
    ),
    _statement(
        "statement-select-in",
        "SELECT title FROM {table} WHERE PK = 'a' AND SK IN ['1', '9']",
        _SELECT,
        answer={"Items": [{"title": text("first")}]},
    ),
    _statement(
        "statement-select-list-member",
        "SELECT tags[1] FROM {table} WHERE PK = 'a' AND SK = '1'",
        _SELECT,
        answer={"Items": [{"tags[1]": text("q")}]},
    ),
    _statement("statement-select-finds-nothing", "SELECT * FROM {table} WHERE PK = 'nothing'", _SELECT, answer={"Items": []}),
    _statement(
        "statement-select-from-no-table",
        "SELECT * FROM \"no-table\" WHERE PK = 'a'",
        _SELECT,
        refused="ResourceNotFoundException",
    ),
    _statement("statement-select-from-no-index", "SELECT * FROM {table}.\"no-index\" WHERE PK = 'a'", _SELECT, refused=INVALID),
    _statement("statement-with-syntax-error", "SELEKT * FROM {table}", _SELECT, refused=INVALID),
    _statement("statement-without-its-parameter", "SELECT * FROM {table} WHERE PK = ?", _SELECT, refused=INVALID),
    _statement(
        "statement-insert-of-stored-item",
        "INSERT INTO {table} VALUE {'PK': 'inserted', 'SK': '1'}",
        _INSERT,
        given="inserted",
        refused="DuplicateItemException",
    ),
    _statement("statement-insert-without-sort-key", "INSERT INTO {table} VALUE {'PK': 'b'}", _INSERT, refused=INVALID),
    _statement(
        "statement-insert-with-key-of-another-type", "INSERT INTO {table} VALUE {'PK': 1, 'SK': '1'}", _INSERT, refused=INVALID
    ),
    _statement(
        "statement-insert-into-no-table",
        "INSERT INTO \"no-table\" VALUE {'PK': 'b', 'SK': '1'}",
        _INSERT,
        refused="ResourceNotFoundException",
    ),
    _after(
        "statement-update",
        "UPDATE {table} SET x = x + 1 SET y = 'new' WHERE PK = 'statement-update' AND SK = '1'",
        _UPDATE,
        {**key("statement-update"), "x": number(2), "y": text("new")},
    ),
    _after(
        "statement-update-removes",
        "UPDATE {table} REMOVE x WHERE PK = 'statement-update-removes' AND SK = '1'",
        _UPDATE,
        key("statement-update-removes"),
    ),
    _statement(
        "statement-update-of-no-item",
        "UPDATE {table} SET x = 1 WHERE PK = 'nothing' AND SK = '1'",
        _UPDATE,
        refused=_CHECK_FAILED,
    ),
    _statement("statement-update-without-sort-key", "UPDATE {table} SET x = 1 WHERE PK = 'a'", _UPDATE, refused=INVALID),
    _statement("statement-update-of-key", "UPDATE {table} SET SK = '9' WHERE PK = 'a' AND SK = '1'", _UPDATE, refused=INVALID),
    _statement(
        "statement-update-with-failing-condition",
        "UPDATE {table} SET x = 2 WHERE PK = 'cond' AND SK = '1' AND x = 7",
        _UPDATE,
        given="cond",
        refused=_CHECK_FAILED,
    ),
    _after("statement-delete", "DELETE FROM {table} WHERE PK = 'statement-delete' AND SK = '1'", _DELETE, None),
    _statement("statement-delete-without-sort-key", "DELETE FROM {table} WHERE PK = 'a'", _DELETE, refused=INVALID),
    _statement(
        "statement-delete-with-failing-condition",
        "DELETE FROM {table} WHERE PK = 'del' AND SK = '1' AND x = 7",
        _DELETE,
        given="del",
        refused=_CHECK_FAILED,
    ),
    Case(
        "statement-batch-reads",
        "batch_execute_statement",
        {"Statements": [_READ]},
        _BATCH,
        answer={"Responses": [{"TableName": TABLE, "Item": FIRST}]},
    ),
    Case(
        "statement-batch-mixes-reads-and-writes",
        "batch_execute_statement",
        {"Statements": [_READ, _WRITE]},
        _BATCH,
        refused=INVALID,
    ),
    Case("statement-batch-of-26", "batch_execute_statement", {"Statements": [_READ] * 26}, _BATCH, refused=INVALID),
    Case(
        "statement-transaction-mixes-reads-and-writes",
        "execute_transaction",
        {"TransactStatements": [_READ, _WRITE]},
        _TRANSACTION,
        refused=INVALID,
    ),
    Case(
        "statement-transaction-reads",
        "execute_transaction",
        {"TransactStatements": [_READ]},
        _TRANSACTION,
        answer={"Responses": [{"Item": FIRST}]},
    ),
    Case(
        "statement-transaction-with-failing-check",
        "execute_transaction",
        {"TransactStatements": [_request("INSERT INTO {table} VALUE {'PK': 'a', 'SK': '1'}")]},
        _TRANSACTION,
        refused="TransactionCanceledException",
    ),
)
