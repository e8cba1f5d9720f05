"""The systems of an application: each folder in `stacks/` with a model.py. Imports no cdktf."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from dynawright import project
from dynawright.errors import Place, Problem, UserError, unknown
from dynawright.model import System, TableModel
from dynawright.settings import Environment
from dynawright.settings.environment import FOUNDATION

__all__ = ["FOUNDATION", "chosen", "part", "stack_names", "system_names", "systems", "tables_in"]


def system_names() -> tuple[str, ...]:
    """Return the names of all systems, in alphabetical order."""
    folders = (path.parent.name for path in project.stacks_folder().glob("*/model.py"))
    return tuple(sorted(name for name in folders if name != FOUNDATION))


def stack_names() -> tuple[str, ...]:
    """Return the names of all stacks in the order of deployment: systems look up what the foundation holds."""
    return (FOUNDATION, *system_names())


def systems() -> tuple[System, ...]:
    """Return the models of all systems."""
    return tuple(part(name, "model", "SYSTEM") for name in system_names())


def tables_in(environment: Environment, system: System) -> list[TableModel]:
    """Return the tables that the environment builds; an optional one only where its settings ask for it."""
    settings = environment.for_system(system.name)
    return [table for table in system.tables if settings.builds(table.name, optional=table.optional)]


def chosen(name: str | None, names: Sequence[str] | None = None) -> Sequence[str]:
    """Return the named one of `names` (all stacks by default), or all of them without a name."""
    names = stack_names() if names is None else names
    if name and name not in names:
        raise UserError([unknown("DW801", "system", name, names)])
    return (name,) if name else names


def part(system: str, file: str, name: str) -> Any:
    """Return the object `name` of stacks/<system>/<file>.py."""
    root = str(project.root())
    if root not in sys.path:
        sys.path.insert(0, root)
    module = f"stacks.{system}.{file}"
    try:
        found = getattr(import_module(module), name, None)
    except ModuleNotFoundError as error:
        if error.name not in (module, f"stacks.{system}"):
            raise
        found = None
    if found is None:
        raise UserError([Problem("DW302", f"must define {name}", Place(f"stacks/{system}/{file}.py"), fix="add it")])
    return found
