"""Which statements match a request: actions, resources, principals, invalid documents."""

from __future__ import annotations

from typing import Any

import pytest

from dynawright.iam.evaluator import (
    Anonymous,
    InvalidPolicyError,
    Policy,
    PolicyKind,
    Principal,
    RoleSession,
    ServicePrincipal,
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
    statement,
)

BUCKET_KEY = "arn:aws:s3:::DOC-EXAMPLE-BUCKET/"
ROOT = f"arn:aws:iam::{ACCOUNT}:root"


@pytest.mark.parametrize(
    ("element", "pattern", "expected"),
    [
        ("Action", "dynamodb:GetItem", True),
        ("Action", "DynamoDB:getitem", True),
        ("Action", "dynamodb:Get*", True),
        ("Action", "dynamodb:?etItem", True),
        ("Action", ["sqs:*", "*"], True),
        ("Action", "dynamodb:Get", False),
        ("Action", "dynamodb.GetItem", False),
        ("NotAction", "dynamodb:PutItem", True),
        ("NotAction", ["sqs:*", "dynamodb:Get*"], False),
    ],
)
def test_actions(element: str, pattern: Any, expected: bool) -> None:
    given = policy({"Effect": "Allow", element: pattern, "Resource": "*"})
    assert ask("dynamodb:GetItem", TABLE, given).allowed is expected


@pytest.mark.parametrize(
    "key", ["1/test/object.jpg", "1/2/test/3/object.jpg", "1///test///object.jpg", "/test/object.jpg", "1/test/"]
)
def test_a_wildcard_covers_slashes(key: str) -> None:
    given = policy(statement(resource=f"{BUCKET_KEY}*/test/*"))
    assert ask("s3:GetObject", BUCKET_KEY + key, given, owner=ACCOUNT).allowed


@pytest.mark.parametrize("key", ["1-test/object.jpg", "test/object.jpg", "1/2/test.jpg"])
def test_what_a_wildcard_does_not_cover(key: str) -> None:
    given = policy(statement(resource=f"{BUCKET_KEY}*/test/*"))
    assert not ask("s3:GetObject", BUCKET_KEY + key, given, owner=ACCOUNT).allowed


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("*", True),
        (TABLE, True),
        (TABLE.lower(), False),
        (f"arn:aws:dynamodb:*:{ACCOUNT}:table/Thread", True),
        ("arn:aws:dynamodb:*", True),
        ("arn:aws:dynamodb:*:table/Thread", False),
        ([f"{TABLE}s", f"{TABLE}?", TABLE[:-1]], False),
        ("arn:aws:dynamodb:eu-west-1:*:table/${aws:PrincipalTag/table}", True),
        ("arn:aws:dynamodb:eu-west-1:*:table/${aws:PrincipalTag/nothing}", False),
        ("arn:aws:dynamodb:eu-west-1:*:table/${aws:PrincipalTag/nothing, 'Thread'}", True),
    ],
)
def test_resources(pattern: Any, expected: bool) -> None:
    principal = RoleSession(role_arn=ROLE, session_name="s", tags={"table": "Thread"})
    assert ask("dynamodb:GetItem", TABLE, policy(statement(resource=pattern)), principal=principal).allowed is expected
    if "nothing}" not in str(pattern):
        everything_else = policy({"Effect": "Allow", "Action": "*", "NotResource": pattern})
        assert ask("dynamodb:GetItem", TABLE, everything_else, principal=principal).allowed is not expected


def test_an_action_without_resource_types_needs_every_resource() -> None:
    assert ask("dynamodb:ListTables", "*", policy(statement())).allowed
    assert not ask("dynamodb:ListTables", "*", policy(statement(resource="arn:aws:dynamodb:*:*:table/*"))).allowed


@pytest.mark.parametrize(
    ("element", "principal", "expected"),
    [
        ("*", SESSION, True),
        ("*", Anonymous(), True),
        ({"AWS": "*"}, Anonymous(), True),
        ("*", ServicePrincipal(name="sns.amazonaws.com"), True),
        ({"AWS": ROLE}, SESSION, True),
        ({"AWS": SESSION.arn}, SESSION, True),
        ({"AWS": SESSION.arn}, RoleSession(role_arn=ROLE, session_name="other"), False),
        ({"AWS": ROLE.replace("/app/", "/")}, SESSION, False),
        ({"AWS": [CARLOS.arn, ROLE]}, SESSION, True),
        ({"AWS": [ACCOUNT, ROLE]}, SESSION, True),
        ({"AWS": CARLOS.arn}, CARLOS, True),
        ({"AWS": ACCOUNT}, SESSION, False),
        ({"AWS": OTHER_ACCOUNT}, SESSION, False),
        ({"Service": "sns.amazonaws.com"}, ServicePrincipal(name="sns.amazonaws.com"), True),
        ({"Service": "sns.amazonaws.com"}, ServicePrincipal(name="sqs.amazonaws.com"), False),
        ({"Service": "sns.amazonaws.com"}, SESSION, False),
        ({"Service": ["s3.amazonaws.com", "sns.amazonaws.com"], "AWS": ROLE}, SESSION, True),
        ({"AWS": ROLE}, Anonymous(), False),
    ],
)
def test_whom_a_resource_policy_admits_by_itself(element: Any, principal: Principal, expected: bool) -> None:
    queue = f"arn:aws:sqs:eu-west-1:{ACCOUNT}:queue"
    given = resource_policy(statement(Principal=element))
    assert ask("sqs:SendMessage", queue, principal=principal, resource_policy=given).allowed is expected


