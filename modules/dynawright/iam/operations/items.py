"""IAM requests for DynamoDB items: leading keys, attributes, select, return values.

Source: DynamoDB Developer Guide, "Using IAM policy conditions for fine-grained access control" and "IAM and transactions": a transaction
requires the action of each of its parts, with dynamodb:EnclosingOperation. AWS does not document whether each part is one request; here it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from dynawright.iam.evaluator import ContextValue
from dynawright.iam.operations.ask import Asked, UntranslatableError, filled
from dynawright.iam.operations.call import Situation
from dynawright.iam.operations.key_use import key_uses

TABLE = "arn:aws:dynamodb:{region}:{account}:table/"
_EXPRESSIONS = ("ProjectionExpression", "FilterExpression", "KeyConditionExpression", "ConditionExpression", "UpdateExpression")
_LEGACY = ("AttributesToGet", "AttributeUpdates", "Expected", "QueryFilter", "ScanFilter", "KeyConditions")
_NAME = re.compile(r"(?<![\w.:#])([#A-Za-z_]\w*)(?!\w)(?!\s*\()")  # the first name of a path; functions and values are left out
_KEYWORDS = {
    *("AND", "OR", "NOT", "IN", "BETWEEN", "SET", "REMOVE", "ADD", "DELETE"),
}
Part = Mapping[str, Any]


def read_item(situation: Situation) -> list[Asked]:
    """GetItem."""
    part = situation.call.parameters
    return _asked(situation, "GetItem", part, [part["Key"]], {"dynamodb:Select": _projected(part)})


def write_item(situation: Situation) -> list[Asked]:
    """PutItem, UpdateItem and DeleteItem."""
    part = situation.call.parameters
    context = {"dynamodb:ReturnValues": str(part.get("ReturnValues", "NONE"))}
    return _asked(situation, situation.call.operation, part, [_item(situation.call.operation, part)], context)


def query(situation: Situation) -> list[Asked]:
    """Query and Scan, of a table or an index."""
    part, operation = situation.call.parameters, situation.call.operation
    asked = _asked(situation, operation, part, [], {"dynamodb:Select": _select(part)})
    if operation == "Query":
        key = situation.state.partition_key(_table(situation, part), part.get("IndexName"))
        values = _queried(part, key)
        context = {**asked[0].context, **({"dynamodb:LeadingKeys": values} if values else {})}
        asked[0] = Asked(action=asked[0].action, resource=asked[0].resource, context=context)
    return asked


def batch_get(situation: Situation) -> list[Asked]:
    asked = []
    for name, table in situation.call.parameters["RequestItems"].items():
        part = {**table, "TableName": name, **_shared(situation)}
        asked += _asked(situation, "BatchGetItem", part, table["Keys"], {"dynamodb:Select": _projected(part)})
    return asked


def batch_write(situation: Situation) -> list[Asked]:
    asked = []
    for name, requests in situation.call.parameters["RequestItems"].items():
        items = [_item(kind, request) for entry in requests for kind, request in entry.items()]
        asked += _asked(situation, "BatchWriteItem", {"TableName": name, **_shared(situation)}, items, {})
    return asked


def transaction(situation: Situation) -> list[Asked]:
    """TransactGetItems and TransactWriteItems: each part requires its own action."""
    asked = []
    for entry in situation.call.parameters["TransactItems"]:
        for kind, part in entry.items():
            action = {"Get": "GetItem", "Put": "PutItem", "Update": "UpdateItem", "Delete": "DeleteItem"}.get(
                kind, "ConditionCheckItem"
            )
            context: dict[str, ContextValue] = {"dynamodb:EnclosingOperation": situation.call.operation}
            if action == "GetItem":
                context["dynamodb:Select"] = _projected(part)
            else:
                context["dynamodb:ReturnValues"] = str(part.get("ReturnValuesOnConditionCheckFailure", "NONE"))
            if action == "ConditionCheckItem":
                del context["dynamodb:EnclosingOperation"]  # not among its keys in the reference
            asked += _asked(situation, action, {**part, **_shared(situation)}, [_item(kind, part)], context)
    return list({repr(one): one for one in asked}.values())


def statements(situation: Situation) -> list[Asked]:
    """ExecuteStatement, BatchExecuteStatement, ExecuteTransaction: PartiQL actions, one per statement."""
    given = situation.call.parameters
    enclosed = situation.call.operation == "ExecuteTransaction"
    asked = []
    lists = {"BatchExecuteStatement": "Statements", "ExecuteTransaction": "TransactStatements"}
    several = lists.get(situation.call.operation)
    for entry in given[several] if several else [given]:
        read = situation.state.statement(entry["Statement"], entry.get("Parameters") or ())
        table = _table(situation, {"TableName": read.table})
        key = situation.state.partition_key(table, read.index)
        context: dict[str, ContextValue] = {"dynamodb:EnclosingOperation": situation.call.operation} if enclosed else {}
        if read.attributes:
            context["dynamodb:Attributes"] = list(read.attributes)
        if key and key in read.equal:
            context["dynamodb:LeadingKeys"] = [_scalar(read.equal[key])]
        if read.kind == "SELECT":
            context["dynamodb:FullTableScan"] = "false" if key in read.equal else "true"
        resource = f"{table}/index/{read.index}" if read.index else table
        asked.append(Asked(action=f"dynamodb:PartiQL{read.kind.title()}", resource=resource, context=context))
        asked += _decryption(situation, table)
    return asked


def _asked(
    situation: Situation, action: str, part: Part, items: Iterable[Mapping[str, Any]], context: Mapping[str, ContextValue]
) -> list[Asked]:
    table = _table(situation, part)
    index = part.get("IndexName") if action in ("Query", "Scan") else None
    resource = f"{table}/index/{index}" if index else table
    items = list(items)
    key = situation.state.partition_key(table, None)
    leading = list(dict.fromkeys(_scalar(item[key]) for item in items if key and key in item))
    attributes = list(dict.fromkeys([*(name for item in items for name in item), *_named(part)]))
    found: dict[str, ContextValue] = {**context}
    if leading:
        found["dynamodb:LeadingKeys"] = leading
    if attributes:
        found["dynamodb:Attributes"] = attributes
    if part.get("ReturnConsumedCapacity"):
        found["dynamodb:ReturnConsumedCapacity"] = part["ReturnConsumedCapacity"]
    return [Asked(action=f"dynamodb:{action}", resource=resource, context=found), *_decryption(situation, table)]


def _decryption(situation: Situation, table: str) -> Iterator[Asked]:
    """Yield the requests for the table's encryption key.

    DynamoDB decrypts the table's data key in the caller's name, for writes too.
    """
    encryption = {"aws:dynamodb:tableName": table.rpartition("/")[2], "aws:dynamodb:subscriberId": "{account}"}
    key = situation.state.find("table_key", table, situation)
    for ask in key_uses("dynamodb", key, "Decrypt", encryption=encryption) if key else ():
        yield from ask.fill(situation)


def _shared(situation: Situation) -> dict[str, Any]:
    given = situation.call.parameters.get("ReturnConsumedCapacity")
    return {"ReturnConsumedCapacity": given} if given else {}


def _table(situation: Situation, part: Part) -> str:
    name: str = part["TableName"]
    return name if name.startswith("arn:") else filled(TABLE, situation)[0] + name


def _item(kind: str, part: Part) -> Mapping[str, Any]:
    """Return the put item, or the key that is read or changed; AWS ignores the other parameter."""
    item: Mapping[str, Any] = part["Item" if kind.startswith("Put") else "Key"]
    return item


def _select(part: Part) -> str:
    """Return the Select of a query or scan, or AWS's default for it."""
    everything = "ALL_PROJECTED_ATTRIBUTES" if part.get("IndexName") else "ALL_ATTRIBUTES"
    return str(part.get("Select") or _projected(part, everything))


