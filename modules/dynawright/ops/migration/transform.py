"""What becomes of an item: the user's function, and whether the new table can take what it returns."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from dynawright.errors import Place, Problem, UserError
from dynawright.model.limits import MAX_ITEM_BYTES
from dynawright.model.size import item_size
from dynawright.ops.migration.table import Table
from dynawright.ops.migration.value import Item

MOST_KEY_BYTES = (2048, 1024)  # of the partition key, of the sort key
WANTED = "give --transform module:function, a function that takes an item and returns one, a list of them or None"

Function = Callable[[dict[str, Any]], Any]


class RejectedError(Exception):
    """This item can't be copied; the others can."""


class Output(NamedTuple):
    """An item for the new table, with its key as text and its size as DynamoDB counts it."""

    item: Item
    key: str
    size: int


class Transform:
    """Takes typed items and returns typed items; the function between has Python's values: str, Decimal, bytes, dict, list, set."""

    def __init__(self, name: str | None, target: Table) -> None:
        from boto3.dynamodb.types import TypeDeserializer, TypeSerializer

        class Deserializer(TypeDeserializer):  # type: ignore[misc]
            def _deserialize_b(self, value: bytes) -> bytes:
                return value  # boto3's wrapper of bytes has neither a length nor its other methods

        self.name = name
        self._function = function(name) if name else _same
        self._target = target
        self._deserialize, self._serialize = Deserializer().deserialize, TypeSerializer().serialize

    def __call__(self, item: Item) -> list[Output]:
        """No item at all is one that the function drops on purpose."""
        given = {name: self._deserialize(value) for name, value in item.items()}
        found = [self._checked(one) for one in self._returned(given)]
        keys = [one.key for one in found]
        if twice := sorted({key for key in keys if keys.count(key) > 1}):
            raise RejectedError(f"the transform returned more than one item with the key {', '.join(twice)}")
        return found

    def _returned(self, item: dict[str, Any]) -> list[Any]:
        try:
            returned = self._function(item)
        except Exception as error:
            raise RejectedError(f"the transform raised {type(error).__name__}: {error}") from None
        return [] if returned is None else returned if isinstance(returned, list) else [returned]

    def _checked(self, made: Any) -> Output:
        if not isinstance(made, dict) or not all(isinstance(name, str) for name in made):
            raise RejectedError(f"the transform returned {made!r}: an item is a dictionary by attribute names")
        try:
            item = {name: self._serialize(value) for name, value in made.items()}
            size = item_size(made)
        except Exception as error:
            raise RejectedError(f"the transform returned what DynamoDB can't hold: {type(error).__name__}: {error}") from None
        problems = [*_key_problems(item, self._target), *_index_problems(item, self._target)]
        if size > MAX_ITEM_BYTES:
            problems.append(f"the item has {size:,} bytes; {MAX_ITEM_BYTES:,} are allowed")
        if problems:
            raise RejectedError("; ".join(problems))
        return Output(item, self._target.key_text(item), size)


def _same(item: dict[str, Any]) -> dict[str, Any]:
    return item


def function(name: str) -> Function:
    """The one that `module:function` names; modules are found as from the project's root."""
    module, _, attribute = name.partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise UserError([Problem("DW722", str(error), Place(path=f"--transform {name}"), name, fix=WANTED)]) from None
    if not callable(found):
        text = f"must be a function, got {type(found).__name__}"
        raise UserError([Problem("DW722", text, Place(path=f"--transform {name}"), name, "a function", WANTED)])
    checked: Function = found
    return checked


def _key_problems(item: Item, table: Table) -> Iterator[str]:
    for (name, type), most in zip(table.keys.items(), MOST_KEY_BYTES, strict=False):
        if name not in item:
            yield f"the key attribute '{name}' is missing"
            continue
        yield from _wrong(f"the key attribute '{name}'", item[name], type)
        value = item[name].get(type)
        if type != "N" and value and (length := len(value if type == "B" else value.encode())) > most:
            yield f"the key attribute '{name}' has {length:,} bytes; {most:,} are allowed"


def _index_problems(item: Item, table: Table) -> Iterator[str]:
    """An item without an index's key is just not in it, but one with a wrong key is refused."""
    for index, keys in table.indexes.items():
        for name, type in keys.items():
            if name in item and name not in table.keys:
                yield from _wrong(f"'{name}', a key of the index {index},", item[name], type)


def _wrong(what: str, value: Mapping[str, Any], type: str) -> Iterator[str]:
    ((actual, content),) = value.items()
    if actual != type:
        yield f"{what} is of type {actual}; the table has {type}"
    elif type != "N" and not content:
        yield f"{what} is empty"
