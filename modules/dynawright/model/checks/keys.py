"""Checks of names and key attributes."""

from collections.abc import Iterator

from dynawright.model.key import Key
from dynawright.model.limits import KEY_TYPES, MAX_NAME_BYTES, NAME_RULE, TABLE_OR_INDEX_NAME
from dynawright.model.table import TableModel


def problems(model: TableModel) -> Iterator[str]:
    if not TABLE_OR_INDEX_NAME.fullmatch(model.name):
        yield f"the table name '{model.name}' is not allowed: {NAME_RULE}"
    places = [("partition key", model.partition_key)]
    if model.sort_key:
        places.append(("sort key", model.sort_key))
    for index in model.indexes:
        places.append((f"index '{index.name}'", index.partition_key))
        if index.sort_key:
            places.append((f"index '{index.name}'", index.sort_key))
    places += [(f"local index '{index.name}'", index.sort_key) for index in model.local_indexes]

    types: dict[str, str] = {}
    for place, key in places:
        yield from _key_problems(place, key)
        if types.setdefault(key.name, key.type) != key.type:
            yield f"the attribute '{key.name}' is of type {types[key.name]} in one key and {key.type} in {place}: it can have one type only"
    if model.sort_key and model.sort_key.name == model.partition_key.name:
        yield f"'{model.sort_key.name}' is both partition key and sort key: the two must be different attributes"


def _key_problems(place: str, key: Key) -> Iterator[str]:
    if "." in key.name:
        inner = key.name.rsplit(".", 1)[1]
        yield f"{place} has key '{key.name}': a key must be a top-level attribute; store {inner} at the top of the item"
    elif not 1 <= len(key.name.encode()) <= MAX_NAME_BYTES:
        yield f"{place} has a key name of {len(key.name.encode())} bytes: 1 to {MAX_NAME_BYTES} are allowed"
    if key.type not in KEY_TYPES:
        yield f"{place} has key '{key.name}' of type '{key.type}': a key is of type {', '.join(KEY_TYPES)}"
