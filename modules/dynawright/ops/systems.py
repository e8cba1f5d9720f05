"""Which systems a command is about."""

from __future__ import annotations

from dynawright.errors import UserError
from dynawright.model import System
from dynawright.model.checks.names import nearest
from dynawright.systems import systems


def chosen(name: str | None) -> tuple[System, ...]:
    """The system of that name, or all of them."""
    found = tuple(system for system in systems() if name in (None, system.name))
    if not found:
        raise UserError([f"there is no system '{name}'{nearest(str(name), [system.name for system in systems()])}"])
    return found
