"""The names of a system's tables in each environment."""

from __future__ import annotations

from dynawright.model.system import System
from dynawright.settings import environment_names, load_named
from dynawright.systems import tables_in


def table_names(system: System) -> dict[str, dict[str, str]]:
    """Return, by environment, the physical name of each table that it builds."""
    names = {}
    for name in environment_names():
        environment = load_named(name).seen_by(system.name)
        names[name] = {table.name: environment.table_name(table.name) for table in tables_in(environment, system)}
    return names
