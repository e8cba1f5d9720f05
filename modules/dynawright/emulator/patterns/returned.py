"""Expected attributes in the answer to a write (ReturnValues)."""

from __future__ import annotations

from typing import Any

from dynawright.model.expression import Path, parse_update
from dynawright.model.item import Item
from dynawright.model.pattern import Delete, Put, Update


def returned(pattern: Put | Update | Delete, before: Item | None, after: Item | None) -> Item:
    """Return the attributes that DynamoDB must return; absent values are left out."""
    whole = (after if pattern.returns.endswith("_NEW") else before) or {}
    if pattern.returns == "NONE":
        return {}
    if not isinstance(pattern, Update) or pattern.returns.startswith("ALL_"):
        return whole
    updated: Item = {}
    for action in parse_update(pattern.item.update):
        _copy(action.path, whole, updated)
    return updated


def _copy(path: Path, whole: Any, into: dict[str, Any]) -> None:
    """Copy the value at a path, with the maps around it; a path into a list copies the whole list."""
    first, *rest = path.parts
    if not isinstance(whole, dict) or first not in whole:
        return
    if not rest or not isinstance(rest[0], str):
        into[str(first)] = whole[first]
        return
    inner: dict[str, Any] = {}
    _copy(Path(tuple(rest)), whole[first], inner)
    if inner:
        into[str(first)] = {**into.get(str(first), {}), **inner}
