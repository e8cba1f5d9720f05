"""Writes generated files, or checks that they are current."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path


def write(files: Mapping[Path, str], *, check: bool, obsolete: Iterable[Path] = ()) -> list[Path]:
    """Write the files that differ and remove obsolete ones; with `check`, change nothing.

    Return those that differed.
    """
    stale = [path for path, text in files.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    removed = sorted(obsolete)
    if not check:
        for path in stale:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(files[path], encoding="utf-8")
        for path in removed:
            path.unlink()
    return [*stale, *removed]
