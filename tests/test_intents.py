"""A stack's declarations come from its model and its environment's settings."""

from __future__ import annotations

from dynawright.intents import intent_of
from dynawright.rules.intent import Intent, Variable
from dynawright.settings import load_named
from tests.applications import complete, inside


def declared(stack: str, environment: str = "production") -> Intent:
    with inside(complete()):
        return intent_of(load_named(environment), stack)


def test_tables_and_roles_have_the_names_of_the_environment() -> None:
    intent = declared("library")
    assert set(intent.tables) == {"library-loans-production", "library-history-production", "library-notices-production"}
    assert intent.tables["library-loans-production"].name == "library-loans"
    assert {name: consumer.name for name, consumer in intent.roles.items()} == {
        "library-desk-production": "desk",
        "library-branch-production": "branch",
        "library-reports-production": "reports",
        "library-loan-history-production": "loan-history",
        "library-partner-production": "partner",
    }


def test_a_functions_variables_name_things() -> None:
    variables = declared("library").functions["loan-history"]
    assert variables["TOPIC_ARN"] == Variable("topic", "library-overdue-production")
    assert variables["EVENT_BUS_NAME"] == Variable("event_bus", "library-events-production")


def test_a_system_knows_its_own_settings_and_no_other_systems() -> None:
    assert "arn:aws:iam::555555555555:role/partner" in declared("library").settings
    assert "arn:aws:iam::555555555555:role/partner" not in declared("museum").settings
    assert "vpc-0a1b2c3d4e5f60718" in declared("library").settings
    assert "alarms@example.com" in declared("foundation").settings


def test_what_systems_share_is_known_by_name() -> None:
    shared = declared("library").shared
    assert shared["aws_backup_vault"] == {"readers-production"}
    assert shared["aws_sns_topic"] == {"readers-alarms-production", "readers-tickets-production"}
    assert shared["aws_s3_bucket"] == {"readers-access-logs-production-444444444444"}


def test_a_foundation_knows_what_names_of_all_systems_begin_with() -> None:
    intent = declared("foundation")
    assert {"library-", "museum-", "readers-"} <= set(intent.beginnings["name"])
    assert intent.tables == {}
    assert intent.deployment is not None
    assert intent.deployment.plan_subjects == ("repo:acme/library:environment:plan-production",)
    assert intent.network_ids == {
        *("vpc-0a1b2c3d4e5f60718", "rtb-0a1b2c3d4e5f60718", "subnet-0a1b2c3d4e5f60718", "subnet-1a1b2c3d4e5f60718"),
    }


def test_without_a_repository_nobody_deploys() -> None:
    assert declared("library", "local").deployment is None
