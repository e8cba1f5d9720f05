"""One table: its keys, indexes, entities and access patterns."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from functools import cached_property

from dynawright.model.declaration import Declaration
from dynawright.model.entity import Entity
from dynawright.model.index import Index, LocalIndex
from dynawright.model.item import Item
from dynawright.model.key import Key
from dynawright.model.limits import KeyType
from dynawright.model.must_be import may_be, must_be, must_be_all
from dynawright.model.pattern import AccessPattern
from dynawright.model.sample import example


class Stream(StrEnum):
    """A stream record's contents: new image, old image, both, or keys only."""

    KEYS_ONLY = "KEYS_ONLY"
    NEW_IMAGE = "NEW_IMAGE"
    OLD_IMAGE = "OLD_IMAGE"
    NEW_AND_OLD_IMAGES = "NEW_AND_OLD_IMAGES"


@dataclass(frozen=True)
class TableModel(Declaration):
    """A table: keys, indexes, entities and access patterns; `ttl` names the expiry attribute.

    An optional table is built only in environments whose settings ask for it.
    """

    name: str
    _: KW_ONLY
    partition_key: Key
    sort_key: Key | None = None
    indexes: Sequence[Index] = ()
    local_indexes: Sequence[LocalIndex] = ()
    ttl: str | None = None
    stream: Stream | None = None
    entities: Sequence[Entity] = ()
    access_patterns: Sequence[AccessPattern] = ()
    optional: bool = False

    def __post_init__(self) -> None:
        must_be("a table", "name", self.name, str, 'TableModel("orders", partition_key=Key("PK"))')
        owner = f"table {self.name}"
        must_be(owner, "partition_key", self.partition_key, Key, 'Key("PK")')
        may_be(owner, "sort_key", self.sort_key, Key, 'Key("SK")')
        must_be_all(owner, "indexes", self.indexes, Index, 'Index("GSI1", Key("GSI1PK"))')
        must_be_all(owner, "local_indexes", self.local_indexes, LocalIndex, 'LocalIndex("LSI1", Key("LSI1SK"))')
        may_be(owner, "ttl", self.ttl, str, 'the name of an attribute, ttl="expiresAt"')
        may_be(owner, "stream", self.stream, Stream, f"one of {', '.join(f'Stream.{view}' for view in Stream)}")
        must_be(owner, "optional", self.optional, bool, "True or False")
        must_be_all(owner, "entities", self.entities, Entity, 'Entity("ORDER", PK="ORDER#{orderId}")')
        must_be_all(
            owner, "access_patterns", self.access_patterns, AccessPattern, 'Get("P1", "an order", PK="...", used_by=[API])'
        )

    @property
    def subject(self) -> str:
        return f"table {self.name}"

    @property
    def key(self) -> tuple[Key, ...]:
        """The primary key: one or two attributes."""
        return (self.partition_key,) if self.sort_key is None else (self.partition_key, self.sort_key)

    @cached_property
    def index_keys(self) -> dict[str, tuple[Key, ...]]:
        """Index name → its one or two key attributes."""
        keys = {index.name: tuple(key for key in (index.partition_key, index.sort_key) if key) for index in self.indexes}
        return keys | {index.name: (self.partition_key, index.sort_key) for index in self.local_indexes}

    @cached_property
    def key_types(self) -> dict[str, KeyType]:
        """Return each key attribute of table and indexes with its type, as in Terraform's attribute blocks."""
        keys = [*self.key, *(key for keys in self.index_keys.values() for key in keys)]
        return {key.name: key.type for key in keys}

    @cached_property
    def examples(self) -> list[tuple[Entity, Item]]:
        """Return items of each entity with every value of enumerated keys, which the checks use."""
        return [
            (entity, example(self, entity, number))
            for entity in self.entities
            for number in range(1, 1 + max((len(entity.values.get(name, ("",))) for name in entity.key_attributes), default=1))
        ]

    @cached_property
    def matched(self) -> dict[Hashable, tuple[Entity, ...]]:
        """Cache of `matching_entities`."""
        return {}

    def entity(self, name: str) -> Entity:
        return next(entity for entity in self.entities if entity.name == name)

    @property
    def all_indexes(self) -> list[Index | LocalIndex]:
        return [*self.indexes, *self.local_indexes]

    def index(self, name: str) -> Index | LocalIndex:
        return next(index for index in self.all_indexes if index.name == name)

    def carries(self, index: str, attribute: str) -> bool:
        """Return whether an index carries the attribute; it always carries its own and the table's keys."""
        projection, keys = self.index(index).projection, (*self.key, *self.index_keys[index])
        return projection.type == "ALL" or attribute in projection.attributes or attribute in {key.name for key in keys}
