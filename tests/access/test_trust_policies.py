"""Only the intended principals can assume each role."""

from __future__ import annotations

import json
import re

import pytest

from dynawright.iam import trust
from tests.access import trusts
from tests.access.applications import BOTH, COMPLETE, Application
from tests.access.expected import expected_of
from tests.access.synthesized import Stack

OF_SERVICES = {"backup": "backup", "restore-test": "backup", "export": "lambda", "export-schedules": "scheduler", "cache": "dax"}
"""Ending of a role's name → kind of trust, for roles of services."""


@pytest.fixture(scope="module", params=BOTH, ids=lambda application: application.name)
def built(request: pytest.FixtureRequest) -> dict[str, Stack]:
    """The systems of an application in production, where everything is on."""
    application: Application = request.param
    environment = application.environment("production")
    stacks = application.built(environment)
    return {name: stacks[name] for name in (system.name for system in application.systems)}


def kind_of(stack: Stack, role: str) -> str:
    """Return the expected trust of a role."""
    name = role.removesuffix(f"-{stack.environment.name}").removeprefix(f"{stack.system.replace('_', '-')}-")
    expected = expected_of(stack.system)
    cache = f"{expected.cache[0]}-cache" if expected.cache else ""
    return "dax" if name in (cache, "cache") else OF_SERVICES.get(name, expected.trusts.get(name, "lambda"))


def test_every_role_is_assumed_by_its_own_kind_and_by_nobody_else(built: dict[str, Stack]) -> None:
    for stack in built.values():
        roles = {role: (kind_of(stack, role), document) for role, document in stack.roles().items()}
        account, region = stack.environment.account_id, stack.environment.region
        assert trusts.wrong(roles, trusts.Askers(account, region, *_sessions(stack))) == []


def _sessions(stack: Stack) -> tuple[str, str]:
    """Return the role that creates tenants' sessions, and the sessions' tag."""
    consumer = next(iter(expected_of(stack.system).sessions), "nobody")
    name = stack.environment.physical_name(f"{stack.system.replace('_', '-')}-{consumer}")
    tags = re.findall(r"aws:RequestTag/(\w+)", json.dumps(stack.roles()))
    return f"arn:aws:iam::{stack.environment.account_id}:role/{name}", tags[0] if tags else "tenant"


def test_each_kind_of_trust_is_tried() -> None:
    stack = COMPLETE.built(COMPLETE.environment("production"), "library")["library"]
    kinds = {kind_of(stack, role) for role in stack.roles()}
    assert kinds == {"backup", "dax", "ecs", "lambda", "scheduler", "tenant"}


def test_an_account_gets_in_with_the_external_id_only() -> None:
    statement = trust.other_account(trusts.OTHER_ACCOUNT, trusts.EXTERNAL_ID)
    assert trusts.wrong({"vendor": ("vendor", trusts.policy(statement))}) == []


def test_githubs_subject_with_ids_gets_in_and_the_same_name_with_other_ids_does_not() -> None:
    statement = trust.github(trusts.ACCOUNT, "acme@84790634/infra@1304267049", "production")
    assert trusts.wrong({"deployer": ("github ids", trusts.policy(statement))}) == []


def test_github_gets_in_from_one_environment_of_one_repository_only() -> None:
    statement = trust.github(trusts.ACCOUNT, "acme/infra", "production")
    assert trusts.wrong({"deployer": ("github", trusts.policy(statement))}) == []
