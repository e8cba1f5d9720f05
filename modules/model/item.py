"""Items as applications write them: keys, shards and the expiry follow from the entity's declaration."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from modules.model.entity import Entity
    from modules.model.table import TableModel

Item = dict[str, Any]


def item_of(model: TableModel, entity: Entity, attributes: Mapping[str, Any], now: int) -> Item:
    """What is written for these attributes at the second `now`: with its constants, all keys, and the TTL where it expires."""
    return with_keys(model, entity, {**entity.constants, **attributes, **ttl_of(model, entity, now)})


def ttl_of(model: TableModel, entity: Entity, now: int) -> Item:
    """The TTL attribute of an item written at the second `now`, also for an update to set; nothing where the entity does not expire."""
    if model.ttl is None or entity.expires_after is None:
        return {}
    return {model.ttl: Decimal(now + int(entity.expires_after.total_seconds()))}


def with_keys(model: TableModel, entity: Entity, item: Item) -> Item:
    """The item with its keys built from its attributes."""
    item = dict(item)
    places = entity.places(item)
    for key, template in entity.keys.items():
        if model.key_types.get(key, "S") == "S":
            item[key] = template.render({name: places[name] for name in template.parameters})
        else:
            item[key] = item[template.parameters[0]]
    return item
