"""Terraform's calls for changes, refreshes and removals, evaluated under the emitted policies.

Each is a call that AWS refused, or would refuse, under narrower roles: docs/aws-reality.md. The evaluator is strict: it raises where
the Service Authorization Reference has no such action, resource or condition key.
"""

from __future__ import annotations

from typing import Any

import pytest

from dynawright.iam.evaluator import Policies, Policy, PolicyKind, Request, RoleSession, evaluate
from tests.access.applications import COMPLETE
from tests.access.made import (
    ACCOUNT,
    AT,
    FUNCTION,
    GROUP,
    MAPPING,
    NEW,
    OURS,
    REGION,
    ROLE,
    RULE,
    SCALABLE,
    STREAM,
    Asked,
)
from tests.access.synthesized import Stack

PLAN, DEPLOY = "readers-plan-production", "readers-deploy-production"
BOTH = (PLAN, DEPLOY)
BUS = f"arn:aws:events:{AT}:event-bus/library-events-production"
BUCKET = f"arn:aws:s3:::library-export-production-{ACCOUNT}"
SCHEDULES = f"arn:aws:scheduler:{AT}:schedule/library-export-production"
SECRET = f"arn:aws:secretsmanager:{AT}:secret:library/hash-key-production-1a2b3c"
SUBNET = f"arn:aws:ec2:{AT}:subnet/subnet-0a1b2c3d4e5f60718"
INTERFACE = f"arn:aws:ec2:{AT}:network-interface/eni-1a2b"
OWN_VPC = {"ec2:Vpc": f"arn:aws:ec2:{AT}:vpc/vpc-0a1b2c3d4e5f60718"}
SERVICE_ROLES = f"arn:aws:iam::{ACCOUNT}:role/aws-service-role"
OTHERS = {**OURS, "aws:ResourceTag/Environment": "staging"}

# Row of docs/aws-reality.md, roles, requests.
ALLOWED: list[tuple[int, tuple[str, ...], Asked]] = [
    (1, BOTH, ("sns:ListTopics", "*", {})),
    (2, BOTH, ("lambda:ListTags", MAPPING, {})),
    (3, (DEPLOY,), ("lambda:TagResource", MAPPING, NEW)),
    (3, (DEPLOY,), ("lambda:TagResource", MAPPING, {**OURS, "aws:RequestTag/CostCenter": "1"})),
    (3, (DEPLOY,), ("lambda:UntagResource", MAPPING, OURS)),
    (4, BOTH, ("dynamodb:GetResourcePolicy", STREAM, {})),
    (4, (DEPLOY,), ("dynamodb:PutResourcePolicy", STREAM, {})),
    (4, (DEPLOY,), ("dynamodb:DeleteResourcePolicy", STREAM, {})),
    (5, BOTH, ("cloudwatch:DescribeAlarms", f"arn:aws:cloudwatch:{AT}:alarm:*", {})),
    (5, (DEPLOY,), ("cloudwatch:PutCompositeAlarm", f"arn:aws:cloudwatch:{AT}:alarm:*", NEW)),
    (6, (DEPLOY,), ("application-autoscaling:TagResource", SCALABLE, NEW)),
    (6, (DEPLOY,), ("application-autoscaling:TagResource", SCALABLE, {**OURS, "aws:RequestTag/CostCenter": "1"})),
    (6, (DEPLOY,), ("application-autoscaling:UntagResource", SCALABLE, OURS)),
    (53, BOTH, ("s3:ListTagsForResource", BUCKET, {})),
    (54, BOTH, ("kinesis:DescribeLimits", "*", {})),
    *((53, (DEPLOY,), (f"s3:{action}", BUCKET, {})) for action in ("TagResource", "UntagResource")),
    *(
        (7, (DEPLOY,), (f"cloudwatch:{action}", f"arn:aws:cloudwatch:{AT}:alarm:TargetTracking-table/{name}", {}))
        for action in ("PutMetricAlarm", "DeleteAlarms")
        for name in ("library-loans-production-AlarmHigh-1a2b", "library-loans-production/index/ByReader-AlarmLow-1a2b")
    ),
    *(
        (row, (DEPLOY,), ("iam:CreateServiceLinkedRole", f"{SERVICE_ROLES}/{service}/{name}", {"iam:AWSServiceName": service}))
        for row, service, name in (
            (8, "backup.amazonaws.com", "AWSServiceRoleForBackup"),
            (9, "restore-testing.backup.amazonaws.com", "AWSServiceRoleForBackupRestoreTesting"),
        )
    ),
    (10, (DEPLOY,), ("iam:PassRole", ROLE, {"iam:PassedToService": "restore-testing.backup.amazonaws.com"})),
    (12, (DEPLOY,), ("iam:UpdateRoleDescription", ROLE, {})),
    (13, (DEPLOY,), ("ec2:ModifySecurityGroupRules", GROUP, OURS)),
    (13, (DEPLOY,), ("ec2:ModifySecurityGroupRules", RULE, OURS)),
    (13, (DEPLOY,), ("ec2:ModifySecurityGroupRules", f"arn:aws:ec2:{REGION}:aws:prefix-list/pl-1a2b", {})),
    (14, (DEPLOY,), ("events:UpdateEventBus", BUS, {})),
    (15, (DEPLOY,), ("scheduler:DeleteSchedule", f"{SCHEDULES}/*", {})),
    *((18, (DEPLOY,), (f"dax:{action}Cluster", f"arn:aws:dax:{AT}:cache/*", {})) for action in ("Create", "Update", "Delete")),
    *((18, BOTH, (f"dax:{action}", f"arn:aws:dax:{AT}:cache/*", {})) for action in ("DescribeClusters", "ListTags")),
    *((18, (DEPLOY,), (f"ec2:Describe{things}", "*", {})) for things in ("Subnets", "Vpcs")),
    (18, (DEPLOY,), ("ec2:CreateNetworkInterface", SUBNET, {})),
    (18, (DEPLOY,), ("ec2:CreateNetworkInterface", INTERFACE, {})),
    (18, (DEPLOY,), ("ec2:CreateNetworkInterface", GROUP, OURS)),
    (18, (DEPLOY,), ("ec2:DeleteNetworkInterface", INTERFACE, OWN_VPC)),
    (21, BOTH, ("iam:GetRolePolicy", ROLE, {})),
    (22, (DEPLOY,), ("sns:Unsubscribe", "*", {})),
    (50, BOTH, ("lambda:GetEventSourceMapping", MAPPING, {"lambda:FunctionArn": FUNCTION})),
    (50, BOTH, ("lambda:GetEventSourceMapping", MAPPING, {})),
    (55, (DEPLOY,), ("iam:DetachRolePolicy", ROLE, {"iam:PermissionsBoundary": f"arn:aws:iam::{ACCOUNT}:policy/former"})),
]

