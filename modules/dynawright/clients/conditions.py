"""Conditions of writes in words, for docstrings of methods."""

from __future__ import annotations

from collections.abc import Iterator

from dynawright.model.operation import ConditionCheck, DeleteItem, PutItem, UpdateItem, Write
from dynawright.model.pattern import AccessPattern, Delete, Put, TransactWrite, Update

VERBS = {PutItem: "puts", UpdateItem: "updates", DeleteItem: "deletes", ConditionCheck: "checks"}


def conditions(pattern: AccessPattern) -> list[str]:
    """Return a sentence per condition: one for a write, one for each part of a transaction."""
    match pattern:
        case Put() | Update() | Delete() if pattern.item.condition:
            return [f"ConditionFailed unless {pattern.item.condition}"]
        case TransactWrite():
            return [f"Part {at} {' '.join(_words(part))}" for at, part in enumerate(pattern.items)]
        case _:
            return []


def _words(part: Write) -> Iterator[str]:
    yield VERBS[type(part)]
    yield part.entity if isinstance(part, PutItem) else ", ".join(f"{name}={text.text}" for name, text in part.key.items())
    if part.condition:
        yield f"if {part.condition}"
