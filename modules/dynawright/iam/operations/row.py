"""The rows: the rights that each API operation requires, per service."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from dynawright.iam import operations
from dynawright.iam.operations.ask import Ask, Asked, UntranslatableError
from dynawright.iam.operations.call import Situation

Row = tuple[Ask, ...] | Callable[[Situation], list[Asked]]
"""Data, or a function if data can't express it.

An empty row requires no right: anyone with credentials may call the operation.
"""
Rows = Mapping[str, Mapping[str, Row]]
"""Service → operation → row, in botocore's names."""


class MissingRowError(LookupError):
    """An operation without a row: it is refused, never allowed."""


def each(prefix: str, resource: str, *actions: str, source: str = "") -> dict[str, Row]:
    """Return rows of operations that require the action with their own name on one resource."""
    return {action: (Ask(f"{prefix}:{action}", resource, source=source),) for action in actions}


@cache
def all_rows() -> dict[tuple[str, str], Row]:
    """Return every row by service and operation."""
    modules = [import_module(f"{operations.__name__}.{module.name}") for module in iter_modules(operations.__path__)]
    return {
        (service, operation): row
        for module in modules
        for service, rows in getattr(module, "ROWS", {}).items()
        for operation, row in rows.items()
    }


def asked_of(situation: Situation) -> list[Asked]:
    """Return the rights for a call; each must be allowed."""
    call = situation.call
    row = all_rows().get((call.service, call.operation))
    if row is None:
        raise MissingRowError(f"{call}: no row in dynawright.iam.operations says what this operation asks of IAM")
    if callable(row):
        try:
            return row(situation)
        except (AttributeError, KeyError, TypeError) as error:  # a parameter is missing or has the wrong type
            raise UntranslatableError(f"{call} is malformed: {error!r}") from error
    return [asked for ask in row for asked in ask.fill(situation)]
