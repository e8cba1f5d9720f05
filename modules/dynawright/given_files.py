"""Reads files from a command line completely, or rejects them at once."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any

MOST_BYTES = 128 * 1024 * 1024
"""More than any stack's plan, and less than a machine's memory."""


MOST_DIGITS = 300
MOST_LEVELS = 200


class GivenFileError(ValueError):
    """The file can't be read; the text is the reason."""


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """Return a file's bytes; opening a pipe must not wait for a writer."""
    try:
        with open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise GivenFileError("is a pipe or a device, which may never end")
            if status.st_size > most:
                raise GivenFileError(f"is larger than {most // 1024 // 1024} MiB")
            return file.read()
    except OSError as error:
        raise GivenFileError(f"can't be read: {error.strerror}") from None


def read_text(path: Path) -> str:
    """Return a file's text."""
    try:
        return read_bytes(path).decode()
    except UnicodeDecodeError:
        raise GivenFileError("is no text in UTF-8") from None


def parse_json(content: str | bytes) -> Any:
    """Parse JSON."""
    try:
        value = json.loads(content, parse_int=_number, object_pairs_hook=unique_names)
    except RecursionError:
        raise GivenFileError("is nested too deep") from None
    except ValueError as error:
        raise GivenFileError(f"is not JSON: {error}") from None
    if _is_deep(value):
        raise GivenFileError("is nested too deep")
    return value


def unique_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON; Terraform merges repeated names, and Python would keep the last one only."""
    names = dict(pairs)
    if len(names) < len(pairs):
        repeated = next(name for at, (name, _) in enumerate(pairs) if any(name == other for other, _ in pairs[:at]))
        raise GivenFileError(f"has the name '{repeated}' twice in one object")
    return names


def _is_deep(value: Any) -> bool:
    """Return whether it is nested too deeply for recursive functions."""
    level: list[Any] = [[value]]
    for _ in range(MOST_LEVELS):
        inside = (inner for one in level for inner in (one.values() if isinstance(one, dict) else one))
        level = [one for one in inside if isinstance(one, dict | list)]
        if not level:
            return False
    return True


def _number(digits: str) -> int | float:
    """Return an integer, or infinity if no float can hold it: comparing the two would fail."""
    return int(digits) if len(digits) <= MOST_DIGITS else float(digits)


def read_json(path: Path) -> Any:
    """Parse a JSON file."""
    return parse_json(read_bytes(path))
