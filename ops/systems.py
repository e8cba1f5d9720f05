"""Which systems a command is about."""

from __future__ import annotations

from errors import UserError
from modules.model import System
from modules.model.checks.names import nearest
from stacks.systems import SYSTEMS


def chosen(name: str | None) -> tuple[System, ...]:
    """The system of that name, or all of them."""
    found = tuple(system for system in SYSTEMS if name in (None, system.name))
    if not found:
        raise UserError([f"there is no system '{name}'{nearest(str(name), [system.name for system in SYSTEMS])}"])
    return found
