"""Add what only newer providers have to the schema that the bindings are generated from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_suffix(".json")
"""Schema of the attributes in `provider_versions.NEWER`; `tools.newest_provider` writes it."""


def with_newer(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema with the attributes that only newer providers have."""
    merged: dict[str, Any] = json.loads(json.dumps(schema))
    for path, entry in json.loads(FILE.read_text()).items():
        type, *blocks, name = path.split(".")
        block = merged["resource_schemas"][type]["block"]
        for outer in blocks:
            block = block["block_types"][outer]["block"]
        block["block_types" if "block" in entry else "attributes"][name] = entry
    return merged
