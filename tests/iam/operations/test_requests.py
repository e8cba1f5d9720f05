"""How rows are filled in for a call, and what every request carries."""

from __future__ import annotations

from typing import Any

import pytest

from dynawright.iam.evaluator import Request, ServicePrincipal
from dynawright.iam.evaluator.strict import check_request
from dynawright.iam.operations.ask import UntranslatableError
from dynawright.iam.operations.requests import requests_of
from dynawright.iam.operations.row import MissingRowError
from tests.iam.operations.made import ACCOUNT, KEY, SESSION, TABLE, Account, asked, situation

FUNCTION = f"arn:aws:lambda:eu-west-1:{ACCOUNT}:function:job"


def actions(service: str, operation: str, account: Account | None = None, **parameters: object) -> list[str]:
    return [one.action for one in asked(service, operation, account=account, **parameters)]


def test_tags_on_creation_are_asked_for_with_their_values() -> None:
    create, tag = asked("dynamodb", "CreateTable", TableName="notes", Tags=[{"Key": "Team", "Value": "a"}])
    assert (create.action, tag.action, tag.resource) == ("dynamodb:CreateTable", "dynamodb:TagResource", TABLE)
    assert tag.context == {"aws:RequestTag/Team": "a", "aws:TagKeys": ["Team"]}
    assert actions("dynamodb", "CreateTable", TableName="notes") == ["dynamodb:CreateTable"]


def test_a_removed_tag_is_asked_for_by_its_key_alone() -> None:
    (untag,) = asked("dynamodb", "UntagResource", ResourceArn=TABLE, TagKeys=["Team"])
    assert untag.context == {"aws:TagKeys": ["Team"]}


@pytest.mark.parametrize(("change", "rights"), [("Create", "CreateTableReplica"), ("Delete", "DeleteTableReplica")])
def test_a_replica_needs_rights_where_it_is(change: str, rights: str) -> None:
    replica = TABLE.replace("eu-west-1", "eu-north-1")
    updates = [{change: {"RegionName": "eu-north-1"}}]
    table, *there = asked("dynamodb", "UpdateTable", TableName="notes", ReplicaUpdates=updates)
    assert (table.action, table.resource) == ("dynamodb:UpdateTable", TABLE)
    assert {question.resource for question in there if question.action.startswith("dynamodb:")} == {replica}
    assert {f"dynamodb:{rights}", f"dynamodb:{change}Table"} <= {question.action for question in there}


def test_a_role_is_passed_to_the_service_that_will_use_it() -> None:
    role = f"arn:aws:iam::{ACCOUNT}:role/job"
    _, passed = asked("lambda", "CreateFunction", FunctionName="job", Role=role)
    assert (passed.action, passed.resource, passed.context) == (
        "iam:PassRole",
        role,
        {"iam:PassedToService": "lambda.amazonaws.com"},
    )


def test_a_service_uses_a_customers_key_in_the_callers_name() -> None:
    uses = asked(
        "dynamodb", "CreateTable", account=Account({"key": KEY}), TableName="notes", SSESpecification={"KMSMasterKeyId": KEY}
    )[1:]
    assert [use.action for use in uses] == [
        "kms:DescribeKey",
        "kms:CreateGrant",
        "kms:Decrypt",
        "kms:Encrypt",
        "kms:GenerateDataKey",
    ]
    assert uses[1].context["kms:GrantIsForAWSResource"] == "true"
    assert {use.context["kms:ViaService"] for use in uses} == {"dynamodb.eu-west-1.amazonaws.com"}


def test_a_list_of_names_is_asked_for_one_by_one() -> None:
    deleted = asked("cloudwatch", "DeleteAlarms", AlarmNames=["a", "b"])
    assert [one.resource.rpartition(":")[2] for one in deleted] == ["a", "b"]


def test_composite_alarms_are_asked_for_as_all_alarms() -> None:
    (composite,) = asked("cloudwatch", "DescribeAlarms", AlarmNames=["a"], AlarmTypes=["CompositeAlarm"])
    (metric,) = asked("cloudwatch", "DescribeAlarms", AlarmNames=["a"], AlarmTypes=["MetricAlarm"])
    assert (composite.resource[-7:], metric.resource[-7:]) == ("alarm:*", "alarm:a")


