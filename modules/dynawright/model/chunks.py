"""Values too large for one item: split into chunks when written, joined when read.

    for item in split(DATA, RESULT, {"execId": "e1", "Body": body}, now=int(time.time())):  # to BatchWriteItem
    body = join(RESULT, items)  # from all pages of a Query

Write each value once under its key. While one is overwritten, a reader gets the old value, the new one or a
`TornValueError`, never a mixture. Readers skip chunks that a longer old value left behind;
`leftovers` lists them for the writer to delete.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from dynawright.errors import Place, Problem, UserError
from dynawright.model.item import Item, item_of
from dynawright.model.limits import MAX_ITEM_BYTES, AttributeType
from dynawright.model.must_be import must_be
from dynawright.model.size import item_size
from dynawright.model.vocabulary import Vocabulary

if TYPE_CHECKING:
    from dynawright.model.entity import Entity
    from dynawright.model.table import TableModel

CHUNK_BYTES = 320 * 1024  # three chunks with their other attributes fit into a Query's page of 1 MB
NUMBER_DIGITS = 3
READ_ALL = "read again, with all pages"

# Each chunk's attributes besides its part of the value: its number from 0, the number of chunks, the SHA-256 of the whole value.
CHUNK_ATTRIBUTES: dict[str, AttributeType] = {"Chunk": "N", "Chunks": "N", "Checksum": "S"}


@dataclass(frozen=True)
class Chunks(Vocabulary):
    """Stores the attribute `of` in up to `at_most` items, whose sort keys end in `{Chunk}`."""

    of: str
    at_most: int

    def __post_init__(self) -> None:
        must_be("chunks", "of", self.of, str, 'the name of an attribute, Chunks("Body", at_most=10)')
        must_be("chunks", "at_most", self.at_most, int, 'a whole number, Chunks("Body", at_most=10)')


class TornValueError(UserError):
    """The chunks are not one whole value: read again."""


def split(model: TableModel, entity: Entity, attributes: Mapping[str, Any], now: int) -> list[Item]:
    """Return the items that store an entity; each has all attributes but the large one."""
    chunks = _chunks_of(entity)
    value = bytes(attributes[chunks.of])
    parts = [value[at : at + CHUNK_BYTES] for at in range(0, len(value), CHUNK_BYTES)] or [b""]
    if len(parts) > chunks.at_most:
        allowed = f"at most {chunks.at_most} chunks of {CHUNK_BYTES} bytes"
        text = f"'{chunks.of}' must fit into {allowed}, got {len(value)} bytes"
        fix = "compress it, raise at_most, or store it in S3"
        raise UserError([Problem("DW242", text, Place(path=entity.subject), len(value), allowed, fix)])
    about = {"Chunks": Decimal(len(parts)), "Checksum": sha256(value).hexdigest()}
    items = [
        item_of(model, entity, {**attributes, **about, chunks.of: part, "Chunk": Decimal(number)}, now)
        for number, part in enumerate(parts)
    ]
    largest = max(map(item_size, items))
    if largest > MAX_ITEM_BYTES:
        text = f"a chunk must have at most {MAX_ITEM_BYTES} bytes with the attributes beside '{chunks.of}', got {largest}"
        fix = "store these attributes in an item of their own"
        raise UserError([Problem("DW242", text, Place(path=entity.subject), largest, f"at most {MAX_ITEM_BYTES}", fix)])
    return items


def join(entity: Entity, items: Iterable[Item]) -> bytes:
    """Return the value of these chunks, in any order; `TornValueError` if they are not one whole value."""
    of, found = _chunks_of(entity).of, list(items)
    numbered = {int(item["Chunk"]): item for item in found}
    if 0 not in numbered:
        raise _torn(entity, f"chunk 0 is missing of {len(numbered)} that were read", READ_ALL)
    owner = [name for name in entity.key_attributes if name != "Chunk"]
    if any(item.get(name) != numbered[0].get(name) for item in found for name in owner):
        raise _torn(entity, "the chunks belong to several values", f"join those of one {', '.join(owner)}")
    count = int(numbered[0]["Chunks"])
    missing = [number for number in range(count) if number not in numbered]
    if missing:
        raise _torn(entity, f"chunk {missing[0]} of {count} is missing", READ_ALL)
    value = b"".join(bytes(numbered[number][of]) for number in range(count))
    if sha256(value).hexdigest() != numbered[0]["Checksum"]:
        raise _torn(entity, f"the {count} chunks belong to different writes", "read again once the write has finished")
    return value


def leftovers(items: Iterable[Item]) -> list[Item]:
    """Return the chunks that a longer old value left behind.

    Only for the value's writer: to any other reader, chunks of a value that is still being written look the same.
    """
    found = list(items)
    count = next((int(item["Chunks"]) for item in found if int(item["Chunk"]) == 0), len(found))
    return [item for item in found if int(item["Chunk"]) >= count]


def _chunks_of(entity: Entity) -> Chunks:
    if entity.chunks is None:
        fix = "give the entity chunks=Chunks(...), or write it as one item"
        raise UserError([Problem("DW244", "it is not stored in chunks", Place(path=entity.subject), fix=fix)])
    return entity.chunks


def _torn(entity: Entity, text: str, fix: str) -> TornValueError:
    return TornValueError([Problem("DW243", text, Place(path=entity.subject), fix=fix)])
