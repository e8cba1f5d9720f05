"""A folder of files, with a mapping of their records."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dynawright.errors import Place, Problem, UserError, must_be
from dynawright.model import TableModel
from dynawright.ops.migration.budget import Budget
from dynawright.ops.migration.copy import Copy
from dynawright.ops.migration.entities import by_key
from dynawright.ops.migration.files.lines import CSV, JSON_LINES, header
from dynawright.ops.migration.files.source import OFFSET, PROBLEM, FileSource, Piece, cut
from dynawright.ops.migration.mapping.checks import check
from dynawright.ops.migration.mapping.columns import KINDS, Columns
from dynawright.ops.migration.mapping.row_mapping import RowMappings
from dynawright.ops.migration.mapping.rows import Row, Rows, RowTransform
from dynawright.ops.migration.origin import Changes
from dynawright.ops.migration.output import Output, RejectedError
from dynawright.ops.migration.source import Source
from dynawright.ops.migration.state import State
from dynawright.ops.migration.table import Table
from dynawright.ops.migration.value import digest
from dynawright.ops.migration.write import PutIfAbsent

BEGINNING = 4096  # bytes by which a file is recognized


class FilesOrigin:
    cut_into: Mapping[str, str] = {}  # the state remembers the pieces itself

    def __init__(self, folder: Path, transform: RowTransform, target: Table, *, threads: int) -> None:
        self.threads, self._folder, self._target, self._rows = threads, folder, target, transform
        self.name, self.entity_of = transform.rows.mapping.system, by_key(transform.rows.model)
        self.made_for = {"from": str(folder.resolve()), "mapping": transform.rows.mapping.file}

    @classmethod
    def of(cls, folder: Path, mapping: RowMappings, model: TableModel, target: Table, *, threads: int) -> FilesOrigin:
        """Return the origin, or raise with everything that doesn't fit."""
        columns = _columns(folder, mapping)
        check(mapping, model, target, columns)
        return cls(folder, RowTransform(Rows(mapping, model, columns), target), target, threads=threads)

    def transform(self, row: Row) -> list[Output]:
        if row.values[PROBLEM]:
            raise RejectedError(f"the record {row.values[PROBLEM]}")
        return self._rows(row)

    def described(self) -> Iterator[str]:
        pieces = self._pieces([])
        yield f"from       {self._folder}: {', '.join(dict.fromkeys(piece.file for piece in pieces))}"
        yield f"mapping    {self._rows.rows.mapping.file}"

    def warnings(self, target: Table) -> Iterator[str]:
        yield from ()

    def sample(self) -> Source:
        return self._source([])

    @contextmanager
    def copied(self, state: State) -> Iterator[Source]:
        kept = [Piece(*piece) for piece in json.loads(state.recall("pieces") or "[]")]
        self._check_beginnings(state, kept)
        pieces = self._pieces(kept)
        state.remember("pieces", json.dumps(pieces))
        for file in {piece.file for piece in pieces} - {piece.file for piece in kept}:
            state.remember(f"beginning of {file}", json.dumps(_beginning(self._folder / file)))
        yield FileSource(self._folder, self._rows.rows.source, pieces)

    @contextmanager
    def compared(self) -> Iterator[Source]:
        yield self._source([])

    def changes(self, state: State, client: Any, writes: Budget) -> Changes:
        return AppendedLines(self, state, PutIfAbsent(client, self._target, writes), self._folder)

    def retire(self) -> Iterator[str]:
        yield f"keep a copy of {self._folder}, then stop writing to it"

    def _source(self, kept: list[Piece]) -> FileSource:
        return FileSource(self._folder, self._rows.rows.source, self._pieces(kept))

    def _pieces(self, kept: list[Piece]) -> list[Piece]:
        """Return the known pieces, then those of new files."""
        known = {piece.file for piece in kept}
        new = [
            piece
            for rows in self._rows.rows.mapping.rows
            for file in _files(self._folder, rows)
            if file not in known
            for piece in cut(self._folder, rows, file, self.threads)
        ]
        return [*kept, *new]

    def _check_beginnings(self, state: State, kept: list[Piece]) -> None:
        problems = []
        for number, piece in enumerate(kept):
            path, (length, known) = self._folder / piece.file, json.loads(state.recall(f"beginning of {piece.file}") or "[0,0]")
            place = state.place(number)[0]
            at = int(place[OFFSET]["N"]) if place else piece.start
            if not path.exists() or path.stat().st_size < at or _beginning(path, length) != [length, known]:
                text = "was replaced or cut off since its copy began"
                fix = "put it back, or name another --state to copy all of it again"
                problems.append(Problem("DW729", text, Place(str(path)), piece.file, fix=fix))
        if problems:
            raise UserError(list(dict.fromkeys(problems)))


class AppendedLines:
    """Continues reading where the copy ended."""

    def __init__(self, origin: FilesOrigin, state: State, write: PutIfAbsent, folder: Path) -> None:
        self._origin, self._state, self._write, self._folder = origin, state, write, folder

    def apply(self) -> int:
        lines: list[int] = []
        with self._origin.copied(self._state) as source:
            copy = Copy(source, self._origin.transform, self._write, self._state)
            for segment in range(source.segments):
                copy.segment(segment, lines.append)
        return sum(lines)


def _columns(folder: Path, mapping: RowMappings) -> dict[str, Columns]:
    problems, columns = [], {}
    for name, rows in mapping.rows.items():
        files = _files(folder, name)
        if not files:
            text = f"{folder} has no file {name}"
            problems.append(Problem("DW725", text, rows.place, name, fix="name the folder of the files with --from"))
        problems += [
            must_be("DW725", f"one of {', '.join((*JSON_LINES, CSV))}", file, place=rows.place)
            for file in files
            if Path(file).suffix not in (*JSON_LINES, CSV)
        ]
        for kind in rows.columns.values():
            if kind not in KINDS:
                problems.append(must_be("DW725", f"one of {', '.join(KINDS)}", kind, place=rows.place))
        for file in files:
            if Path(file).suffix == CSV and (lost := set(header(folder / file)) ^ rows.columns.keys()):
                text = f"the first line of {file} and the mapping's columns differ: {', '.join(sorted(lost))}"
                problems.append(Problem("DW725", text, rows.place, sorted(lost), fix="name all columns under `columns`"))
        columns[name] = Columns(name, rows.columns, rows.key, frozenset(rows.columns))
    if problems:
        raise UserError(problems)
    return columns


def _files(folder: Path, pattern: str) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.glob(pattern) if path.is_file())


def _beginning(path: Path, length: int = BEGINNING) -> list[Any]:
    with path.open("rb") as file:
        read = file.read(length)
    return [len(read), digest(read.hex()).hex()]
