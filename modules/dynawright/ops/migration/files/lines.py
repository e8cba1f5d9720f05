"""Records of a file with their byte offsets."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from dynawright.ops.migration.mapping.columns import Columns

CSV = ".csv"
JSON_LINES = (".jsonl", ".ndjson")


class Record(NamedTuple):
    """`problem` says why it can't be read; the next record begins at `end`."""

    start: int
    end: int
    values: Mapping[str, Any]
    problem: str = ""


def records(path: Path, columns: Columns, start: int, end: int | None) -> Iterator[Record]:
    """Return the records that begin in a byte range; except in CSV a range may begin within one."""
    with path.open("rb") as file:
        if path.suffix == CSV:
            yield from _csv(file, columns, start)
            return
        if start:
            file.seek(start - 1)
            file.readline()  # the rest of a line that begins before the range, or just its line end
        while (at := file.tell()) < (end if end is not None else at + 1) and (line := file.readline()):
            if not line.strip():
                continue
            record = _json_line(line, at, file.tell(), columns)
            if record.problem and not line.endswith(b"\n"):
                record = record._replace(end=at, problem=f"{record.problem}; its line end is missing, too")
            yield record
            if record.end == at:
                return


def record_at(path: Path, columns: Columns, start: int) -> Record | None:
    """Return the record at this offset."""
    return next(records(path, columns, start, None), None)


def header(path: Path) -> list[str]:
    """Return the columns in the first line of a CSV file."""
    with path.open("rb") as file:
        return next(csv.reader([_decoded(file.readline())]), [])


def _json_line(line: bytes, at: int, end: int, columns: Columns) -> Record:
    try:
        values = json.loads(_decoded(line), parse_float=Decimal)
    except (ValueError, UnicodeDecodeError) as error:
        return Record(at, end, {}, f"is not JSON: {error}")
    if not isinstance(values, dict):
        return Record(at, end, {}, f"must be an object of JSON, got {line[:40]!r}")
    if unknown := sorted(values.keys() - columns.kinds.keys()):
        return Record(at, end, values, f"has {', '.join(unknown)}, which the mapping's columns do not name")
    return Record(at, end, values, _missing(values, columns))


def _csv(file: BinaryIO, columns: Columns, start: int) -> Iterator[Record]:
    names = next(csv.reader([_decoded(file.readline())]), [])
    if start:
        file.seek(start)
    whole = True

    def lines() -> Iterator[str]:
        nonlocal whole
        while line := file.readline():
            whole = line.endswith(b"\n")
            yield line.decode("utf-8", "surrogateescape")

    at = file.tell()
    for row in csv.reader(lines()):
        end = file.tell()
        if row:
            values: dict[str, Any] = {name: value if value else None for name, value in zip(names, row, strict=False)}
            problem = _missing(values, columns)
            if len(row) != len(names):
                problem = f"has {len(row)} values, the first line names {len(names)}"
            if any("\udc80" <= letter <= "\udcff" for value in row for letter in value):
                problem = "is not UTF-8"
            if not whole:
                end, problem = at, "its line end is missing: it may be half written"
            yield Record(at, end, values, problem)
        at = end


def _missing(values: Mapping[str, Any], columns: Columns) -> str:
    missing = [name for name in columns.key if values.get(name) is None]
    return f"has no {', '.join(missing)}, which is its key" if missing else ""


def _decoded(line: bytes) -> str:
    return line.decode("utf-8-sig")
