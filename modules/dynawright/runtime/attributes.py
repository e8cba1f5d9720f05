"""DynamoDB's typed values as they stand in a Lambda event, read strictly.

boto3's TypeDeserializer raises on the base64 text that Lambda sends for binaries and lets NaN, {"BOOL": "false"} and {"S": 1}
pass: a record that DynamoDB can't have written is a bad record here, never a silent zero.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from dynawright.runtime.errors import BadRecordError

Item = dict[str, Any]

MAX_DEPTH = 32  # of lists and maps, DynamoDB's own limit
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]{1,3})?", re.ASCII)
_MAX_DIGITS = 38


def item_of(image: object, place: str) -> Item:
    """An image or a key as plain Python values; `place` names it in errors."""
    if not isinstance(image, dict) or not image:
        raise BadRecordError(f"{place} is missing or no map of attributes")
    return {name: value_of(typed, f"{place}.{name}") for name, typed in image.items()}


def value_of(typed: object, place: str, depth: int = 0) -> Any:
    """One typed value, such as {"N": "10"}."""
    if not isinstance(typed, dict) or len(typed) != 1:
        raise BadRecordError(f"{place} is no typed value, which is a map of one type to one value")
    ((tag, value),) = typed.items()
    if depth > MAX_DEPTH:
        raise BadRecordError(f"{place} is nested more than {MAX_DEPTH} levels deep")
    if tag in ("M", "L"):
        return _document(tag, value, place, depth + 1)
    reader = _READERS.get(tag)
    if reader is None:
        raise BadRecordError(f"{place} has the type {tag!r}, which DynamoDB does not have")
    return reader(value, place)


def _document(tag: str, value: object, place: str, depth: int) -> Any:
    if tag == "M" and isinstance(value, dict):
        return {name: value_of(inner, f"{place}.{name}", depth) for name, inner in value.items()}
    if tag == "L" and isinstance(value, list):
        return [value_of(inner, f"{place}[{number}]", depth) for number, inner in enumerate(value)]
    raise _wrong(tag, place)


def _text(value: object, place: str) -> str:
    if not isinstance(value, str):
        raise _wrong("S", place)
    return value


def _number(value: object, place: str) -> Decimal:
    if not isinstance(value, str) or not _NUMBER.fullmatch(value):
        raise BadRecordError(f"{place} is of type N, but no number in DynamoDB's form")
    number = Decimal(value)
    digits = "".join(map(str, number.as_tuple().digits)).strip("0")  # not normalize(), which rounds to 28
    if len(digits) > _MAX_DIGITS or (number and not -130 <= number.adjusted() <= 125):
        raise BadRecordError(f"{place} is of type N, but beyond the 38 digits or the magnitude that DynamoDB keeps")
    return number


def _binary(value: object, place: str) -> bytes:
    if not isinstance(value, str):
        raise _wrong("B", place)
    try:
        return base64.b64decode(value, validate=True)
    except ValueError:  # of binascii, or because it is no ASCII
        raise BadRecordError(f"{place} is of type B, but not base64") from None


def _boolean(value: object, place: str) -> bool:
    if not isinstance(value, bool):
        raise _wrong("BOOL", place)
    return value


def _null(value: object, place: str) -> None:
    if value is not True:
        raise _wrong("NULL", place)


def _set_of(tag: str, read: Callable[[object, str], Any]) -> Callable[[object, str], frozenset[Any]]:
    def read_set(value: object, place: str) -> frozenset[Any]:
        if not isinstance(value, list) or not value:
            raise _wrong(tag, place)
        members = frozenset(read(member, f"{place}[{number}]") for number, member in enumerate(value))
        if len(members) != len(value):
            raise BadRecordError(f"{place} is of type {tag}, but has a member twice")
        return members

    return read_set


_READERS: dict[str, Callable[[object, str], Any]] = {
    "S": _text,
    "N": _number,
    "B": _binary,
    "BOOL": _boolean,
    "NULL": _null,
    "SS": _set_of("SS", _text),
    "NS": _set_of("NS", _number),
    "BS": _set_of("BS", _binary),
}


def _wrong(tag: str, place: str) -> BadRecordError:
    return BadRecordError(f"{place} is said to be of type {tag}, but its value is not")


def wire(item: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Plain values as a client takes them; attributes that are None are left out."""
    return {name: wire_value(value) for name, value in item.items() if value is not None}


def wire_value(value: Any) -> dict[str, Any]:
    """One plain value, typed."""
    match value:
        case bool():
            return {"BOOL": value}
        case str():
            return {"S": value}
        case int() | Decimal():
            return {"N": format(value, "f") if isinstance(value, Decimal) else str(value)}
        case bytes():
            return {"B": value}
        case dict():
            return {"M": {name: wire_value(inner) for name, inner in value.items()}}
        case list():
            return {"L": [wire_value(inner) for inner in value]}
    raise TypeError(f"{type(value).__name__} is not written to DynamoDB by these functions")
