"""Checks of combinations of settings, on the merged settings of each system.

Each finding lists the places where it can be set, the nearest first: a system's table, the system, the environment.
"""

from collections.abc import Collection, Iterator, Mapping

from dynawright.errors import Problem, must_be
from dynawright.settings.backup import BackupSettings
from dynawright.settings.base import Settings
from dynawright.settings.cache import CacheSettings
from dynawright.settings.consumers import ConsumerSettings
from dynawright.settings.environment import Environment
from dynawright.settings.groups import GROUPS
from dynawright.settings.network import NetworkSettings
from dynawright.settings.newer import newer_than
from dynawright.settings.problem import Conflicts, SettingPath, below
from dynawright.settings.system import OPTIONAL, SystemSettings
from dynawright.settings.table import TableSettings
from dynawright.settings.tags import tag_problems

IN_SYSTEMS_ONLY = ("audit", "network", "cache")
"""Groups that may be incomplete in an environment; they are checked in systems that use them."""

DEPENDS_ON = {"DW122": "other_regions", "DW134": "vault", "DW171": "roles", "DW184": "provider"}
"""Code → the other part of the file that it depends on; the check is skipped if that part is invalid."""

Finding = tuple[tuple[SettingPath, ...], Problem]


def findings(environment: Environment, broken: Collection[SettingPath] = ()) -> Iterator[Finding]:
    """Return all conflicts, without those that involve a `broken` part of the file."""
    for places, problem in _all(environment, broken):
        if (DEPENDS_ON.get(problem.code),) not in broken:
            yield places, problem


def _all(environment: Environment, broken: Collection[SettingPath]) -> Iterator[Finding]:
    for path, problem in _of_environment(environment).items():
        if path[:1] not in broken:
            yield (path,), problem
    yield from _table_names(environment)
    routes: dict[str, str] = {}
    for name in environment.system_settings:
        yield from _of_system(environment, name, broken, routes)


def _of_environment(environment: Environment) -> Conflicts:
    region, notifications = environment.region, environment.notifications
    alone = {name: group for name in GROUPS if name not in IN_SYSTEMS_ONLY and (group := getattr(environment, name))}
    conflicts = {
        **below(("tags",), tag_problems(environment.tags)),
        **below(("other_regions",), _other_regions(environment)),
        **below(("provider",), environment.provider.conflicts()),
        **(below(("state",), environment.state.conflicts()) if environment.state else {}),
        **below(("vault",), environment.vault.conflicts()),
        **below(("deployment",), environment.deployment.conflicts()),
        **below(("notifications",), notifications.unreachable(environment.account_id)),
        **below(("notifications",), notifications.unused(environment.regions)),
        **below(("notifications",), notifications.conflicts(region)),
        **_names(environment),
    }
    for name, group in alone.items():
        conflicts |= below((name,), _in_environment(group, environment))
    if (repository := environment.deployment.repository) and not environment.roles.permissions_boundary_arn:
        text = "needs roles.permissions_boundary_arn: the deploy role makes roles, and could make one that may do anything"
        conflicts["deployment", "repository"] = Problem(
            "DW171", text, value=repository, fix="set the boundary, or remove the line"
        )
    return conflicts


def _other_regions(environment: Environment) -> Conflicts:
    problems: Conflicts = {}
    for number, region in enumerate(environment.other_regions):
        if region == environment.region:
            problems[(number,)] = must_be("DW172", "another Region than the environment's own", region, fix="remove it")
        elif region in environment.other_regions[:number]:
            problems[(number,)] = must_be("DW116", "in the list once", region, fix="remove one")
    return problems


def _names(environment: Environment) -> Conflicts:
    """Return systems whose names begin with the project's name, which deploy roles may not change."""
    problems: Conflicts = {}
    for name, own in environment.system_settings.items():
        begin = f"{own.name_prefix or name.replace('_', '-')}-"
        if environment.project and begin.startswith(f"{environment.project}-"):
            path: SettingPath = ("systems", name, "name_prefix") if own.name_prefix else ("project",)
            limit = f"another name than that of the system {name}" if not own.name_prefix else "another name than the project's"
            problems[path] = must_be("DW114", limit, own.name_prefix or environment.project)
    return problems


def _table_names(environment: Environment) -> Iterator[Finding]:
    """Find exact table names that two tables of a Region share."""
    owners: dict[tuple[str, str], str] = {}
    for system, own in environment.system_settings.items():
        for table, name in own.table_names.items():
            owner = owners.setdefault((own.region or environment.region, name), f"{system}.{table}")
            if owner != f"{system}.{table}":
                path: SettingPath = ("systems", system, "tables", table, "name")
                yield (path,), must_be("DW116", f"another name than that of {owner}", name, fix="name each table once")


