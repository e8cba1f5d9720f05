"""What the names of an application's things begin with: deploy roles know by them what they may build. Imports no cdktf."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dynawright.model import System
from dynawright.settings import Environment

PLAN_ROLE, DEPLOY_ROLE = "plan", "deploy"
"""End the names of the two roles, which begin with the project's."""
ACCOUNT_ALARMS = "account-"


@dataclass(frozen=True)
class SystemNames:
    """The beginnings of the names of one system's things; all names end with the environment's."""

    system: str
    stem: str
    """Begins the name of almost everything: `order-desk`."""
    tables: tuple[str, ...] = ()
    """Names of tables that do not begin with the stem."""
    caches: tuple[str, ...] = ()
    alarms: tuple[str, ...] = ()
    log_groups: tuple[str, ...] = ()

    @classmethod
    def of(cls, system: System, environment: Environment) -> SystemNames:
        """Return the names of a system, from its model and its name prefix in the environment."""
        view, stem, others = environment.seen_by(system.name), system.name.replace("_", "-"), system.other_names
        tables = tuple(table.name for table in system.tables if not f"{table.name}-".startswith(f"{stem}-"))

        def prefixed(names: Sequence[str]) -> tuple[str, ...]:
            return tuple(view.prefixed(name) for name in names)

        other = (prefixed(names) for names in (tables, others.caches, others.alarms, others.log_groups))
        return cls(system.name, view.prefixed(stem), *other)


def deploy_role_arn(environment: Environment) -> str | None:
    """Return the ARN of the role that applies plans; None where only people do."""
    if environment.deployment.repository is None:
        return None
    return f"arn:aws:iam::{environment.account_id}:role{environment.roles.path}{environment.shared_name(DEPLOY_ROLE)}"


def own_names(environment: Environment) -> str:
    """Return what begins the names of what systems share, and of the deploy roles, which neither of them may change."""
    return f"{environment.project}-"


def patterns(systems: Sequence[SystemNames], environment: str, own: str) -> dict[str, tuple[str, ...]]:
    """Return what takes the place of each placeholder in an ARN of `deploy_access`; `own` is the beginning of shared names."""

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
        "table": ending(*stems, *tables),
        "alarm": ending(*stems, own, *tables, ACCOUNT_ALARMS, *alarms),
        "folder": ending(*(f"{system.stem}/" for system in systems)),
        "underscored": tuple(name.replace("-", "_") for name in ending(*stems)),  # as RestoreTest writes its names
        "log_group": ending(*log_groups, *(group for system in systems for group in system.log_groups)),
    }
