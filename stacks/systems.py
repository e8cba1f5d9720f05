"""The models of all systems. Imports no cdktf: documentation, tests and tools need not wait for it."""

from environments import Environment
from modules.model import System, TableModel
from stacks import SYSTEM_NAMES, part

SYSTEMS: tuple[System, ...] = tuple(part(name, "model", "SYSTEM") for name in SYSTEM_NAMES)


def tables_in(environment: Environment, system: System) -> list[TableModel]:
    """The tables that the environment has: an optional one only where it asks for it."""
    settings = environment.for_system(system.name)
    return [table for table in system.tables if settings.builds(table.name, optional=table.optional)]
