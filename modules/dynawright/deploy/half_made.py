"""Incomplete resources of an interrupted apply, which Terraform would replace."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from dynawright.errors import Place, Problem

REFUSED = "lifecycle.prevent_destroy"
"""Part of Terraform's error for a plan that would replace a protected resource."""


def problems(state: str, folder: Path, command: str) -> list[Problem]:
    """Return a problem for each tainted resource of a state, with the fix that keeps it."""
    try:
        resources = json.loads(state or "{}").get("resources", [])
    except ValueError:
        return []
    return [
        Problem(
            "DW415",
            "is incomplete: an apply stopped while creating it, so the plan would replace it",
            Place(path=address),
            address,
            fix=f"check it in AWS; if it is complete, `{command} -chdir={folder} untaint '{address}'`, then plan again",
        )
        for resource in resources
        for address in _tainted(resource)
    ]


def _tainted(resource: Mapping[str, Any]) -> Iterator[str]:
    for instance in resource.get("instances", []):
        if instance.get("status") == "tainted":
            module = f"{resource['module']}." if "module" in resource else ""
            index = f"[{json.dumps(instance['index_key'])}]" if "index_key" in instance else ""
            yield f"{module}{resource['type']}.{resource['name']}{index}"
