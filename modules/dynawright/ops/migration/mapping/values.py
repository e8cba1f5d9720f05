"""Convert column values to attributes of items.

A source's own types and their text, as PostgreSQL and CSV write them, give the same results.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from typing import Any, Literal

from dynawright.model import Declared
from dynawright.ops.migration.mapping.columns import Kind

Form = Literal["text", "seconds", "milliseconds", "json"]
FORMS: Mapping[Kind, Mapping[Form | None, tuple[str, ...]]] = {
    "text": {None: ("S",), "json": ("M", "L")},
    "number": {None: ("N",), "text": ("S",)},
    "boolean": {None: ("BOOL",), "text": ("S",)},
    "time": {None: ("S",), "seconds": ("N",), "milliseconds": ("N",)},
    "bytes": {None: ("B",)},
    "json": {None: ("M", "L"), "text": ("S",)},
    "texts": {None: ("L", "SS")},
    "numbers": {None: ("L", "NS")},
}
"""The attribute types that a kind of column can fill, unchanged or `as` another form."""

TRUE, FALSE = ("t", "true"), ("f", "false")


def convert(value: Any, kind: Kind, form: Form | None, declared: Declared) -> Any:
    """Return the attribute; raise ValueError with the reason if it can't be converted."""
    native = _NATIVE[kind](value)
    match form:
        case "seconds" | "milliseconds":
            micros = (native - EPOCH).days * 86_400_000_000 + (native - EPOCH).seconds * 1_000_000 + native.microsecond
            return Decimal(micros // (1_000_000 if form == "seconds" else 1000))
        case "json":
            return _of_type(_json(native), declared)
        case "text":
            return _as_text(native, kind)
    if kind == "time":
        return in_iso(native)
    if kind in ("texts", "numbers"):
        return _collection(native, declared)
    return _of_type(native, declared)


def in_iso(moment: datetime) -> str:
    """Return a time as sortable text: UTC, always with microseconds."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def in_seconds(value: Any) -> int:
    """Return a column of a time in seconds since 1970."""
    return int((_time(value) - EPOCH).total_seconds())


EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def _as_text(native: Any, kind: Kind) -> str:
    if kind == "json":
        return json.dumps(native, ensure_ascii=False, separators=(",", ":"), default=_number_text)
    return str(native).lower() if kind == "boolean" else format(native, "f")


def _number_text(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


def _collection(values: list[Any], declared: Declared) -> Any:
    if declared == "L":
        return values
    members = set(values)
    if len(members) < len(values):
        raise ValueError("a set has each member once, this has one twice: declare a list (L) to keep all")
    if None in members:
        raise ValueError("a set has no NULL: declare a list (L) to keep it")
    return members


def _of_type(value: Any, declared: Declared) -> Any:
    match declared:
        case tuple() if value not in declared:
            raise ValueError(f"must be one of {', '.join(declared)}, got {value!r:.60}")
        case Mapping() | "M" if not isinstance(value, dict):
            raise ValueError(f"must be an object of JSON, got {value!r:.60}")
        case "L" if not isinstance(value, list):
            raise ValueError(f"must be a list of JSON, got {value!r:.60}")
        case Mapping():
            if unknown := [name for name in value if name not in declared]:
                raise ValueError(f"has {', '.join(unknown)}, which the model does not declare")
    return value


def _text(value: Any) -> str:
    return value if isinstance(value, str) else str(value)


def _number(value: Any) -> Decimal:
    if isinstance(value, bool):
        raise ValueError(f"must be a number, got {value!r}")
    try:
        number = Decimal(repr(value) if isinstance(value, float) else value)
    except (InvalidOperation, TypeError, ValueError):
        raise ValueError(f"must be a number, got {value!r:.60}") from None
    if not number.is_finite():
        raise ValueError(f"must be a finite number, got {value}")
    return number


def _boolean(value: Any) -> bool:
    text = str(value).lower()
    if text not in (*TRUE, *FALSE):
        raise ValueError(f"must be true or false, got {value!r:.60}")
    return text in TRUE


def _time(value: Any) -> datetime:
    if not isinstance(value, datetime):
        try:
            value = datetime.fromisoformat(value) if isinstance(value, str) else datetime.combine(value, datetime.min.time())
        except (TypeError, ValueError):
            raise ValueError(f"must be a time in ISO 8601, got {value!r:.60}") from None
    moment: datetime = value if value.tzinfo else value.replace(tzinfo=UTC)
    return moment


def _bytes(value: Any) -> bytes:
    if not isinstance(value, str):
        return bytes(value)
    try:
        return bytes.fromhex(value[2:]) if value.startswith("\\x") else base64.b64decode(value, validate=True)
    except (ValueError, binascii.Error):
        raise ValueError(f"must be base64, or hex after \\x, got {value!r:.60}") from None


def _json(value: Any) -> Any:
    if not isinstance(value, str):
        return _exact(value)
    try:
        return _exact(json.loads(value, parse_float=Decimal, parse_int=Decimal))
    except ValueError:
        raise ValueError(f"must be JSON, got {value!r:.60}") from None


def _exact(value: Any) -> Any:
    """Return json.loads's result with numbers that DynamoDB accepts."""
    match value:
        case dict():
            return {name: _exact(inner) for name, inner in value.items()}
        case list():
            return [_exact(inner) for inner in value]
        case bool() | None:
            return value
        case int() | float():
            return _number(value)
    return value


def _list(value: Any) -> list[Any]:
    values = _json(value)
    if not isinstance(values, list):
        raise ValueError(f"must be a list, got {value!r:.60}")
    return values


_NATIVE: Mapping[Kind, Callable[[Any], Any]] = {
    "text": _text,
    "number": _number,
    "boolean": _boolean,
    "time": _time,
    "bytes": _bytes,
    "json": _json,
    "texts": _list,
    "numbers": _list,
}