@pytest.mark.parametrize(("denied", "expected"), [(ACCOUNT, True), (ROLE, True), (SESSION.arn, True), (OTHER_ACCOUNT, False)])
def test_a_deny_reaches_all_of_whom_it_names(denied: str, expected: bool) -> None:
    given = resource_policy(statement("Deny", Principal={"AWS": denied}))
    answer = ask("dynamodb:GetItem", TABLE, policy(statement()), resource_policy=given)
    assert answer.explicitly_denied is expected
    assert answer.allowed is not expected


BOB = f"arn:aws:iam::{OTHER_ACCOUNT}:user/Bob"


@pytest.mark.parametrize(
    ("spared", "expected"),
    [
        ([SESSION.arn, ROLE, ROOT], True),
        ([SESSION.arn, ROLE], False),
        ([ROLE, ROOT], False),
        ([ROOT], False),
        ([BOB], False),
        (["*"], True),
    ],
)
def test_deny_with_not_principal_spares_whom_it_names_in_full(spared: list[str], expected: bool) -> None:
    deny = {"Effect": "Deny", "Action": "*", "Resource": "*", "NotPrincipal": {"AWS": spared}}
    answer = ask("dynamodb:GetItem", TABLE, policy(statement()), resource_policy=resource_policy(deny))
    assert answer.allowed is expected


def test_deny_with_not_principal_spares_no_principal_with_a_boundary() -> None:
    deny = {"Effect": "Deny", "Action": "*", "Resource": "*", "NotPrincipal": {"AWS": [SESSION.arn, ROLE, ROOT]}}
    answer = ask(
        "dynamodb:GetItem", TABLE, policy(statement()), boundary=boundary(statement()), resource_policy=resource_policy(deny)
    )
    assert answer.explicitly_denied


def test_allow_with_not_principal_admits_all_others() -> None:
    allow = {"Effect": "Allow", "Action": "*", "Resource": "*", "NotPrincipal": {"AWS": CARLOS.arn}}
    given = resource_policy(allow)
    assert ask("dynamodb:GetItem", TABLE, resource_policy=given).allowed
    assert not ask("dynamodb:GetItem", TABLE, principal=CARLOS, resource_policy=given).allowed


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        (PolicyKind.IDENTITY, {"Effect": "allow"}),
        (PolicyKind.IDENTITY, {"Effect": None}),
        (PolicyKind.IDENTITY, {"Principal": "*"}),
        (PolicyKind.IDENTITY, {"NotAction": "*"}),
        (PolicyKind.IDENTITY, {"NotResource": "*"}),
        (PolicyKind.IDENTITY, {"Resources": "*"}),
        (PolicyKind.IDENTITY, {"Resource": [1]}),
        (PolicyKind.RESOURCE, {}),
        (PolicyKind.RESOURCE, {"Principal": {"AWS": "arn:aws:iam::1:role/*"}}),
        (PolicyKind.RESOURCE, {"Principal": {"Aws": "*"}}),
        (PolicyKind.RESOURCE, {"Principal": {}}),
        (PolicyKind.RESOURCE, {"Principal": {"AWS": [1]}}),
        (PolicyKind.TRUST, {"Principal": "*"}),
    ],
)
def test_a_statement_that_aws_refuses(kind: PolicyKind, change: dict[str, Any]) -> None:
    with pytest.raises(InvalidPolicyError, match=r"^named: "):
        Policy.parse({"Version": "2012-10-17", "Statement": [{**statement(), **change}]}, name="named", kind=kind)


@pytest.mark.parametrize("document", ["{", "[]", "{}", '{"Version": "2012-10-18", "Statement": []}', '{"Statement": ["x"]}'])
def test_a_document_that_aws_refuses(document: str) -> None:
    with pytest.raises(InvalidPolicyError):
        Policy.parse(document, name="named", kind=PolicyKind.IDENTITY)


def test_a_trust_policy_has_no_not_principal() -> None:
    trust = {"Effect": "Allow", "Action": "sts:AssumeRole", "NotPrincipal": "*"}
    with pytest.raises(InvalidPolicyError):
        Policy.parse({"Statement": trust}, name="named", kind=PolicyKind.TRUST)
