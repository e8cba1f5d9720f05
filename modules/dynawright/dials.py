"""The settings of the resources of one stack, as plain data, resolved per function, table or tier."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from dynawright import project
from dynawright.discovery import function_names
from dynawright.model import System
from dynawright.model.function_manifest import FunctionManifest
from dynawright.packed_code import packed_hash
from dynawright.rules.intent import Dials
from dynawright.settings import Environment, Settings, Subscription, SystemSettings
from dynawright.settings.backup import PERIODS
from dynawright.settings.own_table import of_index
from dynawright.systems import systems, tables_in

ALARMS, TICKETS = "alarms", "tickets"
"""Kinds of shared topics."""
TIERS = ("critical", "standard")
"""Tiers with recovery points."""


def dials_of(seen: Environment, system: System | None) -> Dials:
    """Return the settings of one stack's resources; `seen` is the environment as that stack sees it."""
    if system is None:
        days = [days for one in systems() for days in seen.for_system(one.name).backup.rules.values()]
        return Dials(
            receivers={
                seen.shared_name(ALARMS): _endpoints(seen.notifications.subscriptions),
                seen.shared_name(TICKETS): _endpoints(seen.notifications.ticket_subscriptions),
            },
            vault={**seen.vault.model_dump(), "shortest_days": min(days, default=None), "longest_days": max(days, default=None)},
            groups=_groups(seen),
        )
    settings = seen.for_system(system.name)
    return Dials(
        backup={tier: _backup(settings, tier) for tier in TIERS},
        functions=dict(_functions(seen, system, settings)),
        packages={physical: packed_hash(_folder(system, name), system) for name, physical in _physical(seen, system)},
        capacity=dict(_capacity(seen, system, settings)),
        export=settings.export.model_dump(),
        receivers={"": tuple(dict.fromkeys(_subscribed(settings.model_dump())))},
        network=settings.network.model_dump(),
        groups={**_groups(seen), **settings.model_dump()},
        tables=dict(_tables(seen, system, settings)),
        own={name: tuple(dict.fromkeys(values)) for name, values in _own(settings).items()},
        variables={
            physical: tuple(FunctionManifest.read(_folder(system, name)).variables) for name, physical in _physical(seen, system)
        },
    )


def _backup(settings: SystemSettings, tier: str) -> Mapping[str, Any]:
    found = settings.backup.of_tier(tier)
    kept = {period: found.rules[period] for period in PERIODS if period in found.rules} if found.enabled else {}
    return {**found.model_dump(), "kept": kept}


def _groups(seen: Environment) -> dict[str, Any]:
    return seen.model_dump(exclude={"systems", "approvals", "exceptions", "tags"})


def _tables(seen: Environment, system: System, settings: SystemSettings) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for table in tables_in(seen, system):
        own = settings.of_table(table.name)
        indexes = {index.name: of_index(own, index.name).model_dump() for index in table.indexes}
        encryption = settings.encryption_of_table(table.name).model_dump()
        yield seen.table_name(table.name), {**own.model_dump(), "indexes": indexes, "encryption": encryption}


def _physical(seen: Environment, system: System) -> list[tuple[str, str]]:
    """Return each stream function's folder name and its name in the environment."""
    return [(name, seen.physical_name(f"{system.name}-{name}".replace("_", "-"))) for name in function_names(system.name)]


def _folder(system: System, function: str) -> Path:
    return project.stacks_folder() / system.name / "functions" / function


def _functions(seen: Environment, system: System, settings: SystemSettings) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for name, physical in _physical(seen, system):
        yield physical, settings.streams.of_function(name.replace("-", "_")).model_dump()


def _capacity(
    seen: Environment, system: System, settings: SystemSettings
) -> Iterator[tuple[str, Mapping[str, Mapping[str, Any]]]]:
    """Yield autoscaling by table and index; "" is the table itself."""
    for table in tables_in(seen, system):
        own = settings.of_table(table.name)
        if own.is_autoscaled:
            indexes = {index.name: of_index(own, index.name).autoscaling.model_dump() for index in table.indexes}
            yield seen.table_name(table.name), {"": own.autoscaling.model_dump(), **indexes}


def _own(settings: SystemSettings) -> dict[str, list[str]]:
    """Return the settings of the system's own class by name, without those of the package."""
    settings_by_name: dict[str, list[str]] = {}
    for name, value in _leaves(settings.model_dump()):
        if isinstance(value, str | int | float) and not isinstance(value, bool) and name not in _known(Settings):
            settings_by_name.setdefault(name, []).append(str(value))
    return settings_by_name


def _endpoints(subscriptions: Iterable[Subscription]) -> tuple[str, ...]:
    return tuple(subscription.endpoint for subscription in subscriptions)


def _subscribed(value: Any, name: str = "") -> Iterator[str]:
    """Yield the endpoint of each subscription in a system's settings."""
    if isinstance(value, Mapping):
        if name.endswith("subscriptions") and "endpoint" in value:
            yield str(value["endpoint"])
        for key, inner in value.items():
            yield from _subscribed(inner, str(key))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _subscribed(inner, name)


def _known(base: type[Settings]) -> frozenset[str]:
    """Return the names of all settings of the package."""
    classes = [one for one in base.__mro__ if issubclass(one, Settings)]  # a system's own class has one of the package below it
    own = base.model_fields if all(one.__module__.startswith("dynawright.") for one in classes) else ()
    return frozenset(own).union(*(_known(one) for one in base.__subclasses__()))


def _leaves(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _leaves(inner, str(key))
    else:
        yield name, value
