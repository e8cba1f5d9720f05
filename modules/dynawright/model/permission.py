"""Permissions of a consumer, one per item action: the source of its IAM policy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dynawright.model.consumer import Consumer
from dynawright.model.expression import Node, Path, nodes, parse_condition, parse_update
from dynawright.model.limits import Returns
from dynawright.model.matching import matching_entities
from dynawright.model.operation import ConditionCheck, DeleteItem, GetItem, PutItem, UpdateItem, Write
from dynawright.model.pattern import (
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
from dynawright.model.table import TableModel
from dynawright.model.template import Template

# A transaction is authorized as the item actions it consists of.
ITEM_ACTIONS: dict[type[GetItem | Write], str] = {
    GetItem: "GetItem",
    PutItem: "PutItem",
    UpdateItem: "UpdateItem",
    DeleteItem: "DeleteItem",
    ConditionCheck: "ConditionCheckItem",
}
_ANYTHING = "\0"  # replaces a placeholder until wildcard characters of the key itself are escaped


@dataclass(frozen=True)
class Permission:
    """`leading_keys` are IAM patterns of partition keys, () for any; `attributes` may be read, () for all.

    `written` are the attributes that a tenant-scoped consumer may write, () for all: keys of indexes are attributes like others,
    so a tenant who may write any of them could place an item under other tenants' index keys.
    `returns` are the `ReturnValues` of a write. `in_transaction` marks a part of a TransactWriteItems.
    """

    pattern: str
    action: str
    index: str | None = None
    leading_keys: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    written: tuple[str, ...] = ()
    returns: Returns = "NONE"
    in_transaction: bool = False


@dataclass(frozen=True)
class Asked:
    """One item action with its partition key templates (none for a Scan) and the entities it stores."""

    action: str
    index: str | None
    partitions: tuple[Template, ...]
    attributes: tuple[str, ...] = ()
    writes: tuple[PutItem | UpdateItem, ...] = ()
    returns: Returns = "NONE"
    in_transaction: bool = False


def permissions(model: TableModel, consumer: Consumer) -> list[Permission]:
    """In the order of the patterns."""
    used = (pattern for pattern in model.access_patterns if consumer in pattern.used_by)
    writes_are_limited = consumer.tenant_key is not None
    return [
        Permission(
            pattern.id,
            request.action,
            request.index,
            _leading_keys(request.partitions),
            request.attributes,
            _written(model, request.writes) if writes_are_limited else (),
            request.returns,
            request.in_transaction,
        )
        for pattern in used
        for request in asked(model, pattern)
    ]


def asked(model: TableModel, pattern: AccessPattern) -> Iterator[Asked]:
    """Return the item actions of a pattern, as IAM authorizes them."""
    partition = model.partition_key.name
    match pattern:
        case Get():
            yield Asked("GetItem", None, (pattern.item.key[partition],), pattern.attributes)
        case BatchGet():
            yield Asked("BatchGetItem", None, (pattern.key[partition],), pattern.attributes)
        case Query():
            key = model.key if pattern.index is None else model.index_keys[pattern.index]
            yield Asked("Query", pattern.index, pattern.key[key[0].name].operands, pattern.attributes)
        case Scan():
            yield Asked("Scan", pattern.index, (), pattern.attributes)
        case BatchWrite():
            partitions = tuple(model.entity(name).keys[partition] for name in pattern.entities)
            yield Asked("BatchWriteItem", None, partitions, writes=tuple(PutItem(name) for name in pattern.entities))
        case Put() | Update() | Delete():
            yield replace(_item_asked(model, pattern.item), returns=pattern.returns, in_transaction=pattern.in_transaction)
        case TransactGet():
            for item in pattern.items:
                yield _item_asked(model, item)
        case TransactWrite():
            for part in pattern.items:
                yield replace(_item_asked(model, part), in_transaction=True)


def _item_asked(model: TableModel, item: GetItem | Write) -> Asked:
    keys = model.entity(item.entity).keys if isinstance(item, PutItem) else item.key
    writes = (item,) if isinstance(item, PutItem | UpdateItem) else ()
    return Asked(ITEM_ACTIONS[type(item)], None, (keys[model.partition_key.name],), writes=writes)


def _written(model: TableModel, writes: tuple[PutItem | UpdateItem, ...]) -> tuple[str, ...]:
    """Return all attributes of the written entities' items: keys, also of indexes, attributes and TTL.

    Attributes named in a condition or an update are included: for IAM, a request touches what it compares.
    """
    names: set[str] = set()
    for write in writes:
        names |= _named(write)
        entities = [model.entity(write.entity)] if isinstance(write, PutItem) else matching_entities(model, write.key)
        for entity in entities:
            names |= {*entity.keys, *entity.attributes}
            if model.ttl is not None and entity.expires_after is not None:
                names.add(model.ttl)
    return tuple(sorted(names))


def _named(write: PutItem | UpdateItem) -> set[str]:
    """Return the attributes that the write's own expressions name."""
    parsed: list[Node] = [parse_condition(write.condition)] if write.condition else []
    if isinstance(write, UpdateItem):
        parsed += parse_update(write.update)
    return {str(node.parts[0]) for node in nodes(tuple(parsed)) if isinstance(node, Path)}


def _leading_keys(partitions: tuple[Template, ...]) -> tuple[str, ...]:
    """Return the keys in IAM's form; () if one of them matches every key."""
    keys = {_wildcard(template) for template in partitions}
    return () if None in keys else tuple(sorted(key for key in keys if key is not None))


def _wildcard(template: Template) -> str | None:
    """Return `USER#*` for `USER#{userId}`; a template of placeholders alone limits nothing."""
    text = template.render(dict.fromkeys(template.parameters, _ANYTHING))
    if set(text) == {_ANYTHING}:
        return None
    for special in "*?":
        text = text.replace(special, f"${{{special}}}")  # IAM's escape for a '?' that is part of the key
    return text.replace(_ANYTHING, "*")
