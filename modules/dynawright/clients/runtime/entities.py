"""Items of entities in stored form: constants, expiry, shards, keys; large values in chunks."""

from __future__ import annotations

from zlib import crc32

from .keys import key_wire
from .light import NamedTuple
from .values import to_wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from .keys import Key, Values
    from .values import Wire

CHUNK_BYTES = 320 * 1024
NOTHING: Mapping[str, Any] = {}


class Expiry(NamedTuple):
    """The TTL attribute: seconds after the write, or after the first attribute of `since` in the item."""

    attribute: str
    seconds: int
    since: tuple[str, ...] = ()


class Chunks(NamedTuple):
    """The split attribute, the maximum number of items, and the attributes that identify a value."""

    of: str
    at_most: int
    owner: tuple[str, ...]


class Entity(NamedTuple):
    """A kind of item. `spread` are the attributes from which its shards are computed."""

    attributes: tuple[str, ...]
    keys: Key
    constants: Mapping[str, Any] = NOTHING
    expiry: Expiry | None = None
    shards: Mapping[str, int] = NOTHING
    spread: tuple[str, ...] = ()
    chunks: Chunks | None = None

    def item(self, values: Values, now: int) -> Wire:
        """Return the item with its keys, without attributes that are None."""
        item = {name: values[name] for name in self.attributes if values.get(name) is not None}
        item.update(self.constants)
        if self.expiry is not None:
            item[self.expiry.attribute] = _expires(self.expiry, item, now)
        places = {**item, **{place: self._shard(count, item) for place, count in self.shards.items()}}
        return {**to_wire(item), **key_wire(self.keys, places)}

    def items(self, values: Values, now: int) -> list[Wire]:
        """Return the item, or all chunks of an entity that is stored in chunks."""
        if self.chunks is None:
            return [self.item(values, now)]
        value = bytes(values[self.chunks.of])
        parts = [value[at : at + CHUNK_BYTES] for at in range(0, len(value), CHUNK_BYTES)] or [b""]
        if len(parts) > self.chunks.at_most:
            most = self.chunks.at_most * CHUNK_BYTES
            raise ValueError(f"{self.chunks.of} must have at most {most} bytes, got {len(value)}")
        about = {"Chunks": len(parts), "Checksum": _checksum(value)}
        return [self.item({**values, **about, self.chunks.of: part, "Chunk": number}, now) for number, part in enumerate(parts)]

    def _shard(self, count: int, item: Values) -> int:
        return crc32("\n".join(f"{name}={item[name]}" for name in self.spread).encode()) % count


def whole_values(kinds: Sequence[Chunks], items: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the items with their chunks joined; ValueError if a value is incomplete.

    Other items are unchanged.
    """
    answer: list[dict[str, Any]] = []
    values: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for item in items:
        kind = next((kind for kind in kinds if "Checksum" in item and kind.of in item), None)
        if kind is None:
            answer.append(item)
        else:
            values.setdefault((kind.of, *(item.get(name) for name in kind.owner)), []).append(item)
    return [*answer, *(_joined(of, parts) for (of, *_), parts in values.items())]


def leftovers(chunks: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the chunks that a longer old value left behind.

    Only for the value's writer: to others, a value that is being written looks the same.
    """
    count = next((int(chunk["Chunks"]) for chunk in chunks if int(chunk["Chunk"]) == 0), len(chunks))
    return [chunk for chunk in chunks if int(chunk["Chunk"]) >= count]


def _joined(of: str, parts: list[dict[str, Any]]) -> dict[str, Any]:
    numbered = {int(part["Chunk"]): part for part in parts}
    if 0 not in numbered:
        raise ValueError(f"the first chunk of {of} is missing")
    first = numbered[0]
    count = int(first["Chunks"])
    if any(number not in numbered for number in range(count)):
        raise ValueError(f"a chunk of {of} is missing")
    value = b"".join(numbered[number][of] for number in range(count))
    if _checksum(value) != first["Checksum"]:
        raise ValueError(f"the chunks of {of} belong to different writes")
    return {**{name: inner for name, inner in first.items() if name not in ("Chunk", "Chunks", "Checksum")}, of: value}


def _checksum(value: bytes) -> str:
    from hashlib import sha256  # few clients need it

    return sha256(value).hexdigest()


def _expires(expiry: Expiry, item: Values, now: int) -> int:
    since = next((name for name in expiry.since if name in item), None)
    return expiry.seconds + (now if since is None else _seconds(since, item[since]))


def _seconds(name: str, time: Any) -> int:
    """Return the seconds of a time in ISO 8601 (UTC by default) or in milliseconds since 1970."""
    if not isinstance(time, str):
        return int(time) // 1000
    from datetime import datetime, timezone  # few clients need it

    try:
        moment = datetime.fromisoformat(time)
    except ValueError:
        raise ValueError(f"{name} must be a time in ISO 8601: the expiry is counted from it, got {time!r:.60}") from None
    return int((moment if moment.tzinfo else moment.replace(tzinfo=timezone.utc)).timestamp())  # noqa: UP017
