"""Finds the settings classes of the application's systems in their folders."""

from functools import cache
from pathlib import Path
from typing import Any

from pydantic import Field, create_model

from dynawright import project
from dynawright.discovery import function_names, part, pascal_case, system_names
from dynawright.errors import Place, Problem
from dynawright.settings.environment import Environment, environment_class
from dynawright.settings.errors import SettingsError
from dynawright.settings.streams import StreamSettings
from dynawright.settings.system import SystemSettings


def application_class() -> type[Environment]:
    """Return the class of an environment with all systems of the application."""
    return _built(project.stacks_folder(), system_names())


@cache
def _built(stacks: Path, systems: tuple[str, ...]) -> type[Environment]:
    return environment_class({name: with_functions(_own_class(stacks, name), name, function_names(name)) for name in systems})


def _own_class(stacks: Path, system: str) -> type[SystemSettings]:
    """Return the class in the system's settings.py, or the base class without such a file."""
    if not (stacks / system / "settings.py").exists():
        return SystemSettings
    name = f"{pascal_case(system)}Settings"
    settings = part(system, "settings", name)
    if not (isinstance(settings, type) and issubclass(settings, SystemSettings)):
        place = Place(f"stacks/{system}/settings.py")
        raise SettingsError([Problem("DW115", f"{name} must be a class with the base SystemSettings", place, value=name)])
    return settings


def with_functions(settings: type[SystemSettings], system: str, functions: tuple[str, ...]) -> type[SystemSettings]:
    """Return the class with stream settings for each function that it does not declare itself."""
    streams: type[StreamSettings] = settings.model_fields["streams"].annotation  # type: ignore[assignment]
    fields: dict[str, Any] = {
        name: (StreamSettings, Field(default_factory=StreamSettings.unwritten, description="The dials of this function."))
        for name in functions
        if name not in streams.model_fields
    }
    if not fields:
        return settings
    stem = pascal_case(system)
    own_streams = create_model(
        f"{stem}Streams", __base__=streams, __doc__="Dials of all functions, and of single ones.", **fields
    )
    field = Field(default_factory=own_streams.unwritten, description=settings.model_fields["streams"].description)
    return create_model(f"{stem}Settings", __base__=settings, __doc__=settings.__doc__, streams=(own_streams, field))
