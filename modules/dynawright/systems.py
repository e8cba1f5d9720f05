"""The systems of an application and the stacks of an environment. Imports no cdktf."""

from __future__ import annotations

from collections.abc import Sequence

from dynawright.discovery import FOUNDATION, foundation_in, part, system_names
from dynawright.errors import Place, UserError, must_be, unknown
from dynawright.model import System, TableModel
from dynawright.settings import Environment

__all__ = [
    "FOUNDATION",
    "chosen",
    "chosen_stacks",
    "foundation_name",
    "part",
    "seen_by_stack",
    "stack_names",
    "stacks_in",
    "system_names",
    "systems",
    "tables_in",
]


def stack_names() -> tuple[str, ...]:
    """Return the folders in `stacks/` in deployment order, the foundation first."""
    return (FOUNDATION, *system_names())


def stacks_in(environment: Environment) -> tuple[str, ...]:
    """Return an environment's stacks in deployment order, with a foundation per Region in use."""
    return (*_foundations(environment), *system_names())


def foundation_name(environment: Environment) -> str:
    """Return the name of the foundation's stack in the environment's Region."""
    return foundation_in(environment.region, environment.home_region)


def chosen_stacks(environment: Environment, name: str | None) -> Sequence[str]:
    """Return the stacks of a name: a system's, all foundations for `foundation`, or all stacks."""
    if name == FOUNDATION:
        return tuple(_foundations(environment))
    return chosen(name, stacks_in(environment))


def seen_by_stack(environment: Environment, stack: str) -> Environment:
    """Return the environment with a stack's Region and names."""
    foundations = _foundations(environment)
    return environment.in_region(foundations[stack]) if stack in foundations else environment.seen_by(stack)


def systems() -> tuple[System, ...]:
    """Return the models of all systems."""
    models: list[tuple[str, System]] = [(name, part(name, "model", "SYSTEM")) for name in system_names()]
    problems = [
        must_be("DW118", f"'{name}', as the folder", model.name, place=Place(f"stacks/{name}/model.py", path="the system's name"))
        for name, model in models
        if model.name != name
    ]
    if problems:
        raise UserError(problems)
    return tuple(model for _, model in models)


def tables_in(environment: Environment, system: System) -> list[TableModel]:
    """Return the tables that the environment builds, optional ones only if its settings enable them."""
    settings = environment.for_system(system.name)
    return [table for table in system.tables if settings.builds_table(table.name, optional=table.optional)]


def chosen(name: str | None, names: Sequence[str]) -> Sequence[str]:
    """Return only `name`, or all of `names` without a name."""
    if name and name not in names:
        raise UserError([unknown("DW801", "system", name, names)])
    return (name,) if name else names


def _foundations(environment: Environment) -> dict[str, str]:
    """Return the Region of each foundation, by the name of its stack."""
    return {foundation_in(region, environment.home_region): region for region in environment.regions}
