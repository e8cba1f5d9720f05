"""Items as lines of DynamoDB JSON, as in exports and imports: binary values are base64."""

from __future__ import annotations

import base64
import json
from typing import Any

from dynawright.ops.migration.value import Item, text


def line_of(item: Item) -> str:
    """Return the line of an item; equal items have equal lines."""
    return f'{{"Item":{text(item)}}}'


def item_of(line: str | bytes) -> Item:
    """Return the item of a line in boto3's form; raise ValueError or KeyError if it is invalid."""
    item = json.loads(line)["Item"]
    return {name: _value(value) for name, value in item.items()}


def _value(typed: dict[str, Any]) -> dict[str, Any]:
    ((tag, value),) = typed.items()
    match tag:
        case "B":
            return {"B": base64.b64decode(value)}
        case "BS":
            return {"BS": [base64.b64decode(member) for member in value]}
        case "M":
            return {"M": {name: _value(inner) for name, inner in value.items()}}
        case "L":
            return {"L": [_value(inner) for inner in value]}
    return typed
