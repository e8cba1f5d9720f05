"""Changes between two synthesized stacks in a plan's form, for use without a state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from dynawright.guard.change import Change
from dynawright.rules.blocks import as_mapping
from dynawright.rules.resources import REFERENCE, Resource, document

MAPS = {"tags", "tags_all", "variables", "dimensions", "resource_type_opt_in_preference", "resource_type_management_preference"}
"""Attributes that are maps; every other object is a block, which plans put in lists."""
NAMES = ("name", "bucket", "function_name", "alarm_name", "cluster_name")
"""Attributes whose change makes a new resource."""


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Change]:
    """Return the changes of all resources, including unchanged ones.

    Values that AWS fills in are unknown, and so is anything else that forces a replacement.
    """
    was, will_be = _resources(before), _resources(after)
    return [_change(address, was.get(address), will_be.get(address)) for address in sorted({*was, *will_be})]


def _resources(content: Mapping[str, Any]) -> dict[str, Resource]:
    """Return resources by address with names resolved; ARNs and ids stay references."""
    resources = {
        resource.address: resource
        for resource in document({"resource": {}, **content}, "stack").resources
        if resource.type.startswith("aws_")
    }
    known = {
        address: {**{name: f"${{{address}.{name}}}" for name in ("arn", "id")}, **value.values}
        for address, value in resources.items()
    }
    return {address: replace(value, values=_resolved(known[address], known)) for address, value in resources.items()}


def _resolved(value: Any, known: Mapping[str, Mapping[str, Any]], name: str = "") -> Any:
    if isinstance(value, str):
        match = REFERENCE.fullmatch(value)
        meant = as_mapping(known.get(match[1])).get(match[2].removeprefix(".")) if match else None
        return meant if isinstance(meant, str) else value
    if isinstance(value, Mapping):
        inner = {key: _resolved(part, known, key) for key, part in value.items()}
        return inner if name in MAPS or not name else [inner]
    if isinstance(value, list):
        return [_resolved(part, known) for part in value]
    return value


def _change(address: str, was: Resource | None, will_be: Resource | None) -> Change:
    before, after = (resource.values if resource else {} for resource in (was, will_be))
    renamed = [name for name in NAMES if before.get(name) != after.get(name)] if was and will_be else []
    actions: tuple[str, ...] = ("create",) if not was else ("delete",) if not will_be else ("update",)
    if was and will_be and before == after:
        actions = ("no-op",)
    type = address.split(".")[0]
    return Change(address, type, ("delete", "create") if renamed else actions, before, after, tuple(renamed))
