"""An item as ordinary JSON, without DynamoDB's types."""

import base64
import json
from decimal import Decimal
from typing import Any


def plain(value: Any) -> Any:
    """Return JSON: numbers that a float would round become text, binaries base64, sets sorted lists."""
    match value:
        case Decimal():
            return _number(value)
        case bytes():
            return base64.b64encode(value).decode()
        case dict():
            return {name: plain(inner) for name, inner in value.items()}
        case list():
            return [plain(inner) for inner in value]
        case frozenset():
            return sorted((plain(inner) for inner in value), key=str)
    return value


def as_json(value: Any) -> str:
    """Return the value as JSON text; equal values give equal text."""
    return json.dumps(plain(value), sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _number(value: Decimal) -> int | float | str:
    if value == value.to_integral_value() and abs(value) < 2**53:
        return int(value)
    return float(value) if Decimal(repr(float(value))) == value else str(value)
