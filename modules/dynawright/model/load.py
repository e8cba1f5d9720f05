"""A system's monthly use and the size of its items, which a model can't know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dynawright.model import sample
from dynawright.model.chunks import split
from dynawright.model.entity import Entity
from dynawright.model.item import Item
from dynawright.model.operation import PutItem
from dynawright.model.pattern import BatchWrite, Put, TransactWrite
from dynawright.model.size import item_size
from dynawright.model.table import TableModel
from dynawright.model.traffic import Keys, Spike

HOURS_A_MONTH = 730
SECONDS_A_MONTH = HOURS_A_MONTH * 3600
NOW = 1_767_225_601  # expiries are computed from it, and as long as real ones
REST = ""  # represents attributes that the example lacks: only an index of all attributes carries it


@dataclass(frozen=True)
class Load:
    """A month's load. By pattern: requests a month, and items that one request reads or writes.

    By entity: bytes of an item, items stored.

    The rest says how requests are spread: over the values of keys, by the name of their place or `<pattern>.<place>`; over the hours
    of a day, as weights; in spikes. `warm` is the warm throughput of tables and indexes, `quota` the account's quota per table.
    """

    requests: Mapping[str, float] = field(default_factory=dict)
    items_per_request: Mapping[str, int] = field(default_factory=dict)
    item_bytes: Mapping[str, int] = field(default_factory=dict)
    stored_items: Mapping[str, int] = field(default_factory=dict)
    keys: Mapping[str, Keys] = field(default_factory=dict)
    hours: Sequence[float] = ()
    spikes: Sequence[Spike] = ()
    growth_percent: float = 0.0
    """Growth of requests and stored items in a month."""
    warm: Mapping[str, float] = field(default_factory=dict)
    quota: Mapping[str, float] = field(default_factory=dict)

    def items(self, pattern_id: str) -> int:
        return self.items_per_request.get(pattern_id, 1)

    def rate(self, pattern_id: str) -> float:
        """Mean requests a second."""
        return self.requests.get(pattern_id, 0) / SECONDS_A_MONTH

    def examples(self, model: TableModel, entity: Entity) -> list[Item]:
        """Return the items that store one entity: a single one, or all of its chunks."""
        parts = sample.new_items(model, entity, number=1, now=NOW)
        size = self.item_bytes.get(entity.name)
        if size is None:
            return parts
        if entity.chunks is not None:
            return split(model, entity, {**parts[0], entity.chunks.of: bytes(size)}, NOW)
        return [{**parts[0], REST: "x" * (size - item_size(parts[0]))}]

    def stored(self, model: TableModel, entity: Entity) -> float | None:
        """Return the number of stored items: as declared or, if they expire, the puts within their lifetime.

        None if unknown.
        """
        if entity.name in self.stored_items:
            return self.stored_items[entity.name]
        puts = self._puts(model, entity)
        if entity.expires_after is None or not puts:
            return None
        return puts * entity.expires_after.total_seconds() / SECONDS_A_MONTH

    def _puts(self, model: TableModel, entity: Entity) -> float:
        """Return the puts of the entity in a month."""
        total = 0.0
        for pattern in model.access_patterns:
            requests = self.requests.get(pattern.id, 0)
            match pattern:
                case Put():
                    total += requests * (pattern.item.entity == entity.name)
                case BatchWrite():
                    total += requests * self.items(pattern.id) * pattern.entities.count(entity.name)
                case TransactWrite():
                    total += requests * sum(isinstance(part, PutItem) and part.entity == entity.name for part in pattern.items)
        return total
