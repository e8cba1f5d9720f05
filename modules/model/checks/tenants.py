"""Checks of tenant-scoped consumers: nothing they are given reaches beyond their own partition."""

from collections.abc import Iterator

from modules.model.operation import GetItem, PutItem, Write
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


def problems(model: TableModel) -> Iterator[str]:
    for consumer in dict.fromkeys(one for pattern in model.access_patterns for one in pattern.used_by):
        if consumer.tenant_key is None:
            continue
        if len(consumer.tenant_template.parameters) != 1 or consumer.tenant_template.problems:
            yield f"consumer '{consumer.name}' has the tenant key '{consumer.tenant_key}': it needs one place, such as TENANT#{{tenantId}}"
            continue
        for pattern in model.access_patterns:
            if consumer not in pattern.used_by:
                continue
            if isinstance(pattern, Scan):
                yield f"pattern {pattern.id} gives a Scan to tenant-scoped '{consumer.name}': it would read every tenant's items"
            for place, template in _partitions(model, pattern):
                if template.text != consumer.tenant_key:
                    yield (
                        f"pattern {pattern.id} lets tenant-scoped '{consumer.name}' reach '{template.text}' of {place}: "
                        f"its partition key must be '{consumer.tenant_key}'"
                    )


def _partitions(model: TableModel, pattern: AccessPattern) -> Iterator[tuple[str, Template]]:
    """Each partition key that a pattern asks for, and where."""
    name = model.partition_key.name
    match pattern:
        case Get():
            yield "the table", pattern.item.key[name]
        case BatchGet():
            yield "the table", pattern.key[name]
        case Query():
            keys = model.key if pattern.index is None else model.index_keys[pattern.index]
            place = "the table" if pattern.index is None else f"index '{pattern.index}'"
            yield place, pattern.key[keys[0].name].operands[0]
        case Put() | Update() | Delete():
            yield "the table", _partition(model, pattern.item)
        case BatchWrite():
            yield from (("the table", model.entity(entity).keys[name]) for entity in pattern.entities)
        case TransactGet() | TransactWrite():
            yield from (("the table", _partition(model, item)) for item in pattern.items)


def _partition(model: TableModel, item: GetItem | Write) -> Template:
    keys = model.entity(item.entity).keys if isinstance(item, PutItem) else item.key
    return keys[model.partition_key.name]
