"""The workflows' roles: one only plans, one applies; neither reads data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from dynawright.constructs import deploy_access as access
from tests.access.applications import COMPLETE, REFERENCE
from tests.access.made import (
    ACCOUNT,
    BACKUP_PLAN,
    BOUNDARY,
    ENDPOINT,
    FUNCTION,
    GROUP,
    KEY,
    MADE,
    MADE_OTHERWISE,
    NEW,
    NOT_ASKED,
    OURS,
    REGION,
    REPOSITORY,
    ROLE,
    ROUTES,
    SECRET,
    TABLE,
    VPC,
)
from tests.access.simulator import Document, Question, Request, wrong_answers
from tests.access.synthesized import Stack

PLAN, DEPLOY = "readers-plan-production", "readers-deploy-production"
OTHER_REGION = "ap-northeast-3"
REPLICA, STRANGER = (TABLE.replace(REGION, region) for region in (OTHER_REGION, "us-east-1"))
AWS_KEY = f"arn:aws:kms:{OTHER_REGION}:{ACCOUNT}:key/9z8y7x6w"
STATE = "arn:aws:s3:::library-state-production"
# AWS's default policy of others' keys, which leaves decisions to IAM. Our keys' policies are stricter.
THEIR_POLICY = {
    "Version": "2012-10-17",
    "Statement": [{"Effect": "Allow", "Principal": {"AWS": f"arn:aws:iam::{ACCOUNT}:root"}, "Action": "kms:*", "Resource": "*"}],
}

# The service through which a resource's creator uses its key; None if the service uses it in its own name, or only once there is data.
KEY_USED_THROUGH = {
    "aws_backup_vault": "backup",
    "aws_cloudtrail": None,
    "aws_cloudwatch_event_bus": None,
    "aws_cloudwatch_log_group": None,
    "aws_dynamodb_table": "dynamodb",
    "aws_kinesis_stream": "kinesis",
    "aws_lambda_function": "lambda",
    "aws_s3_bucket_server_side_encryption_configuration": None,
    "aws_scheduler_schedule": "scheduler",
    "aws_secretsmanager_secret": "secretsmanager",
    "aws_sns_topic": None,
    "aws_sqs_queue": None,
}


@pytest.fixture(scope="module")
def built() -> list[Stack]:
    """Production deployed by a repository: every system, and the foundation last."""
    environment = COMPLETE.environment("production", other_regions=[OTHER_REGION])
    assert (environment.deployment.repository, environment.roles.permissions_boundary_arn) == (REPOSITORY, BOUNDARY)
    stacks = COMPLETE.built(environment)
    return [*(stacks[name] for name in stacks if name != "foundation"), stacks["foundation"]]


def wrong(built: list[Stack], role: str, questions: list[tuple[str, str, dict[str, Any]]], *, expected: bool) -> list[str]:
    """Return requests with an unexpected answer; a key's use is checked with its own policy."""
    (emitted,) = [policy for stack in built if stack.system == "library" for policy in stack.keys().values()]
    key_policies = {KEY: emitted if expected else THEIR_POLICY, AWS_KEY: THEIR_POLICY}
    principal = f"arn:aws:iam::{ACCOUNT}:role/{role}"
    asked = [
        Question(Request(action, arn, context, principal, key_policies.get(arn)), expected) for action, arn, context in questions
    ]
    policies = built[-1].policies_of(role)
    assert len(policies) in range(1, 11)  # IAM attaches no more to a role
    return [
        f"{answer.request.action} on {answer.request.resource}" for answer in wrong_answers(policies, asked, account_id=ACCOUNT)
    ]


def made(built: list[Stack]) -> list[tuple[str, str]]:
    """Return action and ARN of each named resource in production, without the workflows' roles."""
    return [
        (MADE[kind][0], MADE[kind][1].format(at=f"{REGION}:{ACCOUNT}", account=ACCOUNT, **one))
        for stack in built
        for kind, named in stack.resources.items()
        if kind in MADE
        for one in named.values()
        if not str(one.get("name", "")).startswith(("readers-plan", "readers-deploy"))
    ]


def test_the_deploy_role_may_build_everything_that_the_stacks_hold(built: list[Stack]) -> None:
    questions = [(action, arn, {"iam:PermissionsBoundary": BOUNDARY}) for action, arn in made(built)]
    assert len(questions) > 100
    assert {action for action, _, _ in questions} == {action for action, _ in MADE.values()}
    assert wrong(built, DEPLOY, questions, expected=True) == []


