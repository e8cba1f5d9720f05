"""DynamoDB's typed values as text: equal values have equal texts, however written."""

from __future__ import annotations

import base64
import hashlib
import json
from decimal import Context, Decimal
from typing import Any

Item = dict[str, Any]
"""An item in DynamoDB's JSON form: {"id": {"S": "1"}}."""

NUMBERS = Context(prec=38)  # DynamoDB's precision; normalize() rounds to 28 digits otherwise
ENCODER = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"))
EXPIRES_WITHIN = 5 * 365 * 86400  # DynamoDB never deletes items that expired longer ago: it takes such a TTL for a mistake


def text(item: Item) -> str:
    return ENCODER.encode(_typed(item))


def key_from(text: str) -> Item:
    """Return the key from its text."""
    key: Item = json.loads(text)
    return {name: {"B": base64.b64decode(value["B"])} if "B" in value else value for name, value in key.items()}


def digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode(), digest_size=16).digest()


def is_expired(item: Item, ttl: str | None, now: float) -> bool:
    """Whether DynamoDB will delete the item soon, at different times in each table."""
    seconds = item.get(ttl or "", {}).get("N")
    return seconds is not None and now - EXPIRES_WITHIN < Decimal(seconds) <= now


def _typed(item: Item) -> Item:
    return {name: _value(value) for name, value in item.items()}


def _value(typed: Item) -> Item:
    ((tag, value),) = typed.items()
    match tag:
        case "N":
            return {"N": _number(value)}
        case "B":
            return {"B": base64.b64encode(value).decode()}
        case "NS":
            return {"NS": sorted(map(_number, value))}
        case "SS":
            return {"SS": sorted(value)}
        case "BS":
            return {"BS": sorted(base64.b64encode(member).decode() for member in value)}
        case "M":
            return {"M": _typed(value)}
        case "L":
            return {"L": [_value(inner) for inner in value]}
    return typed


def _number(written: str) -> str:
    number = NUMBERS.normalize(Decimal(written))
    return format(number, "f") if number else "0"