def _projected(part: Part, everything: str = "ALL_ATTRIBUTES") -> str:
    return "SPECIFIC_ATTRIBUTES" if part.get("ProjectionExpression") or part.get("AttributesToGet") else everything


def _named(part: Part) -> Iterator[str]:
    """Yield the top-level attributes in expressions, or in the legacy parameters."""
    names = part.get("ExpressionAttributeNames") or {}
    for parameter in _EXPRESSIONS:
        text = part.get(parameter) or ""
        for match in _NAME.finditer(text):
            name = match[1]
            if name.upper() not in _KEYWORDS:
                yield str(names.get(name, name))
    for parameter in _LEGACY:
        yield from part.get(parameter) or ()


def _queried(part: Part, key: str | None) -> list[str]:
    """Return the partition key's value in a query's condition."""
    if key is None:
        return []
    if part.get("KeyConditions") and part.get("KeyConditionExpression"):
        raise UntranslatableError("KeyConditions and KeyConditionExpression exclude each other")
    if legacy := (part.get("KeyConditions") or {}).get(key):
        return [_scalar(value) for value in legacy["AttributeValueList"]]
    names, values = part.get("ExpressionAttributeNames") or {}, part.get("ExpressionAttributeValues") or {}
    spelled = "|".join(re.escape(name) for name in (key, *(short for short, long in names.items() if long == key)))
    match = re.search(rf"(?<![\w#])(?:{spelled})\s*=\s*(:[\w-]+)", part.get("KeyConditionExpression") or "")
    match = match or re.search(rf"(:[\w-]+)\s*=\s*(?:{spelled})(?![\w-])", part.get("KeyConditionExpression") or "")
    return [_scalar(values[match[1]])] if match and match[1] in values else []


def _scalar(typed: Mapping[str, Any]) -> str:
    return str(next(iter(typed.values())))
