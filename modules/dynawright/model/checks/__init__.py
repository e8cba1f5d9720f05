"""Checks of a table's model; one file per part of the model."""

from collections.abc import Iterator

from dynawright.errors import Problem
from dynawright.model.checks import chunks, entities, indexes, keys, patterns, policies, tenants
from dynawright.model.reserved import RESERVED
from dynawright.model.table import TableModel


def problems(model: TableModel) -> Iterator[Problem]:
    """Return all problems of the first group that has any: later checks rely on earlier ones."""
    for part in (keys, indexes, entities, patterns, chunks, tenants, policies):
        wrong = list(part.problems(model))
        yield from wrong
        if wrong:
            if part in (entities, patterns):
                yield from _reserved_names(model)
            return


def _reserved_names(model: TableModel) -> Iterator[Problem]:
    for name in model.key_types:
        if name in RESERVED:
            text = f"key '{name}' has the name of an argument of entities and patterns"
            yield Problem("DW212", text, model.place, name, fix=f"write it as {name}_ there")
