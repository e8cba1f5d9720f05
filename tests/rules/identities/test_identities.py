"""Who and what a stack names is its environment's own, or declared in its settings."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from dynawright.rules.resources import Document, Resource
from tests.applications import complete_stacks
from tests.rules.derived.edits import adds, built, changed, found, text, with_values

RULE = "identities-are-known"
STRANGER = "999999999999"
FOUNDATION = "foundation-production"


def added(type: str, **values: Any) -> Document:
    """Return the library with one resource by hand."""
    return replace(built(), resources=(*built().resources, Resource(f"{type}.by_hand", type, values)))


def test_the_application_names_nothing_that_is_not_known() -> None:
    for environment in ("production", "dev", "local", "full"):
        for stack in complete_stacks(environment).values():
            assert found(stack.document, RULE) == {}, stack.document.name


@pytest.mark.parametrize(
    ("label", "values"),
    [
        ("Export/Failures", {"kms_master_key_id": f"arn:aws:kms:ap-northeast-1:{STRANGER}:key/1"}),
        ("Export/Failures", {"kms_master_key_id": "alias/somebody"}),
        ("Export/Failures", {"redrive_policy": json.dumps({"deadLetterTargetArn": f"arn:aws:sqs:ap-northeast-1:{STRANGER}:q"})}),
        ("LoanHistory/Function", {"layers": [f"arn:aws:lambda:ap-northeast-1:{STRANGER}:layer:x:1"]}),
        ("LoanHistory/Function", {"image_uri": f"{STRANGER}.dkr.ecr.ap-northeast-1.amazonaws.com/x:1"}),
        ("LoanHistory/Function", {"image_uri": "public.ecr.aws/x/y:latest"}),
        ("LoanHistory/Function", {"role": f"arn:aws:iam::{STRANGER}:role/x"}),
        ("LoanHistory/Function", {"role": "arn:aws:iam::444444444444:role/administrator"}),
        ("LoanHistory/Function", {"s3_bucket": "somebodys-code"}),
        ("LoanHistory/Function", {"vpc_config": {"subnet_ids": ["subnet-ffffffffffffffff"]}}),
        ("LoanHistory/Mapping", {"destination_config": {"on_failure": {"destination_arn": "arn:aws:s3:::somebody"}}}),
        ("Changes/Destination", {"stream_arn": f"arn:aws:kinesis:ap-northeast-1:{STRANGER}:stream/x"}),
        ("Export/Bucket/Logging", {"target_bucket": "somebodys-logs"}),
        ("Trail/Trail", {"s3_bucket_name": "somebodys-records"}),
        ("Backup/Plan", {"rule": [{"copy_action": [{"destination_vault_arn": f"arn:aws:backup:eu-west-1:{STRANGER}:backup-vault:x"}]}]}),
        ("Backup/Failures", {"event_pattern": json.dumps({"account": [STRANGER]})}),
        ("Backup/FailuresToTopic", {"arn": "arn:aws:sns:ap-northeast-1:444444444444:another-teams"}),
        ("Network/Endpoint", {"vpc_id": "vpc-ffffffffffffffff"}),
        ("Network/Endpoint", {"service_name": "com.amazonaws.vpce.ap-northeast-1.vpce-svc-0123456789abcdef0"}),
        ("Cache/Cluster", {"notification_topic_arn": f"arn:aws:sns:ap-northeast-1:{STRANGER}:x"}),
    ],
)  # fmt: skip
def test_a_stranger_is_found(label: str, values: dict[str, Any]) -> None:
    assert label in found(with_values(built(), label, **values), RULE)


@pytest.mark.parametrize(
    "endpoint", ["eve@example.org", "https://example.org/hook", f"arn:aws:sqs:ap-northeast-1:{STRANGER}:q", "+819012345678"]
)
def test_a_receiver_that_no_setting_names_is_found(endpoint: str) -> None:
    document = built(FOUNDATION)
    (subscription,) = [
        resource
        for resource in document.of_type("aws_sns_topic_subscription")
        if resource.get("endpoint") == "alarms@example.com"
    ]
    label = subscription.label.split("/", 1)[1]
    assert label in found(with_values(document, label, endpoint=endpoint), RULE)


@pytest.mark.parametrize(
    ("type", "values"),
    [
        ("aws_lambda_permission", {"principal": STRANGER, "function_name": "f"}),
        ("aws_lambda_permission", {"principal": "*", "principal_org_id": "o-zzzzzzzzzz"}),
        ("aws_lambda_permission", {"source_account": STRANGER}),
        ("aws_kms_grant", {"grantee_principal": f"arn:aws:iam::{STRANGER}:role/x"}),
        ("aws_cloudwatch_log_subscription_filter", {"destination_arn": f"arn:aws:logs:ap-northeast-1:{STRANGER}:destination:x"}),
        ("aws_s3_bucket_replication_configuration", {"rule": [{"destination": [{"bucket": "arn:aws:s3:::x", "account": STRANGER}]}]}),
        ("aws_dynamodb_table_export", {"s3_bucket": "somebodys", "s3_bucket_owner": STRANGER}),
        ("aws_dynamodb_table_replica", {"kms_key_arn": f"arn:aws:kms:eu-west-1:{STRANGER}:key/1"}),
        ("data.aws_sns_topic", {"name": "another-teams"}),
        ("provider_aws", {"assume_role": [{"role_arn": f"arn:aws:iam::{STRANGER}:role/x"}]}),
        ("provider_aws", {"allowed_account_ids": [STRANGER]}),
        ("terraform_backend", {"bucket": "somebodys-state"}),
        ("aws_of_tomorrow", {"anything": {"deep": [{"peer_owner": STRANGER}]}}),
    ],
)  # fmt: skip
def test_a_stranger_is_found_in_what_no_construct_makes(type: str, values: dict[str, Any]) -> None:
    assert f"{type}.by_hand" in found(added(type, **values), RULE)


@pytest.mark.parametrize(
    ("label", "who"),
    [
        ("HistoryPolicy/Table", {"AWS": f"arn:aws:iam::{STRANGER}:role/x"}),
        ("HistoryPolicy/Table", {"AWS": STRANGER}),
        ("HistoryPolicy/Table", {"AWS": "arn:aws:iam::555555555555:root"}),
        ("HistoryPolicy/Table", {"AWS": "arn:aws:iam::555555555555:role/somebody-else"}),
        ("Key/Key", {"AWS": f"arn:aws:iam::{STRANGER}:root"}),
        ("DeskRole/Role", {"Federated": "arn:aws:iam::444444444444:oidc-provider/idp.example.org"}),
    ],
)
def test_a_principal_that_no_setting_names_is_found(label: str, who: dict[str, str]) -> None:
    assert label in found(changed(built(), label, adds("dynamodb:GetItem", "*", Principal=who)), RULE)


@pytest.mark.parametrize(
    "condition",
    [
        {"StringEquals": {"aws:PrincipalOrgID": "o-zzzzzzzzzz"}},
        {"ForAnyValue:StringLike": {"aws:PrincipalOrgPaths": "o-zzzzzzzzzz/r-ab12/ou-ab12-11111111/*"}},
        {"StringEquals": {"aws:SourceVpce": "vpce-ffffffffffffffff"}},
        {"StringEquals": {"aws:SourceAccount": STRANGER}},
        {"StringEquals": {"aws:SourceAccount": ["444444444444", STRANGER]}},
        {"ArnLike": {"aws:SourceArn": f"arn:aws:sns:*:{STRANGER}:*"}},
        {"ArnLike": {"aws:PrincipalArn": "arn:aws:iam::*:role/x"}},
    ],
)
def test_a_condition_on_a_stranger_is_found(condition: dict[str, Any]) -> None:
    document = changed(built(), "Overdue/Policy", adds("sns:Publish", "*", Principal="*", Condition=condition))
    assert "Overdue/Policy" in found(document, RULE)


def test_a_variable_names_what_function_json_says() -> None:
    document = built()
    (function,) = [
        resource for resource in document.of_type("aws_lambda_function") if resource.label.endswith("/LoanHistory/Function")
    ]
    variables = {**function.get("environment")["variables"]}
    (table,) = [name for name, value in variables.items() if value == "library-history-production"]
    moved = with_values(
        document, "LoanHistory/Function", environment={"variables": {**variables, table: "library-loans-production"}}
    )
    (message,) = found(moved, RULE)["LoanHistory/Function"]
    assert table in message


@pytest.mark.parametrize(
    ("label", "values"),
    [
        ("Key/Key", {"description": f"made for account {STRANGER}, see https://example.org"}),
        ("Key/Key", {"tags": {"Ticket": STRANGER, "Owner": "eve@example.org"}}),
        ("Alarms/Loans/ReadThrottles", {"alarm_description": "https://example.org/runbook"}),
        ("Alarms/Loans/ReadThrottles", {"threshold": 107374182400}),
        ("Export/Failures", {"name": "library-export-given-up-production"}),
    ],
)
def test_what_is_written_for_people_names_nobody(label: str, values: dict[str, Any]) -> None:
    document = built()
    if label.startswith("Alarms/"):
        label = document.of_type("aws_cloudwatch_metric_alarm")[0].label.split("/", 1)[1]
    assert label not in found(with_values(document, label, **values), RULE)


def test_a_partner_that_a_setting_names_is_known() -> None:
    partner = "arn:aws:iam::555555555555:role/partner"
    assert built().intent is not None
    assert built().intent.settings[partner] == "systems.library.partner_role_arn"  # type: ignore[union-attr]
    other = changed(built(), "HistoryPolicy/Table", text(partner, "arn:aws:iam::555555555555:role/partner2"))
    assert "HistoryPolicy/Table" in found(other, RULE)