def test_the_deploy_role_may_build_what_has_no_name_or_belongs_to_another_thing(built: list[Stack]) -> None:
    kinds = {kind for stack in built for kind in stack.resources}
    unknown = kinds - MADE.keys() - MADE_OTHERWISE.keys() - NOT_ASKED.keys()
    assert unknown == set(), "say in tests/access/made.py what AWS asks of whoever makes one"
    assert wrong(built, DEPLOY, [one for kind in MADE_OTHERWISE for one in MADE_OTHERWISE[kind]], expected=True) == []


def test_the_deploy_role_may_use_the_key_of_whatever_it_makes(built: list[Stack]) -> None:
    """As the key's own policy allows too; a kind of thing that is not listed has to be looked up first."""
    asked = [
        Question(
            Request(f"kms:{use}", key, {**OURS, "kms:ViaService": f"{service}.{REGION}.amazonaws.com"}, resource_policy=policy),
            True,
            kind,
        )
        for stack in built
        for key, policy in stack.keys().items()
        for kind in kinds_with_key(stack, key)
        if (service := KEY_USED_THROUGH[kind])
        for use in ("Decrypt", "GenerateDataKey")
    ]
    assert {question.topic for question in asked} == {kind for kind, service in KEY_USED_THROUGH.items() if service}
    wrongly = wrong_answers(built[-1].policies_of(DEPLOY), asked, account_id=ACCOUNT)
    assert sorted({question.topic for question in wrongly}) == []


def kinds_with_key(stack: Stack, key: str) -> list[str]:
    return [
        kind
        for kind, named in stack.resources.items()
        if any(stack.text(text) == key for text in texts(named) if re.fullmatch(r"\$\{aws_kms_key\.\w+\.arn\}", text))
    ]


def texts(value: Any) -> Iterator[str]:
    """Yield all nested texts."""
    if isinstance(value, str):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from texts(inner)


def test_the_plan_role_may_make_and_change_nothing(built: list[Stack]) -> None:
    questions = [(action, arn, {"iam:PermissionsBoundary": BOUNDARY}) for action, arn in made(built)]
    others = [*access.ROLE_WRITES, *access.BOUNDED_ROLE_WRITES, "iam:PassRole"]
    questions += [(action, f"arn:aws:iam::{ACCOUNT}:role/library-desk-production", {}) for action in others]
    questions += [(action, KEY, OURS) for action in ("kms:PutKeyPolicy", "kms:ScheduleKeyDeletion", "kms:Decrypt")]
    questions += [(f"dynamodb:{one}", TABLE, {}) for one in ("UpdateTable", "DeleteTable", "TagResource", "PutResourcePolicy")]
    questions += [("s3:PutObject", f"{STATE}/production/library/terraform.tfstate", {})]
    assert wrong(built, PLAN, questions, expected=False) == []


@pytest.mark.parametrize("role", [PLAN, DEPLOY])
def test_both_see_what_there_is_and_the_state(built: list[Stack], role: str) -> None:
    questions: list[tuple[str, str, dict[str, Any]]] = [
        ("dynamodb:DescribeTable", TABLE, {}),
        ("secretsmanager:DescribeSecret", SECRET, {}),
        ("kms:GetKeyPolicy", KEY, OURS),
        ("iam:GetRole", f"arn:aws:iam::{ACCOUNT}:role/{DEPLOY}", {}),
        ("s3:GetObject", f"{STATE}/production/library/terraform.tfstate", {}),
    ]
    assert wrong(built, role, questions, expected=True) == []


@pytest.mark.parametrize(("role", "expected"), [(PLAN, True), (DEPLOY, False)])
def test_only_plans_read_the_provider_of_tokens(built: list[Stack], role: str, *, expected: bool) -> None:
    """The deploy role need not read unchanged resources: saved plans skip them."""
    provider = f"arn:aws:iam::{ACCOUNT}:oidc-provider/token.actions.githubusercontent.com"
    assert wrong(built, role, [("iam:GetOpenIDConnectProvider", provider, {})], expected=expected) == []


@pytest.mark.parametrize(("role", "expected"), [(PLAN, False), (DEPLOY, True)])
def test_only_the_deploy_role_locks_and_writes_the_state(built: list[Stack], role: str, *, expected: bool) -> None:
    """A plan takes no lock: docs/adr/0022-what-was-reviewed-is-applied.md."""
    state = f"{STATE}/production/library/terraform.tfstate"
    questions: list[tuple[str, str, dict[str, Any]]] = [
        ("s3:PutObject", state, {}),
        *((f"s3:{verb}Object", f"{state}.tflock", {}) for verb in ("Put", "Get", "Delete")),
    ]
    assert wrong(built, role, questions, expected=expected) == []


