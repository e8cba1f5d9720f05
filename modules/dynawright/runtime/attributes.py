"""Parses DynamoDB's typed values of a Lambda event strictly.

boto3's TypeDeserializer raises on the base64 text that Lambda sends for binaries and lets NaN, {"BOOL": "false"} and {"S": 1}
pass: here, a record that DynamoDB can't have written is a bad record, never a silent zero.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from dynawright.runtime.errors import BadRecordError

Item = dict[str, Any]
Place = str | tuple["Place", str | int]
"""The place of a value: a name, or its parent and its name or number there.

Turned into text only for an error.
"""

MAX_DEPTH = 32  # DynamoDB's limit for lists and maps
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?(?P<exponent>[eE][+-]?[0-9]{1,3})?", re.ASCII)
_MAX_DIGITS = 38


def item_of(image: object, place: Place) -> Item:
    """Return an image or a key as plain Python values; `place` names it in errors."""
    if not isinstance(image, dict) or not image:
        raise BadRecordError(f"{named(place)} is missing or no map of attributes")
    return _values(image, place, 0)


def value_of(typed: object, place: Place, depth: int = 0) -> Any:
    """Return one typed value, such as {"N": "10"}, as a Python value."""
    if not isinstance(typed, dict) or len(typed) != 1:
        raise BadRecordError(f"{named(place)} is no typed value, which is a map of one type to one value")
    ((tag, value),) = typed.items()
    if depth > MAX_DEPTH:
        raise BadRecordError(f"{named(place)} is nested more than {MAX_DEPTH} levels deep")
    if tag in ("M", "L"):
        return _document(tag, value, place, depth + 1)
    reader = _READERS.get(tag)
    if reader is None:
        raise BadRecordError(f"{named(place)} has the type {tag!r}, which DynamoDB does not have")
    return reader(value, place)


def named(place: Place) -> str:
    """Return a place as a path, such as NewImage.Lines[0].Price."""
    if isinstance(place, str):
        return place
    outer, name = place
    return f"{named(outer)}[{name}]" if isinstance(name, int) else f"{named(outer)}.{name}"


def _values(typed_values: dict[str, Any], place: Place, depth: int) -> Item:
    """Parse all values; text is handled inline, since a call for each would cost more than the rest."""
    values: Item = {}
    for name, typed in typed_values.items():
        if type(typed) is dict and len(typed) == 1 and type(text := typed.get("S")) is str and depth <= MAX_DEPTH:
            values[name] = text
        else:
            values[name] = value_of(typed, (place, name), depth)
    return values


def _document(tag: str, value: object, place: Place, depth: int) -> Any:
    if tag == "M" and isinstance(value, dict):
        return _values(value, place, depth)
    if tag == "L" and isinstance(value, list):
        return [value_of(inner, (place, number), depth) for number, inner in enumerate(value)]
    raise _wrong(tag, place)


def _text(value: object, place: Place) -> str:
    if not isinstance(value, str):
        raise _wrong("S", place)
    return value


def _number(value: object, place: Place) -> Decimal:
    if not isinstance(value, str) or (written := _NUMBER.fullmatch(value)) is None:
        raise BadRecordError(f"{named(place)} is of type N, but no number in DynamoDB's form")
    number = Decimal(value)
    if len(value) <= _MAX_DIGITS and written["exponent"] is None:  # short numbers are always within DynamoDB's limits
        return number
    digits = "".join(map(str, number.as_tuple().digits)).strip("0")  # not normalize(), which rounds to 28
    if len(digits) > _MAX_DIGITS or (number and not -130 <= number.adjusted() <= 125):
        raise BadRecordError(f"{named(place)} is of type N, but beyond the 38 digits or the magnitude that DynamoDB keeps")
    return number


def _binary(value: object, place: Place) -> bytes:
    if not isinstance(value, str):
        raise _wrong("B", place)
    try:
        return base64.b64decode(value, validate=True)
    except ValueError:  # binascii's error, or text that is not ASCII
        raise BadRecordError(f"{named(place)} is of type B, but not base64") from None


def _boolean(value: object, place: Place) -> bool:
    if not isinstance(value, bool):
        raise _wrong("BOOL", place)
    return value


def _null(value: object, place: Place) -> None:
    if value is not True:
        raise _wrong("NULL", place)


def _set_of(tag: str, read: Callable[[object, Place], Any]) -> Callable[[object, Place], frozenset[Any]]:
    def read_set(value: object, place: Place) -> frozenset[Any]:
        if not isinstance(value, list) or not value:
            raise _wrong(tag, place)
        members = frozenset(read(member, (place, number)) for number, member in enumerate(value))
        if len(members) != len(value):
            raise BadRecordError(f"{named(place)} is of type {tag}, but has a member twice")
        return members

    return read_set


_READERS: dict[str, Callable[[object, Place], Any]] = {
    "S": _text,
    "N": _number,
    "B": _binary,
    "BOOL": _boolean,
    "NULL": _null,
    "SS": _set_of("SS", _text),
    "NS": _set_of("NS", _number),
    "BS": _set_of("BS", _binary),
}


def _wrong(tag: str, place: Place) -> BadRecordError:
    return BadRecordError(f"{named(place)} has type {tag}, but its value has not")


def wire(item: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return plain values in a client's format, without attributes that are None."""
    return {name: {"S": value} if type(value) is str else wire_value(value) for name, value in item.items() if value is not None}


def wire_value(value: Any) -> dict[str, Any]:
    """Return one plain value with its type."""
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
