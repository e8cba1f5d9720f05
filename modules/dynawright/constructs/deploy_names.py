"""Name prefixes of an application's resources, which limit deploy roles.

Imports no cdktf.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dynawright.model import System
from dynawright.settings import Environment

PLAN_ROLE, DEPLOY_ROLE = "plan", "deploy"
"""Suffixes of the two roles' names; the project's name is the prefix."""
ACCOUNT_ALARMS = "account-"
OBJECTS = "arn:aws:s3:::{name}-{account}/*"
"""ARN of the objects in a system's bucket, which are denied to both roles."""
MAPPINGS = "event-source-mapping:*"
"""Stream mappings have no names: both roles read all of them in each Region in use."""


@dataclass(frozen=True)
class SystemNames:
    """Name prefixes of one system's resources; all names end with the environment's name."""

    system: str
    stem: str
    """Prefix of almost all names: `order-desk`."""
    tables: tuple[str, ...] = ()
    """Prefixes of table names that do not begin with the stem."""
    caches: tuple[str, ...] = ()
    alarms: tuple[str, ...] = ()
    log_groups: tuple[str, ...] = ()
    exact_tables: tuple[str, ...] = ()
    """Exact names of tables, from settings."""

    @classmethod
    def of(cls, system: System, environment: Environment) -> SystemNames:
        """Return the names of a system, from its model and its name prefix in the environment."""
        view, stem, others = environment.seen_by(system.name), system.name.replace("_", "-"), system.other_names
        tables = tuple(table.name for table in system.tables if not f"{table.name}-".startswith(f"{stem}-"))

        def prefixed(names: Sequence[str]) -> tuple[str, ...]:
            return tuple(view.prefixed(name) for name in names)

        caches, alarms, log_groups = (prefixed(names) for names in (others.caches, others.alarms, others.log_groups))
        settings = environment.for_system(system.name)
        exact = tuple(settings.table_names[table.name] for table in system.tables if table.name in settings.table_names)
        return cls(system.name, view.prefixed(stem), prefixed(tables), caches, alarms, log_groups, exact)


def deploy_role_arn(environment: Environment) -> str | None:
    """Return the ARN of the role that applies plans; None where only people do."""
    if environment.deployment.repository is None:
        return None
    return f"arn:aws:iam::{environment.account_id}:role{environment.roles.path}{environment.shared_name(DEPLOY_ROLE)}"


def own_names(environment: Environment) -> str:
    """Return the name prefixes of shared resources and deploy roles, which deploy roles may not change."""
    return f"{environment.project}-"


def patterns(systems: Sequence[SystemNames], environment: str, own: str) -> dict[str, tuple[str, ...]]:
    """Return the value of each placeholder in ARNs of `deploy_access`; `own` is the shared prefix."""

    def ending(*beginnings: str) -> tuple[str, ...]:
        return tuple(f"{beginning}*{environment}" for beginning in beginnings)

    stems = [f"{system.stem}-" for system in systems]
    tables = [f"{table}-" for system in systems for table in system.tables]
    caches = [f"{cache}-" for system in systems for cache in system.caches]
    alarms = [f"{alarm}-" for system in systems for alarm in system.alarms]
    log_groups = [f"/aws/{service}/{stem}" for service in ("dynamodb", "lambda") for stem in stems]
    return {
        "name": ending(*stems, own),
        "shared": ending(own),
        "role": ending(*stems, *caches),
        "table": (*ending(*stems, *tables), *(table for system in systems for table in system.exact_tables)),
        "alarm": ending(*stems, own, *tables, ACCOUNT_ALARMS, *alarms),
        "folder": ending(*(f"{system.stem}/" for system in systems)),
        "underscored": tuple(name.replace("-", "_") for name in ending(*stems)),  # the form of RestoreTest's names
        "log_group": ending(*log_groups, *(group for system in systems for group in system.log_groups)),
    }


def covered_stems(resources: Iterable[str], environment: Environment) -> set[str]:
    """Return the stems of the systems that a deploy role covers, from its policies' resources."""
    stem = "<stem>"
    start, end = OBJECTS.format(name=f"{stem}-*{environment.name}", account=environment.account_id).split(stem)
    stems = {arn[len(start) : -len(end)] for arn in resources if arn.startswith(start) and arn.endswith(end)}
    return stems - {environment.project}


def covered_regions(resources: Iterable[str], environment: Environment) -> set[str]:
    """Return the Regions that a deploy role covers, from its policies' resources."""
    start, end = "arn:aws:lambda:", f":{environment.account_id}:{MAPPINGS}"
    return {arn[len(start) : -len(end)] for arn in resources if arn.startswith(start) and arn.endswith(end)}