@pytest.mark.parametrize("role", [PLAN, DEPLOY])
def test_neither_reads_items_secrets_or_objects(built: list[Stack], role: str) -> None:
    questions: list[tuple[str, str, dict[str, Any]]] = [
        *((f"dynamodb:{one}", TABLE, {}) for one in ("GetItem", "Query", "Scan", "PutItem", "PartiQLSelect", "ExportTableToPointInTime")),
        ("dynamodb:GetRecords", f"{TABLE}/stream/2026-01-01T00:00:00.000", {}),
        ("secretsmanager:GetSecretValue", SECRET, {}),
        ("s3:GetObject", f"arn:aws:s3:::library-loan-history-failed-production-{ACCOUNT}/one", {}),
        ("kms:Decrypt", KEY, OURS),  # but through a service
    ]  # fmt: skip
    assert wrong(built, role, questions, expected=False) == []


@pytest.mark.parametrize("role", [PLAN, DEPLOY])
def test_neither_reads_through_a_role_or_function_whose_policy_admits_it(built: list[Stack], role: str) -> None:
    """The deploy role writes these policies; within an account, one that names a role would suffice."""
    own = f"arn:aws:iam::{ACCOUNT}:role/{role}"
    asked = [
        Question(Request(action, arn, principal=principal, resource_policy=admitting(principal, action, arn)), principal != own)
        for principal in (own, f"arn:aws:iam::{ACCOUNT}:role/somebody")
        for action, arn in (("sts:AssumeRole", ROLE), ("lambda:InvokeFunction", FUNCTION))
    ]
    ours, theirs = asked[:2], asked[2:]
    assert wrong_answers(built[-1].policies_of(role), ours, account_id=ACCOUNT) == []
    assert wrong_answers([], theirs, account_id=ACCOUNT) == []  # so the denial decides


def admitting(principal: str, action: str, arn: str) -> Document:
    statement = {"Effect": "Allow", "Principal": {"AWS": principal}, "Action": action}
    return {"Version": "2012-10-17", "Statement": [statement if action.startswith("sts:") else {**statement, "Resource": arn}]}


def test_the_deploy_role_touches_nothing_of_others(built: list[Stack]) -> None:
    names = ("libraryish-production", "library-desk-staging", "orders-production", "production")
    questions: list[tuple[str, str, dict[str, Any]]] = []
    for kind, (action, form) in MADE.items():
        for name in names:
            shown = f"alias/{name}" if kind == "aws_kms_alias" else name
            attributes = dict.fromkeys(("alarm_name", "dashboard_name", "cluster_name", "function_name", "bucket"), shown)
            arn = form.format(at=f"{REGION}:{ACCOUNT}", account=ACCOUNT, name=shown, **attributes)
            questions.append((action, arn, {"iam:PermissionsBoundary": BOUNDARY}))
    plan_writes = [write for write in access.PLAN_WRITES if write != "backup:UntagResource"]  # the simulator can't evaluate it
    theirs: list[dict[str, str]] = [
        {},
        {"aws:ResourceTag/Repository": "acme/other"},
        {"aws:ResourceTag/Environment": "production"},
        {"aws:ResourceTag/Repository": REPOSITORY},
        {**OURS, "aws:ResourceTag/Environment": "staging"},
    ]
    for tags in theirs:
        questions += [(action, KEY, tags) for action in (*access.KEY_WRITES, *access.KEY_USES)]
        questions += [(action, BACKUP_PLAN, tags) for action in plan_writes]
        questions += [("ec2:DeleteSecurityGroup", GROUP, tags)]
    capture = {**NEW, "aws:TagKeys": ["Repository", "Environment"]}
    questions += [("kms:TagResource", KEY, {**capture, **tags}) for tags in theirs[1:]]
    questions += [("kms:TagResource", KEY, {**capture, "kms:ResourceAliases": ["alias/others"]})]
    questions += [(f"s3:{verb}Object", f"{STATE}/staging/library/terraform.tfstate", {}) for verb in ("Get", "Put")]
    assert wrong(built, DEPLOY, questions, expected=False) == []


