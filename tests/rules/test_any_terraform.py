"""Terraform JSON in every form: rules judge it, or skip what only Terraform knows."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from dynawright.rules.catalogue import all_rules
from dynawright.rules.judgement import findings_of
from dynawright.rules.resources import document
from tests.applications import complete_stacks
from tests.rules.documents import policy

QUEUE = {"aws_sqs_queue": {"q": {"name": "q"}}}


def found(content: dict[str, Any]) -> set[tuple[str, str]]:
    whole = document(content, "any-production")
    return {(finding.rule, finding.resource.address) for finding in findings_of(all_rules(), [whole])}


@pytest.mark.parametrize(
    "content",
    [
        {"resource": [QUEUE]},
        {"resource": [{"aws_sqs_queue": [{"q": [{"name": "q"}]}]}]},
        {"resource": {"//": "queues", "aws_sqs_queue": {"//": "one", "q": {"name": "q", "//": "it"}}}},
        {"resource": QUEUE, "provider": [{"aws": {"region": "eu-west-1"}}, {"random": {}}]},
        {"resource": QUEUE, "provider": {"aws": {"default_tags": {"tags": "${var.tags}"}}}},
        {"resource": QUEUE, "terraform": [{"backend": {"s3": {}}}, {"required_version": ">= 1.11"}]},
        {"resource": QUEUE, "terraform": {"backend": [{"s3": [{}]}]}},
        {"resource": QUEUE, "data": [{"aws_region": {"here": {}}}], "output": [{"o": {"value": 1}}]},
    ],
)
def test_blocks_may_be_objects_or_lists_and_have_comments(content: dict[str, Any]) -> None:
    assert ("stored-data-is-encrypted", "aws_sqs_queue.q") in found(content)


def test_state_and_provider_are_judged_in_any_form() -> None:
    content = {"resource": QUEUE, "provider": [{"aws": {}}], "terraform": [{"backend": {"s3": {}}}]}
    assert {"account-is-the-right-one", "state-is-kept-safe"} <= {rule for rule, _ in found(content)}


@pytest.mark.parametrize(
    ("type", "values"),
    [
        ("aws_dynamodb_table", {"tags": "${var.tags}"}),
        ("aws_lambda_function", {"environment": {"variables": "${var.settings}"}}),
        ("aws_lambda_function", {"environment": [{"variables": None}]}),
        ("aws_security_group", {"ingress": [{"cidr_blocks": None, "ipv6_cidr_blocks": None}]}),
        ("aws_security_group", {"ingress": [{"cidr_blocks": "${var.open}"}]}),
        ("aws_sqs_queue", {"policy": policy({"Effect": "Allow", "Principal": ["*"], "Action": "a:b", "Resource": "*"})}),
        ("aws_sqs_queue", {"policy": policy({"Effect": "Allow", "Principal": "*", "Action": "a:b", "Condition": "${x}"})}),
        ("aws_sqs_queue", {"policy": json.dumps({"Statement": "nonsense"})}),
        ("aws_sqs_queue", {"policy": "[]"}),
    ],
)
def test_what_only_terraform_knows_breaks_nothing(type: str, values: dict[str, Any]) -> None:
    found({"resource": {type: {"it": values}}})


def test_tags_that_only_terraform_knows_are_not_missing() -> None:
    assert ("resources-are-tagged", "aws_sqs_queue.q") not in found(
        {"resource": {"aws_sqs_queue": {"q": {"tags": "${var.tags}"}}}}
    )


def test_a_list_of_principals_is_read() -> None:
    everyone = policy({"Effect": "Allow", "Principal": ["*"], "Action": "sqs:SendMessage", "Resource": "*"})
    assert ("resource-policies-are-private", "aws_sqs_queue.q") in found(
        {"resource": {"aws_sqs_queue": {"q": {"policy": everyone}}}}
    )


@pytest.mark.parametrize("odd", ["${var.x}", None], ids=str)
def test_no_attribute_that_is_an_expression_or_null_breaks_a_rule(odd: str | None) -> None:
    types: dict[str, dict[str, Any]] = {}
    for stack in complete_stacks().values():
        for type, group in stack.content["resource"].items():
            types.setdefault(type, {key: value for key, value in next(iter(group.values())).items() if key != "//"})
    for type, values in types.items():
        for attribute in () if "alarm" in type else values:  # test_alarms_can_fire.py has alarms
            found({"resource": {type: {"it": {**values, attribute: odd}}}})


WEAK: dict[str, Any] = {
    "aws_dynamodb_table": {"t": {"name": "t", "billing_mode": "PROVISIONED"}},
    "aws_kms_key": {"k": {"deletion_window_in_days": 7}},
    "aws_secretsmanager_secret": {"s": {"recovery_window_in_days": 0}},
    "aws_cloudwatch_log_group": {"g": {"name": "g"}},
    "aws_backup_vault": {"v": {"name": "v"}},
    "aws_cloudtrail": {"c": {"s3_bucket_name": "b"}},
    "aws_s3_bucket": {"b": {"bucket": "b"}},
    "aws_sns_topic": {"n": {"name": "n"}},
    "aws_cloudwatch_metric_alarm": {"a": {"alarm_actions": ["${aws_sns_topic.n.arn}"]}},
}


def test_fixes_are_in_terraforms_own_words() -> None:
    """Handwritten Terraform has none of the package's settings."""
    whole = document({"resource": WEAK}, "any-production")
    said = {finding.rule: finding.message.partition(": ")[2] for finding in findings_of(all_rules(), [whole])}
    assert said["tables-can-be-restored"] == "write `point_in_time_recovery { enabled = true }`"
    assert said["tables-refuse-deletion"] == "set `deletion_protection_enabled = true`"
    assert said["logs-expire-in-time"] == "set `retention_in_days = 365`"
    assert said["tables-are-backed-up"] == "name its ARN in `resources` of an aws_backup_selection"
    settings = re.compile(r"\b(table|vault|audit|logs|encryption|secrets|notifications)\.[a-z]|environment's file|the stack\b")
    assert [message for message in said.values() if settings.search(message)] == []


def test_conventions_of_the_package_are_for_its_own_stacks() -> None:
    """Vocabulary, tags and expressions: people may write what Terraform takes."""
    content = {"resource": {**QUEUE, "null_resource": {"n": {}}}, "locals": {"a": "${file(1)}"}, "terraform": {}}
    house = {"resources-are-known", "arguments-are-known", "values-are-safe", "expressions-are-ours"}
    assert not {rule for rule, _ in found(content)} & house
    ours = document(content, "any-production", ours=True)
    assert {finding.rule for finding in findings_of(all_rules(), [ours])} >= house - {"arguments-are-known"}
