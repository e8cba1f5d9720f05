"""The user's function, and checks that the new table accepts its results."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from dynawright.errors import Place, Problem, UserError
from dynawright.ops.migration.output import Output, Outputs, RejectedError
from dynawright.ops.migration.table import Table
from dynawright.ops.migration.value import Item

WANTED = "give --transform module:function, a function that takes an item and returns one, a list of them or None"

Function = Callable[[dict[str, Any]], Any]


class Transform:
    """Convert typed items through a function on Python values: str, Decimal, bytes, dict, list, set."""

    def __init__(self, name: str | None, target: Table) -> None:
        from boto3.dynamodb.types import TypeDeserializer

        class Deserializer(TypeDeserializer):  # type: ignore[misc]
            def _deserialize_b(self, value: bytes) -> bytes:
                return value  # boto3's wrapper of bytes lacks a length and other methods

        self.name = name
        self._function = function(name) if name else _same
        self._deserialize, self._outputs = Deserializer().deserialize, Outputs(target)

    def __call__(self, item: Item) -> list[Output]:
        """Return the function's items; None means that it drops the item on purpose."""
        return self._outputs(self._returned({name: self._deserialize(value) for name, value in item.items()}))

    def _returned(self, item: dict[str, Any]) -> list[Any]:
        try:
            returned = self._function(item)
        except Exception as error:
            raise RejectedError(f"the transform raised {type(error).__name__}: {error}") from None
        return [] if returned is None else returned if isinstance(returned, list) else [returned]


def _same(item: dict[str, Any]) -> dict[str, Any]:
    return item


def function(name: str) -> Function:
    """Return the function of `module:function`; modules are imported from the project's root."""
    module, _, attribute = name.partition(":")
    try:
        value = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise UserError([Problem("DW722", str(error), Place(path=f"--transform {name}"), name, fix=WANTED)]) from None
    if not callable(value):
        text = f"must be a function, got {type(value).__name__}"
        raise UserError([Problem("DW722", text, Place(path=f"--transform {name}"), name, "a function", WANTED)])
    checked: Function = value
    return checked