def test_a_network_is_made_with_our_tags_and_others_groups_stay_as_they_are(built: list[Stack]) -> None:
    questions: list[tuple[str, str, dict[str, Any]]] = [
        ("ec2:CreateSecurityGroup", GROUP, {}),
        ("ec2:CreateVpcEndpoint", ENDPOINT, {}),
        *((action, GROUP, NEW) for action in access.RULE_CREATES),
        *(("ec2:CreateTags", arn, {**NEW, "ec2:CreateAction": "RunInstances"}) for arn in (GROUP, ENDPOINT)),
        ("ec2:CreateTags", GROUP, NEW),
        ("ec2:ModifyVpcEndpoint", ENDPOINT, {}),
        *((action, f"{VPC}9", {}) for action in access.NETWORK_CREATES),
        *((f"ec2:{verb}VpcEndpoint", f"{ROUTES}9", {}) for verb in ("Create", "Modify")),
    ]
    assert wrong(built, DEPLOY, questions, expected=False) == []


def test_the_shared_vault_is_the_only_one(built: list[Stack]) -> None:
    """Systems have no vault, so their names give no right to one; persons manage the shared one."""
    vault = f"arn:aws:backup:{REGION}:{ACCOUNT}:backup-vault"
    things = ("BackupVaultAccessPolicy", "BackupVaultLockConfiguration")
    actions = [
        "CreateBackupVault",
        "DeleteBackupVault",
        *(f"{verb}{subject}" for subject in things for verb in ("Put", "Delete")),
    ]
    questions: list[tuple[str, str, dict[str, Any]]] = [
        (f"backup:{action}", f"{vault}:{name}-production", {}) for action in actions for name in ("readers", "library")
    ]
    questions.append(("backup:UpdateRegionSettings", "*", {}))
    assert wrong(built, DEPLOY, questions, expected=False) == []
    assert wrong(built, DEPLOY, [("backup:DescribeBackupVault", f"{vault}:readers-production", {})], expected=True) == []
    assert wrong(built, PLAN, [("backup:DescribeBackupVault", f"{vault}:readers-production", {})], expected=True) == []


def test_both_see_a_replica_and_only_the_deploy_role_changes_or_deletes_it(built: list[Stack]) -> None:
    reads: list[tuple[str, str, dict[str, Any]]] = [
        *((f"dynamodb:{reading}", REPLICA, {}) for reading in access.REPLICA.reads),
        ("kms:DescribeKey", AWS_KEY, {"kms:RequestAlias": "alias/aws/dynamodb"}),
    ]
    writes: list[tuple[str, str, dict[str, Any]]] = [(f"dynamodb:{write}", REPLICA, {}) for write in access.REPLICA.writes]
    assert wrong(built, PLAN, reads, expected=True) == []
    assert wrong(built, DEPLOY, [*reads, *writes], expected=True) == []
    assert wrong(built, PLAN, writes, expected=False) == []


def test_neither_makes_a_replica_or_reads_from_one_or_goes_elsewhere(built: list[Stack]) -> None:
    """AWS demands rights on items to create one; a person does it."""
    questions: list[tuple[str, str, dict[str, Any]]] = [
        ("dynamodb:CreateTableReplica", REPLICA, {}),
        *((f"dynamodb:{one}", REPLICA, {}) for one in ("GetItem", "Scan", "PutItem", "BatchWriteItem")),
        *((f"dynamodb:{reading}", STRANGER, {}) for reading in (*access.REPLICA.reads, *access.REPLICA.writes)),
        ("kms:DescribeKey", AWS_KEY, {"kms:RequestAlias": "alias/somebody"}),
        ("kms:DescribeKey", AWS_KEY, {}),
    ]
    for role in (PLAN, DEPLOY):
        assert wrong(built, role, questions, expected=False) == []


def test_the_deploy_role_has_changes_captured_and_reads_none(built: list[Stack]) -> None:
    stream = f"arn:aws:kinesis:{REGION}:{ACCOUNT}:stream/library-changes-production"
    replication = "kinesisreplication.dynamodb.amazonaws.com"
    service_role = (
        f"arn:aws:iam::{ACCOUNT}:role/aws-service-role/{replication}/AWSServiceRoleForDynamoDBKinesisDataStreamsReplication"
    )
    actions = (
        "DescribeStream",
        "DescribeStreamSummary",
        "PutRecords",
        "StartStreamEncryption",
        "AddTagsToStream",
        "DeleteStream",
    )
    questions: list[tuple[str, str, dict[str, Any]]] = [
        *((f"dynamodb:{verb}KinesisStreamingDestination", TABLE, {}) for verb in ("Describe", "Enable", "Disable")),
        *((f"kinesis:{action}", stream, {}) for action in actions),
        ("iam:CreateServiceLinkedRole", service_role, {"iam:AWSServiceName": replication}),
    ]
    assert wrong(built, DEPLOY, questions, expected=True) == []
    assert wrong(built, DEPLOY, [("kinesis:GetRecords", stream, {})], expected=False) == []
    assert wrong(built, PLAN, [question for question in questions if "Describe" not in question[0]], expected=False) == []


