"""Records of files in pieces; a file's last piece is open-ended for lines appended later."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from dynawright.ops.migration.files.lines import CSV, Record, record_at, records
from dynawright.ops.migration.mapping.columns import Columns
from dynawright.ops.migration.mapping.rows import Row
from dynawright.ops.migration.source import Page
from dynawright.ops.migration.value import Item, text

PAGE = 500
LARGE = 64 * 1024 * 1024  # bytes from which cutting is worthwhile
FILE, OFFSET, PROBLEM = ":file", ":offset", ":problem"
"""Fields of a record besides its columns."""


class Piece(NamedTuple):
    """A range of bytes of a file; `rows` is its name in the mapping."""

    rows: str
    file: str
    start: int
    end: int | None


class FileSource:
    def __init__(self, folder: Path, columns: Mapping[str, Columns], pieces: Sequence[Piece]) -> None:
        self.name, self.segments = str(folder), len(pieces)
        self._folder, self._columns, self._pieces = folder, columns, pieces
        self._rows = {piece.file: piece.rows for piece in pieces}
        self.items = sum(_about(folder / file) for file in self._rows)

    def pages(self, segment: int, start: Item | None = None) -> Iterator[Page]:
        piece = self._pieces[segment]
        at = int(start[OFFSET]["N"]) if start else piece.start
        rows: list[Row] = []
        for record in records(self._folder / piece.file, self._columns[piece.rows], at, piece.end):
            rows.append(self._row(piece.file, record))
            at = record.end
            if len(rows) == PAGE:
                yield Page(rows, _place(piece.file, at))
                rows = []
        yield Page(rows, _place(piece.file, at))  # never the last page: lines may be appended

    def get(self, key: Item) -> Row | None:
        file = key[FILE]["S"]
        if file not in self._rows or not (self._folder / file).exists():
            return None
        record = record_at(self._folder / file, self._columns[self._rows[file]], int(key[OFFSET]["N"]))
        return self._row(file, record) if record else None

    def key_text(self, row: Row) -> str:
        return text(_place(row.values[FILE], row.values[OFFSET]))

    def _row(self, file: str, record: Record) -> Row:
        about = {FILE: file, OFFSET: record.start, PROBLEM: record.problem}
        return Row(self._rows[file], {**record.values, **about})


def cut(folder: Path, rows: str, file: str, into: int) -> list[Piece]:
    """Return the pieces of a file; CSV lines may contain line breaks, so CSV is never cut."""
    size = (folder / file).stat().st_size
    parts = into if size > LARGE and (folder / file).suffix != CSV else 1
    bounds = [size * number // parts for number in range(parts)]
    return [Piece(rows, file, start, end) for start, end in zip(bounds, [*bounds[1:], None], strict=True)]


def _place(file: str, offset: int) -> Item:
    return {FILE: {"S": file}, OFFSET: {"N": str(offset)}}


def _about(path: Path) -> int:
    """Return the approximate number of a file's lines, by its beginning."""
    with path.open("rb") as file:
        beginning = file.read(65536)
    return round(path.stat().st_size / max(len(beginning) / max(beginning.count(b"\n"), 1), 1))
