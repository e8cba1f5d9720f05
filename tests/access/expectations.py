"""A consumer's expected rights, derived from its patterns without the code that writes policies."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from dynawright.model import AccessPattern, Consumer, TableModel

ITEM_ACTIONS = {
    "GetItem": "GetItem",
    "PutItem": "PutItem",
    "UpdateItem": "UpdateItem",
    "DeleteItem": "DeleteItem",
    "ConditionCheck": "ConditionCheckItem",
}


@dataclass(frozen=True)
class Right:
    """One action on the table (index "") or an index, for partition keys that fit the template.

    `returns` are the allowed ReturnValues of a write; parts of transactions may omit them.
    """

    action: str
    index: str
    template: str | None
    returns: str = "NONE"
    in_transaction: bool = False

    def covers(self, action: str, index: str, key: str | None, returns: str | None = "NONE") -> bool:
        if (self.action, self.index) != (action, index):
            return False
        if returns is None and not self.in_transaction:
            return False
        if returns not in (None, "NONE", self.returns):
            return False
        if self.template is None:
            return True  # a Scan names no key
        free = re.fullmatch(r"\{[^{}]*\}", self.template)
        if free:
            return True
        pattern = re.sub(r"\\\{[^{}]*\\\}", ".*", re.escape(self.template))
        return key is not None and re.fullmatch(pattern, key) is not None


def rights(model: TableModel, consumer: Consumer) -> set[Right]:
    return {right for pattern in model.access_patterns if consumer in pattern.used_by for right in rights_of(model, pattern)}


def rights_of(model: TableModel, pattern: AccessPattern) -> set[Right]:
    kind = type(pattern).__name__
    if kind == "Scan":
        return {Right("Scan", getattr(pattern, "index", None) or "", None)}
    if kind == "Query":
        index = getattr(pattern, "index", None)
        partition = next(iter(model.index_keys[index] if index else model.key)).name
        return {Right("Query", index or "", pattern.key[partition].operands[0].text)}  # type: ignore[attr-defined]
    if kind in ("Get", "Put", "Update", "Delete"):
        returns, in_transaction = getattr(pattern, "returns", "NONE"), getattr(pattern, "in_transaction", False)
        return {replace(_of_item(model, pattern.item), returns=returns, in_transaction=in_transaction)}  # type: ignore[attr-defined]
    if kind in ("TransactGet", "TransactWrite"):
        parts = {_of_item(model, item) for item in pattern.items}  # type: ignore[attr-defined]
        return {replace(part, in_transaction=kind == "TransactWrite") for part in parts}
    if kind == "BatchGet":
        return {Right("BatchGetItem", "", pattern.key[model.partition_key.name].text)}  # type: ignore[attr-defined]
    entities = [model.entity(name) for name in pattern.entities]  # type: ignore[attr-defined]
    return {Right("BatchWriteItem", "", entity.keys[model.partition_key.name].text) for entity in entities}


def _of_item(model: TableModel, item: object) -> Right:
    kind = type(item).__name__
    keys = model.entity(item.entity).keys if kind == "PutItem" else item.key  # type: ignore[attr-defined]
    return Right(ITEM_ACTIONS[kind], "", keys[model.partition_key.name].text)