def test_a_new_key_is_made_with_the_tags_of_repository_and_environment_only(built: list[Stack]) -> None:
    asked = (("kms:CreateKey", "*"), ("kms:TagResource", KEY), ("backup:CreateBackupPlan", BACKUP_PLAN))
    others: list[dict[str, str]] = [
        {},
        {"aws:RequestTag/Repository": REPOSITORY},
        {**NEW, "aws:RequestTag/Repository": "acme/other"},
        {**NEW, "aws:RequestTag/Environment": "staging"},
    ]
    assert wrong(built, DEPLOY, [(*one, NEW) for one in asked], expected=True) == []
    assert wrong(built, DEPLOY, [(*one, tags) for one in asked for tags in others], expected=False) == []


def test_the_deploy_role_can_not_give_itself_or_what_it_makes_more(built: list[Stack]) -> None:
    desk, administrator = (f"arn:aws:iam::{ACCOUNT}:role/{name}" for name in ("library-desk-production", "administrator"))
    own = f"arn:aws:iam::{ACCOUNT}:role/{DEPLOY}"
    bounded = {"iam:PermissionsBoundary": BOUNDARY}
    questions: list[tuple[str, str, dict[str, Any]]] = [
        *((action, desk, {}) for action in access.BOUNDED_ROLE_WRITES),
        *((action, desk, {"iam:PermissionsBoundary": f"{BOUNDARY}2"}) for action in access.BOUNDED_ROLE_WRITES),
        ("iam:DeleteRolePermissionsBoundary", desk, bounded),
        *((action, own, bounded) for action in (*access.BOUNDED_ROLE_WRITES, *access.ROLE_WRITES)),
        *((action, BOUNDARY, {}) for action in access.POLICY_WRITES),
        *((action, f"arn:aws:iam::{ACCOUNT}:policy/readers-deploy-write-production", {}) for action in access.POLICY_WRITES),
        ("iam:PassRole", desk, {"iam:PassedToService": "ec2.amazonaws.com"}),
        ("iam:PassRole", administrator, {"iam:PassedToService": "lambda.amazonaws.com"}),
        ("iam:PassRole", own, {"iam:PassedToService": "lambda.amazonaws.com"}),
        ("iam:CreateUser", f"arn:aws:iam::{ACCOUNT}:user/library-production", bounded),
        ("iam:UpdateAssumeRolePolicy", administrator, {}),
        ("sts:AssumeRole", desk, {}),
    ]
    assert wrong(built, DEPLOY, questions, expected=False) == []
    assert wrong(built, DEPLOY, [("iam:PassRole", desk, {"iam:PassedToService": "lambda.amazonaws.com"})], expected=True) == []


def test_the_deploy_role_of_this_repository_may_build_everything_in_its_stacks() -> None:
    stacks = REFERENCE.built(REFERENCE.environment("production"))
    foundation = stacks["foundation"]
    account, region = foundation.environment.account_id, foundation.environment.region
    boundary = foundation.environment.roles.permissions_boundary_arn
    own = tuple(foundation.environment.shared_name(role).removesuffix("-production") for role in ("plan", "deploy"))
    asked = [
        Question(Request(action, form.format(at=f"{region}:{account}", account=account, **one), bounded), expected=True)
        for stack in stacks.values()
        for kind, named in stack.resources.items()
        if kind in MADE
        for action, form in [MADE[kind]]
        for one in named.values()
        if not str(one.get("name", "")).startswith(own)
        for bounded in [{"iam:PermissionsBoundary": boundary}]
    ]
    deploy = foundation.environment.shared_name("deploy")
    assert wrong_answers(foundation.policies_of(deploy), asked, account_id=account) == []


def test_every_kind_of_thing_in_this_repositorys_stacks_is_asked_about() -> None:
    stacks = REFERENCE.built(REFERENCE.environment("production"))
    kinds = {kind for stack in stacks.values() for kind in stack.resources}
    assert kinds - MADE.keys() - MADE_OTHERWISE.keys() - NOT_ASKED.keys() == set()
