"""Write rules/kinds.json: the attributes of each type that are numbers, booleans or strings.

`make bindings` runs it on the provider's schema.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[1] / "rules" / "kinds.json"
PROVIDER = "provider_aws"


def text(schema: Mapping[str, Any], types: Iterable[str]) -> str:
    """Return the file's text: a line for each type, with blocks nested as in Terraform."""
    blocks = {PROVIDER: schema["provider"]["block"]}
    for type in types:
        section = "data_source_schemas" if type.startswith("data.") else "resource_schemas"
        blocks[type] = schema[section][type.removeprefix("data.")]["block"]
    lines = [f"{json.dumps(type)}: {json.dumps(_block(block), sort_keys=True)}" for type, block in sorted(blocks.items())]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _block(block: Mapping[str, Any]) -> dict[str, Any]:
    """Return the kinds of a block's attributes, also computed and deprecated ones, which plans contain."""
    found = {
        name: _nested(attribute["nested_type"]) if "nested_type" in attribute else _kind(attribute["type"])
        for name, attribute in block.get("attributes", {}).items()
    }
    return found | {name: _block(nested["block"]) for name, nested in block.get("block_types", {}).items()}


def _nested(type: Mapping[str, Any]) -> dict[str, Any]:
    return _block({"attributes": type["attributes"]})


def _kind(type: Any) -> Any:
    """Return `number`, `["number"]` for several, or `{"*": "number"}` for a map."""
    if isinstance(type, str):
        return type
    collection, element = type
    if collection == "object":
        return {name: _kind(value) for name, value in element.items()}
    if isinstance(element, list) and element[0] == "object":
        return _kind(element)  # nested attributes look like blocks
    return {"*": _kind(element)} if collection == "map" else [_kind(element)]
