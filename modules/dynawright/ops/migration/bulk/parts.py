"""Files for an import: gzip with some hundred megabytes each, which AWS reads concurrently."""

from __future__ import annotations

import gzip
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import IO

from dynawright.ops.migration.bulk.export import DataFile
from dynawright.ops.migration.bulk.store import Store

PART_BYTES = 512 * 1024 * 1024
"""Bytes of lines before compression. An object may have 5 GB, an import 50,000 objects."""
LEVEL = 3  # twice as fast as 6, a tenth larger


@dataclass
class Parts:
    """Writes a piece's items into files named after it; writing it again replaces them."""

    store: Store
    piece: int
    folder: Path
    """A local folder for the current part."""
    written: list[DataFile] = field(default_factory=list)
    size: int = 0
    """Bytes of all lines, which determine the price of an import."""
    _raw: IO[bytes] | None = None
    _file: gzip.GzipFile | None = None
    _items: int = 0
    _part_bytes: int = 0

    def add(self, line: str) -> None:
        if self._file is None:
            self._raw = self._path.open("wb")
            self._file = gzip.GzipFile("", "wb", LEVEL, self._raw, mtime=0)
        content = f"{line}\n".encode()
        self._file.write(content)
        self._items += 1
        self.size += len(content)
        self._part_bytes += len(content)
        if self._part_bytes >= PART_BYTES:
            self._end()

    def __enter__(self) -> Parts:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if kind is None:
            self._end()

    @property
    def _path(self) -> Path:
        return self.folder / f"part-{self.piece:05}-{len(self.written):03}.json.gz"

    def _end(self) -> None:
        if self._file is None or self._raw is None:
            return
        self._file.close()
        self._raw.close()
        path = self._path
        self.store.put(f"data/{path.name}", path)
        path.unlink()
        self.written.append(DataFile(f"data/{path.name}", self._items))
        self._file, self._items, self._part_bytes = None, 0, 0