# Requests that the same statements must not allow.
REFUSED: list[tuple[int, tuple[str, ...], Asked]] = [
    (3, (PLAN,), ("lambda:TagResource", MAPPING, NEW)),
    (3, (DEPLOY,), ("lambda:TagResource", MAPPING, {**OTHERS, **NEW})),
    (3, (DEPLOY,), ("lambda:TagResource", MAPPING, {"aws:RequestTag/Environment": "staging"})),
    (3, (DEPLOY,), ("lambda:UntagResource", MAPPING, OTHERS)),
    (4, (PLAN,), ("dynamodb:PutResourcePolicy", STREAM, {})),
    (4, (DEPLOY,), ("dynamodb:PutResourcePolicy", STREAM.replace("library-loans", "orders"), {})),
    (4, (DEPLOY,), ("dynamodb:GetRecords", STREAM, {})),
    (5, (PLAN,), ("cloudwatch:PutCompositeAlarm", f"arn:aws:cloudwatch:{AT}:alarm:*", NEW)),
    (5, (DEPLOY,), ("cloudwatch:PutCompositeAlarm", f"arn:aws:cloudwatch:{AT}:alarm:*", {})),
    (6, (DEPLOY,), ("application-autoscaling:TagResource", SCALABLE, {**OTHERS, **NEW})),
    (6, (DEPLOY,), ("application-autoscaling:UntagResource", SCALABLE, OTHERS)),
    (7, (DEPLOY,), ("cloudwatch:DeleteAlarms", f"arn:aws:cloudwatch:{AT}:alarm:TargetTracking-table/orders-production-AlarmLow", {})),
    (10, (DEPLOY,), ("iam:PassRole", f"arn:aws:iam::{ACCOUNT}:role/admin", {"iam:PassedToService": "restore-testing.backup.amazonaws.com"})),
    (12, (DEPLOY,), ("iam:UpdateRoleDescription", f"arn:aws:iam::{ACCOUNT}:role/{DEPLOY}", {})),
    (13, (DEPLOY,), ("ec2:ModifySecurityGroupRules", GROUP, OTHERS)),
    (14, (DEPLOY,), ("events:UpdateEventBus", f"arn:aws:events:{AT}:event-bus/default", {})),
    (15, (DEPLOY,), ("scheduler:DeleteSchedule", f"arn:aws:scheduler:{AT}:schedule/default/*", {})),
    (18, (PLAN,), ("dax:DeleteCluster", f"arn:aws:dax:{AT}:cache/library-production", {})),
    (18, (DEPLOY,), ("ec2:CreateNetworkInterface", f"{SUBNET}9", {})),
    (18, (DEPLOY,), ("ec2:DeleteNetworkInterface", INTERFACE, {"ec2:Vpc": f"{OWN_VPC['ec2:Vpc']}9"})),
    (18, (DEPLOY,), ("ec2:CreateNetworkInterface", GROUP, OTHERS)),
    (22, (PLAN,), ("sns:Unsubscribe", "*", {})),
    (22, BOTH, ("kinesis:UpdateStreamMode", "*", {})),
    (50, BOTH, ("lambda:GetEventSourceMapping", MAPPING, {"lambda:FunctionArn": FUNCTION.replace("library", "orders")})),
    (55, (DEPLOY,), ("iam:DetachRolePolicy", f"arn:aws:iam::{ACCOUNT}:role/{DEPLOY}", {})),
    *((58, BOTH, (f"secretsmanager:{action}Secret", SECRET, OURS)) for action in ("Rotate", "CancelRotate")),
    *((60, BOTH, (f"s3:{action}", f"{BUCKET}/aws/lambda/1a2b", {})) for action in ("DeleteObject", "DeleteObjectVersion")),
    (55, (DEPLOY,), ("iam:AttachRolePolicy", ROLE, {"iam:PermissionsBoundary": f"arn:aws:iam::{ACCOUNT}:policy/former"})),
]  # fmt: skip


