"""Turns the data of a file into an environment, or into all its problems."""

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
"""Replacements for invalid required settings, so that other settings can be checked.

Settings that depend on them are not checked.
"""


@dataclass(frozen=True)
class Outcome:
    """The result of validation; without `environment` if there are problems."""

    environment: Environment | None
    problems: tuple[tuple[SettingPath, Problem], ...]
    warnings: tuple[tuple[SettingPath, Problem], ...]


def validated(data: Mapping[str, Any], settings: type[Environment] | None = None) -> Environment:
    """Return the environment from the data, for the application's systems or given ones.

    All problems are raised at once.
    """
    outcome = validate(data, settings or application_class())
    if outcome.environment is None:
        raise SettingsError(problem.at(Place(path=dotted(path))) for path, problem in outcome.problems)
    return outcome.environment


def validate(data: Mapping[str, Any], settings: type[Environment], unreadable: Collection[SettingPath] = ()) -> Outcome:
    """Check each value, then combinations; values in `unreadable` are skipped."""
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
    """Return the group of the environment or system that further checks must skip because of a mistake."""
    return path[:3] if path[0] == "systems" else path[:1]


def _rest(data: Mapping[str, Any], settings: type[Environment], broken: Collection[SettingPath]) -> Environment:
    """Return the environment without its broken parts; a broken required part is None."""
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
    """Return each problem once, at the most specific of its places that is in the file."""
    known: set[tuple[SettingPath, str]] = set()
    for places, problem in found:
        place = _written(places, data)
        if (place, problem.code) not in known:
            known.add((place, problem.code))
            yield place, problem


def _written(places: tuple[SettingPath, ...], data: Mapping[str, Any]) -> SettingPath:
    """Return the place of the value, else of its nearest group, else the most general place."""
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
