"""DynamoDB's answers in comparable form: engines order and write the same values differently."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

Wire = Mapping[str, Any]


def canonical_item(item: Wire) -> str:
    """Return an item as text: attributes and set members sorted, numbers normalized."""
    return json.dumps({name: _value(value) for name, value in item.items()}, sort_keys=True)


def canonical_answer(answer: Wire) -> dict[str, Any]:
    """Return an answer's items as text; order matters only in transactions, as in the request."""
    canonical: dict[str, Any] = {}
    for name, value in answer.items():
        match name, value:
            case "Items", list():
                canonical[name] = sorted(map(canonical_item, value))
            case "Responses", dict():
                canonical[name] = {table: sorted(map(canonical_item, items)) for table, items in value.items()}
            case "Responses", list():
                canonical[name] = [canonical_item(part.get("Item", {})) for part in value]
            case (("Item" | "Attributes"), dict()):
                canonical[name] = canonical_item(value)
            case (("UnprocessedKeys" | "UnprocessedItems"), {}):
                pass  # some engines leave the field out
            case _:
                canonical[name] = value
    return {name: value for name, value in canonical.items() if value}


def _value(value: Wire) -> Any:
    [(type, content)] = value.items()
    match type:
        case "N":
            return {type: _number(content)}
        case "NS":
            return {type: sorted(map(_number, content))}
        case "SS":
            return {type: sorted(content)}
        case "B":
            return {type: _bytes(content)}
        case "BS":
            return {type: sorted(map(_bytes, content))}
        case "M":
            return {type: {name: _value(inner) for name, inner in content.items()}}
        case "L":
            return {type: [_value(inner) for inner in content]}
    return {type: content}


def _number(text: str) -> str:
    return str(Decimal(text).normalize())


def _bytes(content: Any) -> str:
    return base64.b64encode(bytes(content)).decode()
