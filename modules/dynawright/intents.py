"""Declarations of settings and models per stack, with which rules compare.

Imports no cdktf.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from dynawright import project
from dynawright.dials import dials_of
from dynawright.discovery import function_names, part
from dynawright.imports import imports_of
from dynawright.model import Consumer, System, Use
from dynawright.model.function_manifest import VALUE_OF, FunctionManifest
from dynawright.model.use import BELOW
from dynawright.rules.intent import Deployment, Intent, Variable
from dynawright.rules.resources import Document
from dynawright.settings import Environment
from dynawright.systems import seen_by_stack, system_names, systems, tables_in

ALARMS, TICKETS, ACCESS_LOGS, LOGS, PLAN, DEPLOY = "alarms", "tickets", "access-logs", "logs", "plan", "deploy"
"""Names of shared resources, between the project's and the environment's."""


def with_intent(document: Document, environment: Environment) -> Document:
    """Return a stack's document with its declarations; `environment` is not the stack's view."""
    return replace(document, intent=intent_of(environment, document.name.removesuffix(f"-{environment.name}")))


def intent_of(environment: Environment, stack: str) -> Intent:
    """Return the declarations of one stack; `environment` is not the stack's view."""
    seen = seen_by_stack(environment, stack)
    system: System | None = part(stack, "model", "SYSTEM") if stack in system_names() else None
    consumers = {_role(seen, system, consumer.name): consumer for consumer in system.consumers} if system else {}
    return Intent(
        environment=environment.name,
        project=environment.project,
        account_id=environment.account_id,
        region=seen.region,
        regions=tuple(dict.fromkeys((seen.region, *environment.regions, *seen.other_regions))),
        system=system.name if system else "",
        tables={seen.table_name(table.name): table for table in tables_in(environment, system)} if system else {},
        tiers=dict(_tiers(seen, system)) if system else {},
        roles=consumers,
        uses={role: tuple(_named(seen, consumer)) for role, consumer in consumers.items()},
        assumed_by=dict(_assumed_by(seen, system)) if system else {},
        run_by=dict(_run_by(seen, system)) if system else {},
        in_network=_in_network(seen, system) if system else False,
        functions=_functions(seen, system) if system else {},
        filters=dict(_filters(seen, system)) if system else {},
        role_path=environment.roles.path,
        boundary_arn=environment.roles.permissions_boundary_arn,
        organization_id=environment.organization_id,
        vault_has_key=environment.encryption.key == "customer_managed",
        break_glass_role_arn=environment.vault.break_glass_role_arn,
        deployment=_deployment(environment),
        beginnings={} if system else _beginnings(environment),
        named_tables=frozenset() if system else _named_tables(environment),
        imports=frozenset(imports_of(system.name, environment.name)) if system else frozenset(),
        publishing=tuple(one.name for one in systems() if environment.for_system(one.name).outputs.parameters),
        state_bucket=environment.state.bucket,
        state_backend=_backend(environment, stack),
        network_ids=frozenset(_network_ids(environment)),
        shared=_shared(seen),
        settings=dict(_texts(_settings(environment, system), "")),
        dials=dials_of(seen, system),
    )


def _backend(environment: Environment, stack: str) -> tuple[str, str] | None:
    state = environment.state
    config = state.config_of(stack, environment.name)
    return (state.backend, json.dumps(config, sort_keys=True)) if state.backend else None


def _tiers(seen: Environment, system: System) -> Iterator[tuple[str, str]]:
    settings = seen.for_system(system.name)
    for table in tables_in(seen, system):
        if (tier := settings.of_table(table.name).tier) != "critical":
            yield seen.table_name(table.name), tier


def _role(seen: Environment, system: System, consumer: str) -> str:
    return seen.physical_name(f"{system.name.replace('_', '-')}-{consumer}")


def _named(seen: Environment, consumer: Consumer) -> Iterator[Use]:
    """Yield what a consumer uses, each by its name in the environment."""
    for use in consumer.uses:
        yield replace(use, name=f"{seen.physical_name(use.thing)}{BELOW if use.is_below else ''}")


def _filters(seen: Environment, system: System) -> Iterator[tuple[str, tuple[Mapping[str, Any], ...]]]:
    for name in function_names(system.name):
        manifest = FunctionManifest.read(project.stacks_folder() / system.name / "functions" / name)
        yield _role(seen, system, name.replace("_", "-")), manifest.filters