@pytest.fixture(scope="module")
def built() -> dict[str, Stack]:
    return COMPLETE.built(COMPLETE.environment("production"))


def allowed(built: dict[str, Stack], role: str, asked: Asked, key_policy: dict[str, Any] | None = None) -> bool:
    action, resource, context = asked
    session = RoleSession(role_arn=f"arn:aws:iam::{ACCOUNT}:role/{role}", session_name="apply")
    documents = built["foundation"].policies_of(role)
    assert documents
    policies = Policies(
        identity=tuple(Policy.parse(document, name=role, kind=PolicyKind.IDENTITY) for document in documents),
        resource=Policy.parse(key_policy, name="key", kind=PolicyKind.RESOURCE) if key_policy else None,
    )
    # Reading AWS's own prefix lists is authorized in the user's account.
    request = Request(action=action, resource=resource, principal=session, context=context, resource_account=ACCOUNT)
    return evaluate(request, policies).allowed


@pytest.mark.parametrize(("row", "roles", "asked"), ALLOWED)
def test_terraform_may(built: dict[str, Stack], row: int, roles: tuple[str, ...], asked: Asked) -> None:
    assert [role for role in roles if not allowed(built, role, asked)] == []


@pytest.mark.parametrize(("row", "roles", "asked"), REFUSED)
def test_terraform_may_not(built: dict[str, Stack], row: int, roles: tuple[str, ...], asked: Asked) -> None:
    assert [role for role in roles if allowed(built, role, asked)] == []


@pytest.mark.parametrize("role", BOTH)
def test_terraform_may_tell_awss_own_key_from_ours(built: dict[str, Stack], role: str) -> None:
    """Row 51."""
    key, root = f"arn:aws:kms:{AT}:key/9z8y7x6w", {"AWS": f"arn:aws:iam::{ACCOUNT}:root"}
    statement = {"Effect": "Allow", "Principal": root, "Action": "kms:*", "Resource": "*"}
    policy = {"Version": "2012-10-17", "Statement": [statement]}
    by_alias = [("kms:DescribeKey", key, {"kms:RequestAlias": f"alias/{name}"}) for name in ("aws/dynamodb", "others")]
    assert [allowed(built, role, asked, policy) for asked in by_alias] == [True, False]


def vault_key(built: dict[str, Stack]) -> tuple[str, dict[str, Any]]:
    """Return the vault's key, with its policy as it is emitted."""
    foundation = built["foundation"]
    (vault,) = foundation.resources["aws_backup_vault"].values()
    arn = foundation.text(vault["kms_key_arn"])
    return arn, foundation.keys()[arn]


@pytest.mark.parametrize("tags", [OURS, {}], ids=["tags count", "tags do not count yet"])
@pytest.mark.parametrize("action", ["CreateGrant", "DescribeKey", "RetireGrant", "Decrypt", "GenerateDataKey"])
def test_whoever_makes_a_vault_may_use_its_key_through_aws_backup(
    built: dict[str, Stack], action: str, tags: dict[str, str]
) -> None:
    """Rows 17 and 19."""
    arn, policy = vault_key(built)
    lasting = {"kms:GrantIsForAWSResource": "true"} if action == "CreateGrant" else {}
    through = {"kms:ViaService": f"backup.{REGION}.amazonaws.com"}
    assert allowed(built, DEPLOY, (f"kms:{action}", arn, {**tags, **through, **lasting}), policy)
    assert not allowed(built, PLAN, (f"kms:{action}", arn, {**through, **lasting}), policy)


