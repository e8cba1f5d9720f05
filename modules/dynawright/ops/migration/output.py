"""Items for the new table, checked against its keys before anything is sent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from dynawright.model.limits import MAX_ITEM_BYTES
from dynawright.model.size import item_size
from dynawright.ops.migration.table import Table
from dynawright.ops.migration.value import Item

MOST_KEY_BYTES = (2048, 1024)  # of the partition key, of the sort key


class RejectedError(Exception):
    """This item can't be copied; others can."""


class Output(NamedTuple):
    """An item for the new table, with its key as text and its size as DynamoDB counts it."""

    item: Item
    key: str
    size: int
    version: str | None = None
    """The attribute that tells which of two versions is newer."""


class Outputs:
    """Converts items with Python values (str, Decimal, bytes, dict, list, set) to typed ones."""

    def __init__(self, target: Table) -> None:
        from boto3.dynamodb.types import TypeSerializer

        self._target, self._serialize = target, TypeSerializer().serialize

    def __call__(self, items: Iterable[Any], version: str | None = None) -> list[Output]:
        """Return all of them, or raise RejectedError."""
        outputs = [self._checked(item, version) for item in items]
        keys = [output.key for output in outputs]
        if twice := sorted({key for key in keys if keys.count(key) > 1}):
            raise RejectedError(f"the transform returned more than one item with the key {', '.join(twice)}")
        return outputs

    def key_text(self, key: Mapping[str, Any]) -> str:
        """Return a key of the target as text."""
        return self._target.key_text({name: self._serialize(value) for name, value in key.items()})

    def _checked(self, made: Any, version: str | None) -> Output:
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
        return Output(item, self._target.key_text(item), size, version if version in item else None)


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
    """Yield wrong index keys, which DynamoDB rejects; an item without an index's key is just not in it."""
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
