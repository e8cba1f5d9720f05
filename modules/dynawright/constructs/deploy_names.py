"""What the names of an application's things begin with: deploy roles know by them what they may build. Imports no cdktf."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dynawright.model import System

OWN = "tablestakes-"
"""Begins the names of what systems share, and of the deploy roles and their policies, which neither of them may change."""
PLAN_ROLE, DEPLOY_ROLE = f"{OWN}plan", f"{OWN}deploy"
ACCOUNT_ALARMS = "account-"


@dataclass(frozen=True)
class SystemNames:
    """The beginnings of the names of one system's things; all names end with the environment's."""

    system: str
    stem: str
    """Begins the name of almost everything: `feature-flags`."""
    tables: tuple[str, ...] = ()
    """Names of tables that do not begin with the stem."""
    caches: tuple[str, ...] = ()
    alarms: tuple[str, ...] = ()
    log_groups: tuple[str, ...] = ()

    @classmethod
    def of(cls, system: System) -> SystemNames:
        """Return the names of a system, from its model."""
        stem, others = system.name.replace("_", "-"), system.other_names
        tables = tuple(table.name for table in system.tables if not f"{table.name}-".startswith(f"{stem}-"))
        return cls(system.name, stem, tables, others.caches, others.alarms, others.log_groups)


def patterns(systems: Sequence[SystemNames], environment: str) -> dict[str, tuple[str, ...]]:
    """Return what takes the place of each placeholder in an ARN of `deploy_access`."""

    def ending(*beginnings: str) -> tuple[str, ...]:
        return tuple(f"{beginning}*{environment}" for beginning in beginnings)

    stems = [f"{system.stem}-" for system in systems]
    tables = [f"{table}-" for system in systems for table in system.tables]
    caches = [f"{cache}-" for system in systems for cache in system.caches]
    alarms = [f"{alarm}-" for system in systems for alarm in system.alarms]
    log_groups = [f"/aws/{service}/{stem}" for service in ("dynamodb", "lambda") for stem in stems]
    return {
        "name": ending(*stems, OWN),
        "shared": ending(OWN),
        "role": ending(*stems, *caches),
        "table": ending(*stems, *tables),
        "cache": ending(*stems, *caches),
        "alarm": ending(*stems, OWN, *tables, ACCOUNT_ALARMS, *alarms),
        "folder": ending(*(f"{system.stem}/" for system in systems)),
        "underscored": ending(*(stem.replace("-", "_") for stem in stems)),
        "log_group": ending(*log_groups, *(group for system in systems for group in system.log_groups)),
    }
