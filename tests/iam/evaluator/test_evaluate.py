"""Combining policies, by the rules and examples of IAM's, KMS's and DynamoDB's guides."""

from __future__ import annotations

from typing import Any

import pytest

from dynawright.iam.evaluator import (
    Anonymous,
    ContextValue,
    InvalidRequestError,
    PolicyKind,
    RoleSession,
    RootUser,
    ServicePrincipal,
    User,
)
from tests.iam.evaluator.made import (
    ACCOUNT,
    CARLOS,
    OTHER_ACCOUNT,
    ROLE,
    SESSION,
    TABLE,
    ask,
    boundary,
    policy,
    resource_policy,
    session_policy,
    statement,
)

ALL = policy(statement(), name="all")
NOTHING = statement(action="sqs:ListQueues")
PARTNER = RoleSession(role_arn=f"arn:aws:iam::{OTHER_ACCOUNT}:role/partner", session_name="s")
ROOT = f"arn:aws:iam::{ACCOUNT}:root"


# Policy evaluation for requests within a single account: the guide's example of Carlos and his bucket of logs.

BUCKET = "arn:aws:s3:::amzn-s3-demo-bucket-carlossalazar-logs"
CARLOS_POLICY = policy(
    statement(action=["s3:GetBucketLocation", "s3:ListAllMyBuckets"], resource="arn:aws:s3:::*", Sid="AllowS3ListRead"),
    statement(action="s3:*", resource=[BUCKET, f"{BUCKET}/*"], Sid="AllowS3Self"),
    statement("Deny", action="s3:*", resource="arn:aws:s3:::*log*", Sid="DenyS3Logs"),
    name="carlos",
)
BUCKET_POLICY = resource_policy(
    statement(action="s3:*", resource=[f"{BUCKET}/*", BUCKET], Principal={"AWS": CARLOS.arn}),
)


def test_an_explicit_deny_overrides_every_allow() -> None:
    answer = ask("s3:PutObject", f"{BUCKET}/f", CARLOS_POLICY, principal=CARLOS, owner=ACCOUNT, resource_policy=BUCKET_POLICY)
    assert answer.explicitly_denied
    assert answer.decided_by is not None
    assert (answer.decided_by.policy.name, answer.decided_by.statement.sid) == ("carlos", "DenyS3Logs")


def test_the_resource_policy_alone_is_enough_within_an_account() -> None:
    assert ask("s3:PutObject", f"{BUCKET}/f", principal=CARLOS, owner=ACCOUNT, resource_policy=BUCKET_POLICY).allowed
    assert ask("s3:PutObject", f"{BUCKET}/f", ALL, principal=CARLOS, owner=ACCOUNT).allowed
    assert not ask("s3:PutObject", f"{BUCKET}/f", principal=CARLOS, owner=ACCOUNT).allowed


@pytest.mark.parametrize("kind", ["identity", "boundary", "session", "resource"])
def test_a_deny_counts_in_every_kind_of_policy(kind: str) -> None:
    deny = statement("Deny")
    identity = (policy(deny, statement()),) if kind == "identity" else (ALL,)
    answer = ask(
        "dynamodb:GetItem",
        TABLE,
        *identity,
        boundary=boundary(statement(), deny) if kind == "boundary" else None,
        session=session_policy(deny, statement()) if kind == "session" else None,
        resource_policy=resource_policy({**deny, "Principal": "*"}) if kind == "resource" else None,
    )
    assert answer.explicitly_denied
    assert answer.decided_by is not None
    assert kind in answer.decided_by.policy.kind.name.lower()


def test_identity_boundary_and_session_policies_must_all_allow() -> None:
    everything = statement()
    for own, limit, session, missing in [
        (everything, everything, everything, None),
        (NOTHING, everything, everything, PolicyKind.IDENTITY),
        (everything, NOTHING, everything, PolicyKind.BOUNDARY),
        (everything, everything, NOTHING, PolicyKind.SESSION),
    ]:
        answer = ask("dynamodb:GetItem", TABLE, policy(own), boundary=boundary(limit), session=session_policy(session))
        assert (answer.allowed, answer.missing) == (missing is None, missing)


@pytest.mark.parametrize(
    ("principal", "named", "limited"),
    [(SESSION, ROLE, True), (SESSION, SESSION.arn, False), (SESSION, "*", False), (CARLOS, CARLOS.arn, False)],
)
def test_implicit_denies_limit_what_is_granted_to_a_role_only(principal: Any, named: str, limited: bool) -> None:
    """Resource-based policies and implicit denies in other policy types (same account)."""
    given = resource_policy(statement(Principal={"AWS": named}))
    by_boundary = ask("dynamodb:GetItem", TABLE, principal=principal, boundary=boundary(NOTHING), resource_policy=given)
    by_session = ask("dynamodb:GetItem", TABLE, principal=principal, session=session_policy(NOTHING), resource_policy=given)
    assert by_boundary.allowed is not limited
    assert by_session.allowed is not limited
    assert ask("dynamodb:GetItem", TABLE, principal=principal, resource_policy=given).allowed


def test_a_resource_policy_that_names_the_account_leaves_it_to_identity_policies() -> None:
    given = resource_policy(statement(Principal={"AWS": ACCOUNT}))
    assert not ask("dynamodb:GetItem", TABLE, resource_policy=given).allowed
    assert ask("dynamodb:GetItem", TABLE, ALL, resource_policy=given).allowed


@pytest.mark.parametrize("names", [(ACCOUNT, SESSION.arn), (SESSION.arn, ACCOUNT)])
def test_the_most_direct_of_several_grants_counts(names: tuple[str, str]) -> None:
    given = resource_policy(*(statement(Principal={"AWS": name}) for name in names))
    assert ask("dynamodb:GetItem", TABLE, resource_policy=given).allowed