NEW_KEY: dict[str, dict[str, str]] = {
    **{key: {} for key in ("CreateAlias", "DescribeKey", "EnableKeyRotation", "GetKeyPolicy", "GetKeyRotationStatus")},
    **{key: {} for key in ("ListResourceTags", "PutKeyPolicy")},
    **{key: {"kms:ViaService": f"dynamodb.{REGION}.amazonaws.com"} for key in ("Decrypt", "GenerateDataKey")},
    "CreateGrant": {"kms:ViaService": f"dynamodb.{REGION}.amazonaws.com", "kms:GrantIsForAWSResource": "true"},
}


@pytest.mark.parametrize("action", NEW_KEY)
def test_a_new_key_is_set_up_and_used_before_its_tags_count(built: dict[str, Stack], action: str) -> None:
    """Row 19."""
    arn, policy = variables_key(built)
    assert allowed(built, DEPLOY, (f"kms:{action}", arn, NEW_KEY[action]), policy)
    assert not allowed(built, PLAN, (f"kms:{action}", arn, NEW_KEY[action]), policy)


@pytest.mark.parametrize(
    ("action", "context"),
    [
        ("Decrypt", {}),
        ("Decrypt", {"kms:ViaService": f"sqs.{REGION}.amazonaws.com"}),
        ("CreateGrant", {"kms:ViaService": f"dynamodb.{REGION}.amazonaws.com"}),
        ("ScheduleKeyDeletion", {}),
        ("DisableKey", {}),
        ("UntagResource", {}),
    ],
)
def test_a_key_without_our_tags_is_not_read_or_deleted(built: dict[str, Stack], action: str, context: dict[str, str]) -> None:
    arn, policy = variables_key(built)
    assert not allowed(built, DEPLOY, (f"kms:{action}", arn, context), policy)


def test_the_foundations_keys_wait_for_the_deploy_role_that_they_name(built: dict[str, Stack]) -> None:
    resources = built["foundation"].resources
    for key in resources["aws_kms_key"].values():
        awaited = [address.rpartition(".")[2] for address in key["depends_on"]]
        roles = {resources["aws_iam_role_policy_attachment"][name]["role"] for name in awaited}
        assert {built["foundation"].text(role) for role in roles} == {DEPLOY}


def variables_key(built: dict[str, Stack]) -> tuple[str, dict[str, Any]]:
    """Return the key of the stack that has functions, with its policy as it is emitted."""
    ((arn, policy),) = built["library"].keys().items()
    return arn, policy


def asked_of_key(arn: str, **changed: str) -> Asked:
    context = {
        **OURS,
        "kms:ViaService": f"lambda.{REGION}.amazonaws.com",
        "kms:EncryptionContext:aws:lambda:FunctionArn": FUNCTION,
    }
    return ("kms:Decrypt", arn, {**context, **changed})


@pytest.mark.parametrize("role", BOTH)
def test_variables_of_functions_are_decrypted_for_whoever_plans(built: dict[str, Stack], role: str) -> None:
    """Row 11."""
    arn, policy = variables_key(built)
    assert allowed(built, role, asked_of_key(arn), policy)


@pytest.mark.parametrize(
    "changed",
    [
        {"kms:ViaService": f"dynamodb.{REGION}.amazonaws.com"},
        {"kms:EncryptionContext:aws:lambda:FunctionArn": FUNCTION.replace("library", "orders")},
        {"aws:ResourceTag/Environment": "staging"},
    ],
    ids=str,
)
def test_the_plan_role_decrypts_nothing_else(built: dict[str, Stack], changed: dict[str, str]) -> None:
    arn, policy = variables_key(built)
    assert not allowed(built, PLAN, asked_of_key(arn, **changed), policy)


@pytest.mark.parametrize(
    ("schedule", "expected"), [(f"{SCHEDULES}/library-export-full-production", True), (f"{SCHEDULES}/x", False)]
)
def test_the_plan_role_reads_our_schedules(built: dict[str, Stack], schedule: str, *, expected: bool) -> None:
    """Row 52."""
    arn, policy = variables_key(built)
    through = {"kms:ViaService": f"scheduler.{REGION}.amazonaws.com"}
    asked = ("kms:Decrypt", arn, {**OURS, **through, "kms:EncryptionContext:aws:scheduler:schedule:arn": schedule})
    assert allowed(built, PLAN, asked, policy) is expected
