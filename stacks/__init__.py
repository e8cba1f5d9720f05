"""The stacks there are: one folder each, with its `stack.py`. A system is named once, in the settings (`Systems`)."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from environments.environment import FOUNDATION
from environments.systems import Systems
from errors import UserError, did_you_mean

SYSTEM_NAMES = tuple(Systems.model_fields)
STACKS = (FOUNDATION, *SYSTEM_NAMES)
"""In the order in which they are deployed: systems look up what the foundation holds."""


def chosen(name: str | None, names: Sequence[str] = STACKS) -> Sequence[str]:
    """The one that a user names, or all of them."""
    if name and name not in names:
        raise UserError([f"there is no system '{name}'; there is {', '.join(names)}{did_you_mean(name, names)}"])
    return (name,) if name else names


def part(system: str, file: str, name: str) -> Any:
    """What a system's model.py or stack.py calls so; every system has both."""
    module = f"stacks.{system}.{file}"
    try:
        found = getattr(import_module(module), name, None)
    except ModuleNotFoundError as error:
        if error.name not in (module, f"stacks.{system}"):
            raise
        found = None
    if found is None:
        raise UserError([f"stacks/{system}/{file}.py must have {name}, since environments/systems.py names the system: add it"])
    return found


__all__ = ["FOUNDATION", "STACKS", "SYSTEM_NAMES", "chosen", "part"]