def test_the_root_user_may_do_what_nothing_denies() -> None:
    root = RootUser(account=ACCOUNT)
    assert ask("dynamodb:GetItem", TABLE, principal=root).allowed
    deny = resource_policy(statement("Deny", Principal="*"))
    assert not ask("dynamodb:GetItem", TABLE, principal=root, resource_policy=deny).allowed


# Cross-account policy evaluation logic.


@pytest.mark.parametrize("named", [PARTNER.arn, PARTNER.role_arn, OTHER_ACCOUNT, "*"])
def test_across_accounts_both_sides_must_allow(named: str) -> None:
    given = resource_policy(statement(Principal={"AWS": named}))
    assert ask("dynamodb:GetItem", TABLE, ALL, principal=PARTNER, resource_policy=given).allowed
    assert ask("dynamodb:GetItem", TABLE, principal=PARTNER, resource_policy=given).missing is PolicyKind.IDENTITY
    assert ask("dynamodb:GetItem", TABLE, ALL, principal=PARTNER).missing is PolicyKind.RESOURCE
    bounded = ask("dynamodb:GetItem", TABLE, ALL, principal=PARTNER, resource_policy=given, boundary=boundary(NOTHING))
    assert bounded.missing is PolicyKind.BOUNDARY


def test_the_owner_of_a_bucket_counts_though_its_arn_names_none() -> None:
    assert ask("s3:GetObject", "arn:aws:s3:::bucket/k", ALL).allowed
    assert not ask("s3:GetObject", "arn:aws:s3:::bucket/k", ALL, owner=OTHER_ACCOUNT).allowed


def test_another_accounts_root_user_needs_the_resources_policy() -> None:
    root = RootUser(account=OTHER_ACCOUNT)
    assert not ask("dynamodb:GetItem", TABLE, principal=root).allowed
    assert ask(
        "dynamodb:GetItem", TABLE, principal=root, resource_policy=resource_policy(statement(Principal={"AWS": root.arn}))
    ).allowed


# Services and unsigned requests.


def test_a_service_needs_the_resources_policy() -> None:
    topic = f"arn:aws:sns:eu-west-1:{ACCOUNT}:alarms"
    cloudwatch = ServicePrincipal(name="cloudwatch.amazonaws.com")
    condition = {"StringEquals": {"aws:SourceAccount": ACCOUNT}}
    given = resource_policy(statement(action="sns:Publish", Principal={"Service": cloudwatch.name}, Condition=condition))
    context: dict[str, ContextValue] = {"aws:SourceAccount": ACCOUNT}
    assert ask("sns:Publish", topic, principal=cloudwatch, context=context, resource_policy=given).allowed
    assert not ask("sns:Publish", topic, principal=cloudwatch, resource_policy=given).allowed
    assert not ask("sns:Publish", topic, principal=cloudwatch, context=context).allowed


def test_a_deny_for_all_but_services() -> None:
    condition = {"Bool": {"aws:PrincipalIsAWSService": "false"}}
    given = resource_policy(statement("Deny", Principal="*", Condition=condition), statement(Principal="*"))
    queue = f"arn:aws:sqs:eu-west-1:{ACCOUNT}:queue"
    assert ask("sqs:SendMessage", queue, principal=ServicePrincipal(name="sns.amazonaws.com"), resource_policy=given).allowed
    assert ask("sqs:SendMessage", queue, resource_policy=given).explicitly_denied


def test_an_unsigned_request_needs_a_policy_for_everyone() -> None:
    public = resource_policy(statement(action="s3:GetObject", resource=f"{BUCKET}/*", Principal="*"))
    assert ask("s3:GetObject", f"{BUCKET}/f", principal=Anonymous(), owner=ACCOUNT, resource_policy=public).allowed
    assert not ask("s3:PutObject", f"{BUCKET}/f", principal=Anonymous(), owner=ACCOUNT, resource_policy=public).allowed


def test_a_principal_without_identity_has_no_identity_policies() -> None:
    with pytest.raises(InvalidRequestError):
        ask("s3:GetObject", f"{BUCKET}/f", ALL, principal=Anonymous(), owner=ACCOUNT)


# What follows from the principal.


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("aws:PrincipalArn", ROLE),
        ("aws:PrincipalAccount", ACCOUNT),
        ("aws:PrincipalType", "AssumedRole"),
        ("aws:ResourceAccount", ACCOUNT),
        ("aws:PrincipalTag/team", "blue"),
        ("aws:PrincipalIsAWSService", "false"),
    ],
)
def test_keys_that_every_request_of_a_session_has(key: str, expected: str) -> None:
    session = RoleSession(role_arn=ROLE, session_name="s", tags={"team": "blue"})
    given = policy(statement(Condition={"StringEquals": {key: expected}}))
    assert ask("dynamodb:GetItem", TABLE, given, principal=session).allowed


def test_a_sessions_arn_has_no_path() -> None:
    assert SESSION.arn == f"arn:aws:sts::{ACCOUNT}:assumed-role/reader/worker"


def test_a_users_name_is_a_key() -> None:
    own = policy(statement(resource=f"arn:aws:dynamodb:*:{ACCOUNT}:table/${{aws:username}}"))
    table = f"arn:aws:dynamodb:eu-west-1:{ACCOUNT}:table/ann"
    assert ask("dynamodb:GetItem", table, own, principal=User(arn=f"arn:aws:iam::{ACCOUNT}:user/team/ann")).allowed
    assert not ask("dynamodb:GetItem", table, own, principal=SESSION).allowed
