"""Converts between Converts between Python's values and DynamoDB's wire format.

Numbers are read as Decimal; int and Decimal are written.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from decimal import Decimal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Wire = dict[str, Any]
    Number = int | Decimal


def to_wire(item: Mapping[str, Any]) -> Wire:
    """Return an item, or the values of an expression, in DynamoDB's format."""
    return {name: wire(value) for name, value in item.items()}


def from_wire(item: Mapping[str, Any]) -> dict[str, Any]:
    """Return an item from an answer with Python's values."""
    return {name: _READ[kind](inner) for name, value in item.items() for kind, inner in value.items()}


def wire(value: Any) -> Wire:
    """Return one value with its type."""
    if isinstance(value, str):
        return {"S": text_of(value)}
    if isinstance(value, bool):
        return {"BOOL": value}
    if isinstance(value, int | Decimal):
        return {"N": str(value)}
    if value is None:
        return {"NULL": True}
    if isinstance(value, bytes | bytearray):
        return {"B": bytes(value)}
    if isinstance(value, Mapping):
        return {"M": {str(name): wire(inner) for name, inner in value.items()}}
    if isinstance(value, list | tuple):
        return {"L": [wire(inner) for inner in value]}
    if isinstance(value, Set):
        return _set(value)
    advice = ": give an int or a Decimal, which are exact" if isinstance(value, float) else ""
    raise TypeError(f"a {type(value).__name__} can't be stored{advice}")


def text_of(value: str) -> str:
    """Return the text; raise an error if it can't be sent."""
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"text must be valid Unicode, got half a character at position {error.start}") from None
    return value


def _set(members: Set[Any]) -> Wire:
    values = [wire(member) for member in members]
    kinds = {kind for value in values for kind in value}
    if len(kinds) != 1 or not kinds <= {"S", "N", "B"}:
        raise TypeError("a set must hold texts, numbers or bytes, of one kind only, and must not be empty")
    kind = kinds.pop()
    return {f"{kind}S": sorted(value[kind] for value in values)}


def _map(value: Mapping[str, Any]) -> dict[str, Any]:
    return from_wire(value)


def _list(values: list[Wire]) -> list[Any]:
    return [_READ[kind](inner) for value in values for kind, inner in value.items()]


def _same(value: Any) -> Any:
    return value


_READ: dict[str, Callable[[Any], Any]] = {
    "S": _same,
    "N": Decimal,
    "B": bytes,
    "BOOL": _same,
    "NULL": lambda _: None,
    "M": _map,
    "L": _list,
    "SS": set,
    "NS": lambda values: {Decimal(value) for value in values},
    "BS": lambda values: {bytes(value) for value in values},
}
