"""Select the systems of a command."""

from __future__ import annotations

from dynawright.errors import UserError, unknown
from dynawright.model import System
from dynawright.systems import systems


def chosen(name: str | None) -> tuple[System, ...]:
    """Return the system of that name, or all systems without a name."""
    every = systems()
    if name is None:
        return every
    if name not in (names := [system.name for system in every]):
        raise UserError([unknown("DW801", "system", name, names)])
    return tuple(system for system in every if system.name == name)
