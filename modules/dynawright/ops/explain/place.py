"""Find a refusal's environment, system, consumer, table and index by the names in AWS."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dynawright.iam.evaluator.arns import account_of
from dynawright.intents import DEPLOY, PLAN, intent_of
from dynawright.model import Consumer, System, TableModel
from dynawright.ops.explain.refusal import Refusal
from dynawright.settings import Environment, environment_names, load_named
from dynawright.systems import systems


@dataclass(frozen=True)
class Owned:
    """A table of an environment, whether built there or not."""

    environment: Environment
    system: System
    model: TableModel
    name: str

    @property
    def is_built(self) -> bool:
        own = self.environment.for_system(self.system.name)
        return own.builds_table(self.model.name, optional=self.model.optional)


@dataclass(frozen=True)
class Role:
    """A consumer's role in an environment."""

    environment: Environment
    system: System
    consumer: Consumer
    name: str


@dataclass(frozen=True)
class Names:
    """All names that the environments give to roles and tables."""

    environments: tuple[Environment, ...]
    roles: tuple[Role, ...]
    tables: tuple[Owned, ...]

    def role(self, name: str) -> Role | None:
        return next((role for role in self.roles if role.name == name), None)

    def table(self, name: str) -> Owned | None:
        return next((table for table in self.tables if table.name == name), None)

    def deployer(self, name: str) -> Environment | None:
        """Return the environment whose workflows use the role."""
        return next(
            (
                environment
                for environment in self.environments
                if name in (environment.shared_name(PLAN), environment.shared_name(DEPLOY))
            ),
            None,
        )


def names(environment: str | None, system: str | None = None) -> Names:
    """Return the names in one environment or all of them, of one system or all."""
    chosen = tuple(load_named(name) for name in ([environment] if environment else environment_names()))
    wanted = [candidate for candidate in systems() if system in (None, candidate.name)]
    return Names(chosen, tuple(_roles(chosen, wanted)), tuple(_tables(chosen, wanted)))


def _roles(environments: Sequence[Environment], wanted: Sequence[System]) -> Iterator[Role]:
    for environment in environments:
        for system in wanted:
            for name, consumer in intent_of(environment, system.name).roles.items():
                yield Role(environment.seen_by(system.name), system, consumer, name)


def _tables(environments: Sequence[Environment], wanted: Sequence[System]) -> Iterator[Owned]:
    for environment in environments:
        for system in wanted:
            view = environment.seen_by(system.name)
            for table in system.tables:
                yield Owned(view, system, table, view.table_name(table.name))


@dataclass(frozen=True)
class Place:
    """What the refusal is about; None or empty where unknown."""

    role_name: str = ""
    session: str = ""
    role: Role | None = None
    table_name: str = ""
    table: Owned | None = None
    index: str | None = None
    account: str = ""
    region: str = ""


def place_of(refusal: Refusal, known: Names) -> Place:
    """Return the part of the project that the refusal is about."""
    role_name, session = role_of(refusal.principal)
    resource = next((reason.resource for reason in refusal.throttling if reason.resource), refusal.resource)
    table_name, index, region = "", None, refusal.region
    if ":dynamodb:" in resource and ":table/" in resource:
        parts = resource.split(":", 5)[5].split("/")
        table_name = parts[1]
        index = parts[3] if len(parts) > 3 and parts[2] == "index" else None
        region = resource.split(":")[3]
    table_name = table_name or next(iter(refusal.tables), "")
    return Place(
        role_name=role_name,
        session=session,
        role=known.role(role_name) if role_name else None,
        table_name=table_name,
        table=known.table(table_name) if table_name else None,
        index=index,
        account=(account_of(resource) or "") if resource.startswith("arn:") else "",
        region=region,
    )


def role_of(arn: str) -> tuple[str, str]:
    """Return the role and session names in an ARN of either; empty for others."""
    name = arn.split(":", 5)[5] if arn.count(":") >= 5 else ""
    if name.startswith("assumed-role/"):
        role, _, session = name.removeprefix("assumed-role/").partition("/")
        return role, session
    return (name.rsplit("/", 1)[-1], "") if name.startswith("role/") else ("", "")
