"""All changes of a plan, by type, address and name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from dynawright.guard.change import Change

NAMES = ("arn", "id", "name", "bucket", "function_name", "url")
"""Attributes by which others refer to a resource."""


class Changes:
    """The changes of one plan, including unchanged resources."""

    def __init__(self, changes: Iterable[Change]) -> None:
        self.all: Sequence[Change] = tuple(changes)

    def of_type(self, *types: str) -> list[Change]:
        """Return the changes of these types, in the plan's order."""
        return [change for type in types for change in self._by_type.get(type, ())]

    def at(self, address: str) -> Change | None:
        """Return the change at an address."""
        return self._by_address.get(address)

    def named(self, value: object, *types: str) -> list[Change]:
        """Return the resources that a value names by ARN, id or name, of these types or of any type."""
        named = self._by_name.get(value, []) if isinstance(value, str) else []
        return [change for change in named if not types or change.type in types]

    @cached_property
    def _by_type(self) -> dict[str, list[Change]]:
        by_type: dict[str, list[Change]] = {}
        for change in self.all:
            by_type.setdefault(change.type, []).append(change)
        return by_type

    @cached_property
    def _by_address(self) -> dict[str, Change]:
        return {change.address: change for change in self.all}

    @cached_property
    def _by_name(self) -> dict[str, list[Change]]:
        by_name: dict[str, list[Change]] = {}
        for change in self.all:
            values = change.before or change.after
            for name in dict.fromkeys(values[name] for name in NAMES if isinstance(values.get(name), str)):
                by_name.setdefault(name, []).append(change)
        return by_name
