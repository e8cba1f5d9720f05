"""Check settings of single tables and consumers against the model.

The settings package does not import models, so the stack does this.
"""

from __future__ import annotations

from collections.abc import Iterator

from dynawright.errors import Place, Problem, unknown
from dynawright.model import System
from dynawright.settings import SystemSettings


def problems(system: System, settings: SystemSettings, file: str) -> Iterator[Problem]:
    """Yield settings of unknown tables, indexes and consumers, and required tables that are turned off."""
    tables = {table.name: table for table in system.tables}
    for name, own in settings.tables.items():
        place = Place(file, path=f"systems.{system.name}.tables")
        if name not in tables:
            yield unknown("DW301", "table", name, tables, place=place)
            continue
        indexes = [index.name for index in tables[name].indexes]
        for index in own.indexes:
            if index not in indexes:
                yield unknown("DW211", "index", index, indexes, place=Place(file, path=f"{place.path}.{name}.indexes"))
        if own.enabled is False and not tables[name].optional:
            text, fix = "must be true: the table is not optional", "remove the line"
            yield Problem("DW303", text, Place(file, path=f"{place.path}.{name}.enabled"), False, "true", fix)
    consumers = [consumer.name for consumer in system.consumers]
    for name in settings.consumers:
        if name not in consumers:
            yield unknown("DW301", "consumer", name, consumers, place=Place(file, path=f"systems.{system.name}.consumers"))
