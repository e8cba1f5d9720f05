"""All changes of a plan, found by type, address and name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from dynawright.guard.change import Change

NAMES = ("arn", "id", "name", "bucket", "function_name", "url")
"""Attributes that others refer to a resource by."""


class Changes:
    """The changes of one plan, unchanged resources too."""

    def __init__(self, changes: Iterable[Change]) -> None:
        self.all: Sequence[Change] = tuple(changes)

    def of_type(self, *types: str) -> list[Change]:
        """Return the changes of these types, in the plan's order."""
        return [change for type in types for change in self._by_type.get(type, ())]

    def at(self, address: str) -> Change | None:
        """Return the change at an address."""
        return self._by_address.get(address)

    def named(self, value: object, *types: str) -> list[Change]:
        """Return the resources that a value names, of these types or of any: by an ARN, an id or a name."""
        found = self._by_name.get(value, []) if isinstance(value, str) else []
        return [change for change in found if not types or change.type in types]

    @cached_property
    def _by_type(self) -> dict[str, list[Change]]:
        found: dict[str, list[Change]] = {}
        for change in self.all:
            found.setdefault(change.type, []).append(change)
        return found

    @cached_property
    def _by_address(self) -> dict[str, Change]:
        return {change.address: change for change in self.all}

    @cached_property
    def _by_name(self) -> dict[str, list[Change]]:
        found: dict[str, list[Change]] = {}
        for change in self.all:
            values = change.before or change.after
            for name in dict.fromkeys(values[name] for name in NAMES if isinstance(values.get(name), str)):
                found.setdefault(name, []).append(change)
        return found
