"""From the data of a file to an environment, or to everything that is wrong with it."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from dynawright.errors import Place, Problem
from dynawright.settings.checks import Finding, findings
from dynawright.settings.discovered import application_class
from dynawright.settings.environment import Environment
from dynawright.settings.errors import SettingsError
from dynawright.settings.explanation import explained
from dynawright.settings.problem import SettingPath, dotted
from dynawright.settings.strangers import Strangers, strangers

STAND_INS: dict[str, Any] = {
    "name": "unknown",
    "project": "unknown",
    "account_id": "000000000000",
    "region": "us-east-1",
    "state": {"local": True},
}
"""For what every environment must have: without it nothing else could be checked.

Nothing that depends on it is.
"""


@dataclass(frozen=True)
class Outcome:
    """What became of the data; no `environment` where there are problems."""

    environment: Environment | None
    problems: tuple[tuple[SettingPath, Problem], ...]
    warnings: tuple[tuple[SettingPath, Problem], ...]


def validated(data: Mapping[str, Any], settings: type[Environment] | None = None) -> Environment:
    """Return the environment that the data describes, for the application's systems or given ones.

    Every problem is raised at once.
    """
    outcome = validate(data, settings or application_class())
    if outcome.environment is None:
        raise SettingsError(problem.at(Place(path=dotted(path))) for path, problem in outcome.problems)
    return outcome.environment


def validate(data: Mapping[str, Any], settings: type[Environment], unreadable: Collection[SettingPath] = ()) -> Outcome:
    """Check each value's shape, then combinations; values in `unreadable` are skipped."""
    strange: Strangers = strangers(data, settings)
    data, problems = strange.rest, list(strange.problems)
    try:
        environment = settings.model_validate(data)
        broken: set[SettingPath] = set()
    except ValidationError as error:
        wrong = [(path, problem) for path, problem in explained(error, settings) if not _is_below(path, unreadable)]
        problems += wrong
        broken = {_unit(details["loc"]) for details in error.errors(include_url=False)} | {_unit(path) for path in unreadable}
        environment = _rest(data, settings, broken)
    problems += _at_written_places(findings(environment, broken), data)
    return Outcome(None if problems else environment, tuple(problems), strange.warnings)


def _is_below(path: SettingPath, places: Collection[SettingPath]) -> bool:
    return any(path[:length] in places for length in range(len(path) + 1))


def _unit(path: SettingPath) -> SettingPath:
    """Return what a mistake makes unfit for further checks: a group of the environment or of a system."""
    return path[:3] if path[0] == "systems" else path[:1]


def _rest(data: Mapping[str, Any], settings: type[Environment], broken: Collection[SettingPath]) -> Environment:
    """Return the environment without its broken parts; None for what it must have."""
    rest = {name: value for name, value in data.items() if (name,) not in broken}
    if "systems" in rest:
        rest["systems"] = {
            system: {name: value for name, value in own.items() if ("systems", system, name) not in broken}
            for system, own in rest["systems"].items()
            if ("systems", system) not in broken
        }
    absent = [name for name in STAND_INS if name not in rest]
    environment = settings.model_validate({**STAND_INS, **rest})
    return environment.model_copy(update=dict.fromkeys(absent))


def _at_written_places(found: Iterable[Finding], data: Mapping[str, Any]) -> Iterator[tuple[SettingPath, Problem]]:
    """Return each problem once, at the nearest of its places that is written in the file."""
    known: set[tuple[SettingPath, str]] = set()
    for places, problem in found:
        place = _written(places, data)
        if (place, problem.code) not in known:
            known.add((place, problem.code))
            yield place, problem


def _written(places: tuple[SettingPath, ...], data: Mapping[str, Any]) -> SettingPath:
    """Return the place of the value, or else of its nearest group, or else the most general one."""
    values = (place for place in places if _holds(data, place))
    groups = (place for place in places if _holds(data, place[:-1]))
    return next(values, None) or next(groups, None) or places[-1]


def _holds(data: Any, path: SettingPath) -> bool:
    for step in path:
        values = dict(enumerate(data)) if isinstance(data, list | tuple) else data
        if not isinstance(values, Mapping) or step not in values:
            return False
        data = values[step]
    return True