def _assumed_by(seen: Environment, system: System) -> Iterator[tuple[str, tuple[Mapping[str, str], ...]]]:
    for consumer, own in seen.for_system(system.name).consumers.items():
        if own.assumed_by:
            yield _role(seen, system, consumer), tuple(one.model_dump(exclude_none=True) for one in own.assumed_by)


def _run_by(seen: Environment, system: System) -> Iterator[tuple[str, tuple[str, ...]]]:
    settings = seen.for_system(system.name)
    for consumer in system.consumers:
        role = _role(seen, system, consumer.name)
        yield role, settings.of_consumer(consumer.name).functions or (role,)


def _in_network(seen: Environment, system: System) -> bool:
    settings = seen.for_system(system.name)
    return "network" in settings.builds and settings.network.vpc_id is not None


def _functions(seen: Environment, system: System) -> Mapping[str, Mapping[str, Variable]]:
    folder = project.stacks_folder() / system.name / "functions"
    found = {}
    for name in function_names(system.name):
        variables = FunctionManifest.read(folder / name).variables
        found[name.replace("_", "-")] = {
            variable: Variable(kind, seen.table_name(declared[kind]) if kind == "table" else seen.physical_name(declared[kind]))
            for variable, declared in variables.items()
            for kind in VALUE_OF
            if kind in declared
        }
    return found


def _deployment(environment: Environment) -> Deployment | None:
    repository = environment.deployment.repository
    if repository is None:
        return None
    plan, deploy = environment.shared_name(PLAN), environment.shared_name(DEPLOY)
    spellings = environment.deployment.spellings(repository)
    return Deployment(
        plan_role=plan,
        deploy_role=deploy,
        deploy_role_arn=f"arn:aws:iam::{environment.account_id}:role{environment.roles.path}{deploy}",
        plan_subjects=tuple(f"repo:{spelling}:environment:plan-{environment.name}" for spelling in spellings),
        deploy_subjects=tuple(f"repo:{spelling}:environment:{environment.name}" for spelling in spellings),
        repository=repository,
        makes_provider=environment.deployment.create_github_provider,
    )


def _beginnings(environment: Environment) -> Mapping[str, tuple[str, ...]]:
    """Return name prefixes by kind: of every system in the environment and of shared resources."""
    own = f"{environment.project}-"
    found: dict[str, list[str]] = {
        "name": [own],
        "role": [own],
        "table": [],
        "alarm": [own, "account-"],
        "log_group": [],
        "bucket": [own],
    }
    for system in systems():
        view, stem, others = environment.seen_by(system.name), system.name.replace("_", "-"), system.other_names
        tables = [table.name for table in system.tables]
        for kind, names in {
            "name": [stem],
            "role": [stem, *others.caches],
            "table": [stem, *tables],
            "alarm": [stem, *tables, *others.alarms],
            "log_group": [f"/aws/lambda/{stem}", f"/aws/dynamodb/{stem}"],
            "bucket": [stem],
        }.items():
            found[kind] += [f"{view.prefixed(name)}-" for name in names]
        found["log_group"] += [view.prefixed(name) for name in others.log_groups]
        found["name"] += [f"{view.prefixed(stem)}/", view.prefixed(stem).replace("-", "_") + "_"]
    return {kind: tuple(dict.fromkeys(names)) for kind, names in found.items()}


def _named_tables(environment: Environment) -> frozenset[str]:
    own = (environment.system_settings.get(system.name) for system in systems())
    return frozenset(table.name for settings in own if settings for table in settings.tables.values() if table.name)


def _network_ids(environment: Environment) -> Iterator[str]:
    for _, network in environment.networks:
        yield from (str(network.vpc_id), *network.subnet_ids, *network.route_table_ids)


def _shared(seen: Environment) -> Mapping[str, frozenset[str]]:
    topics = (ALARMS, TICKETS) if seen.notifications.ticket_subscriptions else (ALARMS,)
    logs = ACCESS_LOGS if seen.is_home else seen.regional(LOGS)
    return {
        "aws_sns_topic": frozenset({seen.shared_name(name) for name in topics}),
        "aws_backup_vault": frozenset({seen.shared_name()}),
        "aws_s3_bucket": frozenset({f"{seen.shared_name(logs)}-{seen.account_id}"}),
    }


def _settings(environment: Environment, system: System | None) -> dict[str, Any]:
    """Return the settings of the environment and of the system, without other systems'."""
    own = environment.model_dump(mode="python", exclude={"systems", "approvals", "exceptions", "tags"})
    return {**own, "systems": {system.name: environment.for_system(system.name).model_dump(mode="python")}} if system else own


def _texts(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield value, path
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _texts(inner, f"{path}.{name}" if path else str(name))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner, path)
