"""One kind of item in a table."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from zlib import crc32

from dynawright.model.attribute import Declared, must_be_attributes, type_of
from dynawright.model.chunks import CHUNK_ATTRIBUTES, NUMBER_DIGITS, Chunks
from dynawright.model.declaration import Declaration
from dynawright.model.limits import AttributeType
from dynawright.model.must_be import may_be, must_be, must_be_all
from dynawright.model.reserved import attribute_names
from dynawright.model.template import Template


@dataclass(frozen=True, init=False)
class Entity(Declaration):
    """One kind of item: its keys as templates over its attributes, and what the attributes hold.

    `optional` names attributes that some items lack. `expires_after` fills the table's TTL attribute: that long after the item is
    written or, where `expires_from` names attributes that hold times, after the first of these that the item has. `shards` are places that spread a
    hot key over several partitions: {"shard": 4} gives `{shard}` a value from 0 to 3, computed from the item's other keys.
    `chunks` name an attribute that is too large for one item, and gives each of its items the attributes Chunk, Chunks and
    Checksum: see modules/model/chunks.py.
    """

    name: str
    keys: Mapping[str, Template]
    declared: Mapping[str, Declared]
    optional: frozenset[str]
    expires_after: timedelta | None
    expires_from: tuple[str, ...]
    shards: Mapping[str, int]
    chunks: Chunks | None

    def __init__(
        self,
        name: str,
        /,
        *,
        attributes: Mapping[str, Declared] | None = None,
        optional: Collection[str] = (),
        expires_after: timedelta | None = None,
        expires_from: Sequence[str] = (),
        shards: Mapping[str, int] | None = None,
        chunks: Chunks | None = None,
        **keys: str,
    ) -> None:
        must_be("an entity", "name", name, str, 'Entity("ORDER", PK="ORDER#{orderId}")')
        owner = f"entity {name}"
        if attributes is not None:
            must_be_attributes(owner, attributes)
        must_be_all(owner, "optional", optional, str, '"description"')
        may_be(owner, "expires_after", expires_after, timedelta, "timedelta(days=30)")
        must_be_all(owner, "expires_from", expires_from, str, '"createdAt"')
        may_be(owner, "shards", shards, Mapping, 'a map, shards={"shard": 4}')
        must_be_all(owner, "shards", (shards or {}).keys(), str, '{"shard": 4}')
        must_be_all(owner, "shards", (shards or {}).values(), int, '{"shard": 4}')
        may_be(owner, "chunks", chunks, Chunks, 'Chunks("Body", at_most=10)')
        templates = {key: Template(text) for key, text in attribute_names(keys).items()}
        places = dict.fromkeys(name for template in templates.values() for name in template.parameters)
        of_chunks = {} if chunks is None else CHUNK_ATTRIBUTES
        inferred: Mapping[str, Declared] = dict.fromkeys(
            (place for place in places if place not in {**(shards or {}), **of_chunks}), "S"
        )
        given = inferred if attributes is None else attributes
        fields: dict[str, object] = {
            "name": name,
            "keys": templates,
            "declared": {**given, **{name: type for name, type in of_chunks.items() if name not in given}},
            "optional": frozenset(optional),
            "expires_after": expires_after,
            "expires_from": tuple(expires_from),
            "shards": shards or {},
            "chunks": chunks,
        }
        for field, value in fields.items():
            object.__setattr__(self, field, value)

    @property
    def subject(self) -> str:
        return f"entity {self.name}"

    @cached_property
    def attributes(self) -> dict[str, AttributeType]:
        """Each attribute with its type."""
        return {name: type_of(declared) for name, declared in self.declared.items()}

    @cached_property
    def values(self) -> dict[str, tuple[str, ...]]:
        """The attributes with a list of allowed values, each with its values."""
        return {name: declared for name, declared in self.declared.items() if isinstance(declared, tuple)}

    @property
    def constants(self) -> dict[str, str]:
        """The attributes with a single allowed value, which every item has."""
        return {name: allowed[0] for name, allowed in self.values.items() if len(allowed) == 1}

    def places(self, values: Mapping[str, object]) -> dict[str, object]:
        """Return values for its keys' placeholders: attributes, shards, and the chunk's number padded to sort."""
        computed: dict[str, object] = {place: self.shard(place, values) for place in self.shards}
        if self.chunks is not None:
            computed["Chunk"] = str(values["Chunk"]).zfill(NUMBER_DIGITS)
        return {**values, **computed}

    def shard(self, place: str, values: Mapping[str, object]) -> int:
        """Return an item's shard: always the same for the same key attributes, evenly spread."""
        parts = [f"{name}={values[name]}" for name in self.key_attributes]
        return crc32("\n".join(parts).encode()) % self.shards[place]

    @property
    def key_attributes(self) -> tuple[str, ...]:
        """Return the attributes that its keys are built from, each once, in order."""
        places = (name for template in self.keys.values() for name in template.parameters)
        return tuple(dict.fromkeys(name for name in places if name not in self.shards))
