"""Parse messages of PostgreSQL's plugin `pgoutput`, version 1, as far as they concern rows."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from typing import NamedTuple

Values = Mapping[str, str | None]


class Changed(NamedTuple):
    """A row was inserted, updated or deleted.

    `old` has the previous columns that the server sends, `new` the current ones.
    """

    relation: str
    old: Values | None
    new: Values | None


class Committed(NamedTuple):
    """A transaction ended; everything up to `end` has been sent."""

    end: str


class Truncated(NamedTuple):
    relations: tuple[str, ...]


Message = Changed | Committed | Truncated


class Decoder:
    """Decodes messages in order: a relation is described before its first change."""

    def __init__(self) -> None:
        self._relations: dict[int, tuple[str, list[str]]] = {}

    def decode(self, data: bytes) -> Message | None:
        kind, body = data[:1], Reader(data[1:])
        match kind:
            case b"R":
                oid, schema, name = body.int4(), body.string(), body.string()
                body.int1()
                self._relations[oid] = (f"{schema}.{name}", list(_column_names(body)))
            case b"C":
                body.int1()
                body.int8()
                end = body.int8()
                return Committed(f"{end >> 32:X}/{end & 0xFFFFFFFF:X}")
            case b"I":
                name, columns = self._relations[body.int4()]
                body.int1()
                return Changed(name, None, _tuple(body, columns))
            case b"U" | b"D":
                name, columns = self._relations[body.int4()]
                old, mark = None, body.int1()
                if chr(mark) in "KO":
                    old = _tuple(body, columns)
                    mark = body.int1() if kind == b"U" else mark
                return Changed(name, old, _tuple(body, columns) if kind == b"U" else None)
            case b"T":
                count, _ = body.int4(), body.int1()
                return Truncated(tuple(self._relations[body.int4()][0] for _ in range(count)))
        return None


class Reader:
    """Reads numbers and texts in sequence."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def take(self, length: int) -> bytes:
        self._at += length
        return self._data[self._at - length : self._at]

    def int1(self) -> int:
        return self.take(1)[0]

    def int2(self) -> int:
        return int(struct.unpack(">h", self.take(2))[0])

    def int4(self) -> int:
        return int(struct.unpack(">I", self.take(4))[0])

    def int8(self) -> int:
        return int(struct.unpack(">Q", self.take(8))[0])

    def string(self) -> str:
        end = self._data.index(b"\0", self._at)
        return self.take(end + 1 - self._at)[:-1].decode()


def _column_names(body: Reader) -> Iterator[str]:
    for _ in range(body.int2()):
        body.int1()
        yield body.string()
        body.int4()
        body.int4()


def _tuple(body: Reader, columns: list[str]) -> dict[str, str | None]:
    """Return a row's values; the server omits unchanged large ones."""
    values: dict[str, str | None] = {}
    count = body.int2()
    for column in columns[:count]:
        match chr(body.int1()):
            case "n":
                values[column] = None
            case "t":
                values[column] = body.take(body.int4()).decode()
    return values
