"""Lines about unknown systems.

Deleting a system's folder must leave a working application, so they are only a warning; but a misspelt name is an error.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dynawright.discovery import foundation_in
from dynawright.errors import Problem
from dynawright.settings.environment import Environment
from dynawright.settings.problem import SettingPath

ABOUT_SYSTEMS = ("approvals", "exceptions")
"""Lists with a system in each entry."""
NEARLY_RIGHT = 0.8
"""Similarity (difflib's ratio) from which a name counts as misspelt."""

Found = tuple[tuple[SettingPath, Problem], ...]


@dataclass(frozen=True)
class Strangers:
    """The data without lines about unknown systems, and the warnings and problems."""

    rest: dict[str, Any]
    problems: Found
    warnings: Found


def strangers(data: Mapping[str, Any], settings: type[Environment]) -> Strangers:
    """Find unknown systems in `systems`, `approvals` and `exceptions`."""
    known = list((settings.model_fields["systems"].annotation or Environment).model_fields)
    systems = data.get("systems")
    systems = systems if isinstance(systems, Mapping) else {}
    places: dict[SettingPath, str] = {("systems", name): name for name in systems if name not in known}
    stacks = [*known, *_foundations(data, systems)]
    for group in ABOUT_SYSTEMS:
        written = data.get(group)
        for number, one in enumerate(written if isinstance(written, list | tuple) else ()):
            name = one.get("system") if isinstance(one, Mapping) else None
            if isinstance(name, str) and name not in stacks:
                places[group, number, "system"] = name
    problems = {path: _problem(name, known if path[0] == "systems" else stacks) for path, name in places.items()}
    rest = dict(data)
    if systems:
        rest["systems"] = {name: own for name, own in systems.items() if ("systems", name) not in places}
    return Strangers(
        rest,
        problems=tuple((path, problem) for path, problem in problems.items() if problem.code == "DW111"),
        warnings=tuple((path, problem) for path, problem in problems.items() if problem.code == "DW112"),
    )


def _foundations(data: Mapping[str, Any], systems: Mapping[str, Any]) -> tuple[str, ...]:
    home = str(data.get("region"))
    regions = [home, *(settings.get("region") for settings in systems.values() if isinstance(settings, Mapping))]
    return tuple(foundation_in(region, home) for region in regions if isinstance(region, str))


def _problem(name: str, known: Sequence[str]) -> Problem:
    from difflib import SequenceMatcher  # slow to import, and needed only here

    near = max(known, key=lambda other: SequenceMatcher(None, name, other).ratio(), default="")
    if near and SequenceMatcher(None, name, near).ratio() >= NEARLY_RIGHT:
        fix = f"did you mean '{near}'?"
        return Problem("DW111", f"system '{name}' does not exist", value=name, allowed=", ".join(known), fix=fix)
    text = f"has no effect: there is no system '{name}'"
    return Problem("DW112", text, value=name, allowed=", ".join(known), fix="remove these lines")
