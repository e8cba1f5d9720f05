"""Items as applications write them, with keys, shards and expiry from the entity's declaration."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from dynawright.errors import Place, Problem, UserError

if TYPE_CHECKING:
    from dynawright.model.entity import Entity
    from dynawright.model.table import TableModel

Item = dict[str, Any]


def item_of(model: TableModel, entity: Entity, attributes: Mapping[str, Any], now: int) -> Item:
    """Return the item written at second `now`: with constants, all keys, and the TTL if it expires."""
    return with_keys(model, entity, {**entity.constants, **attributes, **ttl_of(model, entity, now, attributes)})


def ttl_of(model: TableModel, entity: Entity, now: int, attributes: Mapping[str, Any] | None = None) -> Item:
    """Return the TTL attribute for second `now`, also for updates; empty if the entity never expires.

    `attributes` are the item's: its expiry may count from one of them.
    """
    if model.ttl is None or entity.expires_after is None:
        return {}
    base = next((name for name in entity.expires_from if name in (attributes or {})), None)
    start = now if base is None or attributes is None else _seconds(entity, base, attributes[base])
    return {model.ttl: Decimal(start + int(entity.expires_after.total_seconds()))}


def _seconds(entity: Entity, name: str, time: Any) -> int:
    """Return the seconds of a time in ISO 8601 (UTC by default) or in milliseconds since 1970."""
    if isinstance(time, Decimal | int):
        return int(time) // 1000
    try:
        moment = datetime.fromisoformat(time)
    except (TypeError, ValueError):
        text = f"'{name}' must be a time in ISO 8601, such as 2026-01-31T12:00:00Z, got {time!r}: its expiry is counted from it"
        raise UserError([Problem("DW241", text, Place(path=entity.subject), time, "ISO 8601")]) from None
    return int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp())


def with_keys(model: TableModel, entity: Entity, item: Item) -> Item:
    """Return the item with its keys built from its attributes."""
    item = dict(item)
    places = entity.places(item)
    for key, template in entity.keys.items():
        if model.key_types.get(key, "S") == "S":
            item[key] = template.render({name: places[name] for name in template.parameters})
        elif template.parameters:
            item[key] = item[template.parameters[0]]
        else:
            item[key] = Decimal(template.text)
    return item
