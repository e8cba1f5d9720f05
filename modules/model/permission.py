"""What a consumer needs, one permission per item action of the patterns that name it: the source of its IAM policy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from modules.model.condition import KeyCondition
from modules.model.consumer import Consumer
from modules.model.operation import ConditionCheck, DeleteItem, GetItem, PutItem, UpdateItem, Write
from modules.model.pattern import (
    AccessPattern,
    BatchGet,
    BatchWrite,
    Delete,
    Get,
    Put,
    Query,
    Scan,
    TransactGet,
    TransactWrite,
    Update,
)
from modules.model.table import TableModel
from modules.model.template import Template

# A transaction is authorized as the item actions it consists of.
ITEM_ACTIONS: dict[type[GetItem | Write], str] = {
    GetItem: "GetItem",
    PutItem: "PutItem",
    UpdateItem: "UpdateItem",
    DeleteItem: "DeleteItem",
    ConditionCheck: "ConditionCheckItem",
}
_ANYTHING = "\0"  # stands for a place until a key's own wildcards are escaped


@dataclass(frozen=True)
class Permission:
    """`leading_keys` are the partition keys in IAM's wildcard form, () for any; `attributes` what may be read, () for all."""

    pattern: str
    action: str
    index: str | None = None
    leading_keys: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()


def permissions(model: TableModel, consumer: Consumer) -> list[Permission]:
    """In the order of the patterns."""
    used = (pattern for pattern in model.access_patterns if consumer in pattern.used_by)
    return [permission for pattern in used for permission in _permissions(model, pattern)]


def _permissions(model: TableModel, pattern: AccessPattern) -> Iterator[Permission]:
    match pattern:
        case Get():
            yield Permission(pattern.id, "GetItem", None, _leading(model, pattern.item.key), pattern.attributes)
        case BatchGet():
            yield Permission(pattern.id, "BatchGetItem", None, _leading(model, pattern.key), pattern.attributes)
        case Query():
            partition = (model.key if pattern.index is None else model.index_keys[pattern.index])[0].name
            yield Permission(pattern.id, "Query", pattern.index, _wildcard(pattern.key[partition]), pattern.attributes)
        case Scan():
            yield Permission(pattern.id, "Scan", pattern.index, (), pattern.attributes)
        case BatchWrite():
            keys = {key for name in pattern.entities for key in _leading(model, model.entity(name).keys)}
            any_key = any(not _leading(model, model.entity(name).keys) for name in pattern.entities)
            yield Permission(pattern.id, "BatchWriteItem", None, () if any_key else tuple(sorted(keys)))
        case Put() | Update() | Delete():
            yield _item_permission(model, pattern.id, pattern.item)
        case TransactGet() | TransactWrite():
            for item in pattern.items:
                yield _item_permission(model, pattern.id, item)


def _item_permission(model: TableModel, pattern: str, item: GetItem | Write) -> Permission:
    keys = model.entity(item.entity).keys if isinstance(item, PutItem) else item.key
    return Permission(pattern, ITEM_ACTIONS[type(item)], None, _leading(model, keys))


def _leading(model: TableModel, keys: Mapping[str, Template]) -> tuple[str, ...]:
    return _wildcard(keys[model.partition_key.name])


def _wildcard(given: Template | KeyCondition) -> tuple[str, ...]:
    """`USER#{userId}` → `USER#*`; a template that consists of places alone fixes nothing and gives no restriction."""
    template = given if isinstance(given, Template) else given.operands[0]
    text = template.render(dict.fromkeys(template.parameters, _ANYTHING))
    if set(text) == {_ANYTHING}:
        return ()
    for special in "*?":
        text = text.replace(special, f"${{{special}}}")  # IAM's escape: a key's own '?' is no wildcard
    return (text.replace(_ANYTHING, "*"),)