def _of_system(
    environment: Environment, system: str, broken: Collection[SettingPath], routes: dict[str, str]
) -> Iterator[Finding]:
    own, settings, view = environment.system_settings[system], environment.for_system(system), environment.seen_by(system)

    def is_whole(*groups: str) -> bool:
        return not any((group,) in broken or ("systems", system, group) in broken for group in groups)

    checked = [group for group in GROUPS if is_whole(group) and (group not in IN_SYSTEMS_ONLY or group in settings.builds)]
    for group in checked:
        conflicts = _in_environment(getattr(settings, group), view)
        yield from _placed(system, group, conflicts)
        if group == "streams" and not conflicts and is_whole("alarms"):
            yield from _placed(system, "streams", settings.streams.silent_losses(settings.alarms))
    if is_whole("table", "tables"):
        for table in settings.tables:
            for path, problem in _in_environment(settings.of_table(table), view).items():
                places = (("systems", system, "tables", table), ("systems", system, "table"), ("table",))
                yield tuple((*place, *path) for place in places), problem
    yield from _placed(system, "cache", _cache({name: getattr(settings, name) for name in checked}))
    if {"audit", "cache"} <= {*checked}:
        yield from _placed(system, "audit", settings.audit.conflicts_with(settings.cache))
    if "network" in checked:
        yield from _placed(system, "network", _shared_routes(system, settings.network, routes))
    for path, problem in _own(system, own, settings, view).items():
        if path[:3] not in broken:
            yield (path,), problem


def _placed(system: str, group: str, conflicts: Conflicts) -> Iterator[Finding]:
    """Return each conflict with its places; a function's setting can also be set for all functions."""
    for path, problem in conflicts.items():
        paths = [path, path[1:]] if group == "streams" and len(path) > 1 else [path]
        places = [("systems", system, group, *path) for path in paths]
        yield (*places, (group, *paths[-1])), problem


def _own(system: str, own: SystemSettings, settings: SystemSettings, view: Environment) -> Conflicts:
    """Return conflicts of the system's own settings, and groups that it sets without effect."""
    conflicts: Conflicts = {}
    for name, value in settings.written.items():
        if name not in GROUPS and isinstance(value, Settings):
            conflicts |= below(("systems", system, name), value.conflicts(view.region))
    for consumer, principals in own.consumers.items():
        conflicts |= below(("systems", system, "consumers", consumer), principals.conflicts(view.region))
        conflicts |= below(("systems", system, "consumers", consumer), _own_account(principals, view.account_id))
    for group, thing in OPTIONAL.items():
        if group in own.model_fields_set and group not in own.builds:
            fix = f"remove it; or build one in stacks/{system}/stack.py and add '{group}' to `builds` in settings.py"
            conflicts["systems", system, group] = Problem(
                "DW113", f"has no effect: {system} has no {thing}", value=group, fix=fix
            )
    return conflicts


def _own_account(consumer: ConsumerSettings, account_id: str) -> Conflicts:
    """Return entries that admit the whole account, whose own policies could then admit anyone in it."""
    return {
        ("assumed_by", number, "account_id"): must_be("DW175", "another account than this one", account_id, fix="name a role_arn")
        for number, principal in enumerate(consumer.assumed_by)
        if principal.account_id == account_id
    }


def _in_environment(group: Settings, environment: Environment) -> Conflicts:
    """Return conflicts within a group, and with the rest of the environment."""
    conflicts = group.conflicts(environment.region)
    if isinstance(group, TableSettings):
        newer = newer_than(environment.provider.version, group)
        return group.stray_replicas(environment.region, environment.other_regions) | newer | conflicts
    if isinstance(group, BackupSettings):
        vault = f"arn:aws:backup:{environment.region}:{environment.account_id}:backup-vault:{environment.shared_name()}"
        return group.copies_into(vault) | environment.vault.refusals(group) | conflicts
    return conflicts


def _cache(groups: Mapping[str, Settings]) -> Conflicts:
    cache, network = groups.get("cache"), groups.get("network")
    if isinstance(cache, CacheSettings) and isinstance(network, NetworkSettings):
        return cache.conflicts_with(network)
    return {}


def _shared_routes(system: str, network: NetworkSettings, owners: dict[str, str]) -> Conflicts:
    """Return route tables that have another system's endpoint; `owners` are systems by route table."""
    problems: Conflicts = {}
    for number, route_table in enumerate(network.route_table_ids if network.vpc_id else ()):
        owner = owners.setdefault(route_table, system)
        if owner != system:
            limit = f"a route table without an endpoint for DynamoDB; {owner} has one in it, and AWS takes one in each"
            problems["route_table_ids", number] = must_be("DW142", limit, route_table, fix=f"name another for {system}")
    return problems
