"""A request with its documented answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

TABLE = "dynawright-conformance"
"""The table that all cases may read; see `table.py`."""
API = "https://docs.aws.amazon.com/amazondynamodb/latest/APIReference"
GUIDE = "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide"

Request = Mapping[str, Any]
INVALID = "ValidationException"


@dataclass(frozen=True)
class Case:
    """`refused` is an error code; without one, the answer must contain `answer`.

    `given` are requests to send first, as pairs of operation and arguments.
    """

    id: str
    operation: str
    request: Request
    source: str
    refused: str = ""
    answer: Request | None = None
    given: tuple[tuple[str, Request], ...] = ()


def text(value: str) -> dict[str, str]:
    return {"S": value}


def number(value: float | str) -> dict[str, str]:
    return {"N": str(value)}


def key(partition: str, sort: str = "1") -> dict[str, Any]:
    """Return a key of the shared table."""
    return {"PK": text(partition), "SK": text(sort)}