def test_events_are_asked_about_by_bus_source_and_type() -> None:
    entry = {"EventBusName": "jobs", "Source": "app", "DetailType": "done"}
    jobs, default = asked("events", "PutEvents", Entries=[entry, entry, {"Source": "app", "DetailType": "done"}])
    assert (jobs.resource.rpartition("/")[2], default.resource.rpartition("/")[2]) == ("jobs", "default")
    assert jobs.context == {"events:source": ["app"], "events:detail-type": ["done"]}
    check_request(Request(action=jobs.action, resource=jobs.resource, principal=SESSION, context=jobs.context))


def test_a_parameter_that_is_an_arn_is_the_resource() -> None:
    (get,) = asked("lambda", "ListVersionsByFunction", FunctionName=FUNCTION)
    assert get.resource == FUNCTION


def test_an_objects_key_that_looks_like_an_arn_is_a_key() -> None:
    (get,) = asked("s3", "GetObject", Bucket="others", Key="arn:aws:s3:::mine/x")
    assert get.resource == "arn:aws:s3:::others/arn:aws:s3:::mine/x"


def test_a_version_of_an_object_is_deleted_by_another_right() -> None:
    objects = [{"Key": "a"}, {"Key": "b", "VersionId": "1"}]
    deleted = asked("s3", "DeleteObjects", Bucket="notes", Delete={"Objects": objects}, BypassGovernanceRetention=True)
    assert [(one.action, one.resource[-1]) for one in deleted] == [
        ("s3:DeleteObject", "a"),
        ("s3:BypassGovernanceRetention", "a"),
        ("s3:DeleteObjectVersion", "b"),
        ("s3:BypassGovernanceRetention", "b"),
    ]


@pytest.mark.parametrize(
    ("service", "operation", "parameters", "needed"),
    [
        ("s3", "PutObject", {"Bucket": "b", "Key": "k", "ACL": "public-read"}, "s3:PutObjectAcl"),
        ("s3", "PutObject", {"Bucket": "b", "Key": "k", "Tagging": "a=b"}, "s3:PutObjectTagging"),
        ("s3", "PutObject", {"Bucket": "b", "Key": "k", "ObjectLockMode": "COMPLIANCE"}, "s3:PutObjectRetention"),
        ("lambda", "UpdateFunctionCode", {"FunctionName": "job", "S3Bucket": "b", "S3Key": "k"}, "s3:GetObject"),
        ("cloudtrail", "UpdateTrail", {"Name": "t", "CloudWatchLogsRoleArn": "arn:aws:iam::1:role/r"}, "iam:PassRole"),
    ],
)
def test_an_option_asks_for_a_right_of_its_own(service: str, operation: str, parameters: dict[str, Any], needed: str) -> None:
    assert needed in actions(service, operation, **parameters)


def test_a_request_without_its_resource_is_an_error() -> None:
    with pytest.raises(UntranslatableError, match="DescribeTable"):
        asked("dynamodb", "DescribeTable")


def test_a_malformed_request_is_an_error() -> None:
    with pytest.raises(UntranslatableError, match="GetItem"):
        asked("dynamodb", "GetItem", TableName="notes")


def test_an_operation_without_a_row_is_an_error() -> None:
    with pytest.raises(MissingRowError, match="dynamodb:DescribeNothing"):
        asked("dynamodb", "DescribeNothing")


def test_every_request_says_where_and_how_it_was_made() -> None:
    (request,) = requests_of(situation("dynamodb", "ListTables"))
    assert request.context["aws:RequestedRegion"] == "eu-west-1"
    assert request.context["aws:SecureTransport"] == "true"
    assert request.context["aws:ViaAWSService"] == "false"


def test_the_tags_of_the_resource_are_part_of_the_request() -> None:
    account = Account(tagged={TABLE: {"Team": "a"}})
    (request,) = requests_of(situation("dynamodb", "DescribeTable", account=account, TableName="notes"))
    assert request.context["aws:ResourceTag/Team"] == "a"


def test_a_service_says_for_which_resource_it_acts() -> None:
    from dataclasses import replace

    service = ServicePrincipal(name="lambda.amazonaws.com")
    headers = {"X-Amz-Source-Arn": FUNCTION, "X-Amz-Source-Account": ACCOUNT}
    made = situation("sns", "Publish", principal=service, TopicArn="arn:aws:sns:eu-west-1:1:t")
    (request,) = requests_of(replace(made, call=replace(made.call, headers=headers)))
    assert (request.context["aws:SourceArn"], request.context["aws:SourceAccount"]) == (FUNCTION, ACCOUNT)
    by_role = situation("sns", "Publish", TopicArn="arn:aws:sns:eu-west-1:1:t")
    (request,) = requests_of(replace(by_role, call=replace(by_role.call, headers=headers)))
    assert "aws:SourceArn" not in request.context
