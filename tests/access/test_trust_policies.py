"""Every role is assumed by those it is for, and by nobody else."""

from __future__ import annotations

import pytest

from dynawright.iam import trust
from dynawright.settings import validated
from tests.access import trusts
from tests.access.simulator import Document
from tests.access.synthesized import all_stacks

KINDS = {
    "ai-chef-application": "ecs",
    "ai-chef-backup": "backup",
    "ai-chef-restore-test": "backup",
    "feature-flags-admin": "lambda",
    "feature-flags-analytics": "lambda",
    "feature-flags-backup": "backup",
    "feature-flags-evaluator": "ecs",
    "feature-flags-flag-audit": "lambda",
    "feature-flags-restore-test": "backup",
    "feature-flags-tenant": "tenant",
    "flags-cache": "dax",
    "miyabi-lambda-agents": "lambda",
    "miyabi-lambda-api": "lambda",
    "miyabi-lambda-backup": "backup",
    "miyabi-lambda-entity-events": "lambda",
    "miyabi-lambda-restore-test": "backup",
    "miyabi-lambda-support": "lambda",
    "miyabi-lambda-websocket-handler": "lambda",
    "miyabi-progress-backup": "backup",
    "miyabi-progress-export": "lambda",
    "miyabi-progress-export-schedules": "scheduler",
    "miyabi-progress-project-metrics": "lambda",
    "miyabi-progress-reporter": "lambda",
    "miyabi-progress-restore-test": "backup",
    "miyabi-progress-web-ui": "ecs",
    "shop-api": "lambda",
    "shop-audit-log": "lambda",
    "shop-backup": "backup",
    "shop-restore-test": "backup",
    "shop-stream-jobs": "lambda",
    "shop-support": "lambda",
    "shop-warehouse": "lambda",
}
EVERYTHING_ON = {
    "name": "trusting",
    "project": "acme",
    "account_id": trusts.ACCOUNT,
    "region": trusts.REGION,
    "state": {"local": True},
    "backup": {"restore_test": "monthly"},
    "systems": {
        "feature_flags": {
            "network": {
                "vpc_id": "vpc-0a1b2c3d",
                "route_table_ids": ["rtb-0a1b2c3d"],
                "subnet_ids": ["subnet-0a1b2c3d", "subnet-1a1b2c3d"],
            },
            "cache": {"enabled": True},
        },
        "miyabi_lambda": {"streams": {"entity_events": {"enabled": True}}},
    },
}


@pytest.fixture(scope="module")
def roles(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Document]:
    """Every role of every system, without the environment in its name, and its trust policy."""
    environment = validated(EVERYTHING_ON)
    built = all_stacks(environment, tmp_path_factory.mktemp("trusting"))
    return {name.removesuffix("-trusting"): document for stack in built for name, document in stack.roles().items()}


def test_every_role_is_assumed_by_its_own_kind_and_by_nobody_else(roles: dict[str, Document]) -> None:
    assert trusts.wrong({name: (KINDS[name], document) for name, document in roles.items()}) == []


def test_no_role_is_left_out(roles: dict[str, Document]) -> None:
    assert set(roles) == set(KINDS)


def test_an_account_gets_in_with_the_external_id_only() -> None:
    statement = trust.other_account(trusts.OTHER_ACCOUNT, trusts.EXTERNAL_ID)
    assert trusts.wrong({"vendor": ("vendor", trusts.policy(statement))}) == []


def test_github_gets_in_from_one_environment_of_one_repository_only() -> None:
    statement = trust.github(trusts.ACCOUNT, "acme/shop", "production")
    assert trusts.wrong({"deployer": ("github", trusts.policy(statement))}) == []
