"""Finds the systems of an application: each folder in `stacks/` with a model.py. Imports no cdktf."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

from dynawright import project
from dynawright.errors import Place, Problem, UserError
from dynawright.model.function_manifest import FILE, FunctionManifest

FOUNDATION = "foundation"
"""The folder of the stack with shared resources."""


def system_names() -> tuple[str, ...]:
    """Return the names of all systems, in alphabetical order."""
    folders = (path.parent.name for path in project.stacks_folder().glob("*/model.py"))
    return tuple(sorted(name for name in folders if name != FOUNDATION))


def foundation_in(region: str, home_region: str) -> str:
    """Return the name of a Region's foundation stack; in the environment's own Region it is plain."""
    return FOUNDATION if region == home_region else f"{FOUNDATION}_{region.replace('-', '_')}"


def function_names(system: str) -> tuple[str, ...]:
    """Return a system's stream functions in alphabetical order, without jobs of other functions."""
    folders = [file.parent for file in sorted(project.stacks_folder().glob(f"{system}/functions/*/{FILE}"))]
    jobs = {job for folder in folders for job in FunctionManifest.read(folder).includes}
    return tuple(folder.name for folder in folders if folder.name not in jobs)


def pascal_case(name: str) -> str:
    """Return `OrderDesk` for `order_desk`, the prefix of a system's classes."""
    return "".join(part.capitalize() for part in name.split("_"))


def part(system: str, file: str, name: str) -> Any:
    """Return the object `name` of stacks/<system>/<file>.py."""
    root = str(project.root())
    if root not in sys.path:
        sys.path.insert(0, root)
    module = f"stacks.{system}.{file}"
    try:
        value = getattr(import_module(module), name, None)
    except ModuleNotFoundError as error:
        if error.name not in (module, f"stacks.{system}"):
            raise
        value = None
    if value is None:
        place = Place(f"stacks/{system}/{file}.py")
        raise UserError([Problem("DW302", f"must define {name}", place, value=name, fix="add it")])
    return value
