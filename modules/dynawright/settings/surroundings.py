"""What stands around a system's tables, its network, cache and trail, fits together: judged system by system."""

from collections.abc import Iterator, Mapping
from typing import Any

from dynawright.settings.base import Settings
from dynawright.settings.cache import CacheSettings
from dynawright.settings.network import NetworkSettings
from dynawright.settings.problem import SettingPath, shown
from dynawright.settings.systems import OPTIONAL, SystemOverrides, Systems

SURROUNDINGS = ("audit", "network", "cache")
Found = tuple[str, SettingPath, str]
"""The group, the path in it, and what is wrong there."""


def surrounding_problems(systems: Systems, environment: Mapping[str, Any]) -> dict[SettingPath, str]:
    """By their paths in the file: where the system wrote the setting or, if it did not, where the environment did.

    `environment` are the groups that systems lay their own over; the environment's alone may be half of a choice.
    """
    problems: dict[SettingPath, str] = {}
    owners: dict[str, str] = {}
    for name in Systems.model_fields:
        own: SystemOverrides = getattr(systems, name)
        for group, thing in OPTIONAL.items():
            if group in own.model_fields_set and group not in own.builds:
                problems["systems", name, group] = (
                    f"has no effect: {name} has no {thing}; remove it, or build one in stacks/{name}/stack.py"
                )
        judged = [group for group in own.builds if group in SURROUNDINGS and group in environment]
        groups = {group: environment[group].overridden_by(getattr(own, group)) for group in judged}
        for group, path, text in _problems(name, groups, owners):
            below: Settings = getattr(own, group)
            place: SettingPath = ("systems", name, group) if path[0] in below.model_fields_set else (group,)
            problems[(*place, *path)] = text
    return problems


def _problems(system: str, groups: Mapping[str, Settings], owners: dict[str, str]) -> Iterator[Found]:
    for group, settings in groups.items():
        yield from ((group, path, text) for path, text in settings.conflicts().items())
    network, cache = groups.get("network"), groups.get("cache")
    if not isinstance(network, NetworkSettings):
        return
    if isinstance(cache, CacheSettings):
        yield from (("cache", path, text) for path, text in cache.conflicts_with(network).items())
    yield from (("network", path, text) for path, text in _shared_routes(system, network, owners))


def _shared_routes(system: str, network: NetworkSettings, owners: dict[str, str]) -> Iterator[tuple[SettingPath, str]]:
    """`owners` are the systems that have an endpoint in a route table already; this one is added."""
    for number, route_table in enumerate(network.route_table_ids if network.vpc_id else ()):
        owner = owners.setdefault(route_table, system)
        if owner != system:
            yield (
                ("route_table_ids", number),
                f"{shown(route_table)} is not allowed: {owner} has its endpoint for DynamoDB there, and AWS takes one in each "
                f"route table; name another for {system}",
            )
