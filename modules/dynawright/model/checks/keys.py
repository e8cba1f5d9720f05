"""Checks of names and key attributes."""

from collections.abc import Iterator

from dynawright.errors import Problem, must_be
from dynawright.model.checks.names import attribute_name_problems
from dynawright.model.declaration import Declaration
from dynawright.model.key import Key
from dynawright.model.limits import KEY_TYPES, NAME_RULE, TABLE_OR_INDEX_NAME
from dynawright.model.table import TableModel


def problems(model: TableModel) -> Iterator[Problem]:
    if not TABLE_OR_INDEX_NAME.fullmatch(model.name):
        yield must_be("DW202", NAME_RULE, model.name, place=model.place)
    keys: list[tuple[Declaration, Key]] = [(model, key) for key in model.key]
    keys += [(index, key) for index in model.indexes for key in (index.partition_key, index.sort_key) if key]
    keys += [(index, index.sort_key) for index in model.local_indexes]

    types: dict[str, str] = {}
    for owner, key in keys:
        yield from (problem.at(owner.place) for problem in _key_problems(key))
        if types.setdefault(key.name, key.type) != key.type:
            text = f"key '{key.name}' is of type {key.type} here and {types[key.name]} in another key"
            yield Problem("DW214", text, owner.place, key.type, fix="give it one type")
    if model.sort_key and model.sort_key.name == model.partition_key.name:
        yield same_key(model.sort_key).at(model.place)


def same_key(key: Key) -> Problem:
    """Return the problem of a key whose two parts are one attribute."""
    return Problem("DW206", f"'{key.name}' is both partition key and sort key", value=key.name, fix="use two attributes")


def _key_problems(key: Key) -> Iterator[Problem]:
    yield from attribute_name_problems("key", key.name)
    if key.type not in KEY_TYPES:
        allowed = ", ".join(KEY_TYPES)
        yield Problem(
            "DW214", f"the type of key '{key.name}' must be one of {allowed}, got '{key.type}'", value=key.type, allowed=allowed
        )
