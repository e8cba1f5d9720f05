"""Assuming roles: trust policies, session tags, web identities."""

from __future__ import annotations

from typing import Any

import pytest

from dynawright.iam.evaluator import (
    AssumeRole,
    Policies,
    Policy,
    PolicyKind,
    Principal,
    RoleSession,
    RootUser,
    ServicePrincipal,
    WebIdentity,
    evaluate,
)
from tests.iam.evaluator.made import (
    ACCOUNT,
    OTHER_ACCOUNT,
    ROLE,
    SESSION,
    ask,
    boundary,
    policy,
    session_policy,
    statement,
    trust_policy,
)

TARGET = f"arn:aws:iam::{ACCOUNT}:role/target"
PROVIDER = f"arn:aws:iam::{ACCOUNT}:oidc-provider/token.actions.githubusercontent.com"
ASSUME = policy(statement(action=["sts:AssumeRole", "sts:TagSession"], resource=TARGET))
VENDOR = RoleSession(role_arn=f"arn:aws:iam::{OTHER_ACCOUNT}:role/vendor", session_name="s")


def assumed(call: AssumeRole, trust: Policy, *identity: Policy) -> bool:
    policies = Policies(identity=identity, resource=trust)
    return all(evaluate(request, policies).allowed for request in call.requests())


def call(caller: Principal = SESSION, **more: Any) -> AssumeRole:
    return AssumeRole(caller=caller, role_arn=TARGET, session_name="s", **more)


def trusting(principal: Any, action: Any = "sts:AssumeRole", **more: Any) -> Policy:
    return trust_policy(statement(action=action, Principal=principal, **more))


def test_a_role_that_the_trust_names_needs_nothing_else_in_its_account() -> None:
    assert assumed(call(), trusting({"AWS": ROLE}))
    assert not assumed(call(), trusting({"AWS": f"{ROLE}2"}), ASSUME)


def test_a_trusted_account_decides_by_its_own_policies() -> None:
    assert not assumed(call(), trusting({"AWS": ACCOUNT}))
    assert assumed(call(), trusting({"AWS": ACCOUNT}), ASSUME)


def test_without_trust_no_identity_policy_helps() -> None:
    answer = ask("sts:AssumeRole", TARGET, ASSUME)
    assert answer.missing is PolicyKind.TRUST
    assert answer.missing_statement == {"Effect": "Allow", "Action": "sts:AssumeRole", "Principal": {"AWS": ROLE}}
    assert "no role trust policy allows the sts:AssumeRole action" in answer.message


def test_another_account_needs_both_sides_and_the_external_id() -> None:
    trust = trusting({"AWS": OTHER_ACCOUNT}, Condition={"StringEquals": {"sts:ExternalId": "k3x9"}})
    assert assumed(call(VENDOR, external_id="k3x9"), trust, ASSUME)
    assert not assumed(call(VENDOR, external_id="k3x8"), trust, ASSUME)
    assert not assumed(call(VENDOR), trust, ASSUME)
    assert not assumed(call(VENDOR, external_id="k3x9"), trust)


def test_boundary_and_session_policy_limit_a_role_that_the_trust_names() -> None:
    trust = trusting({"AWS": ROLE})
    nothing = statement(action="sqs:ListQueues")
    assert ask("sts:AssumeRole", TARGET, resource_policy=trust, boundary=boundary(nothing)).missing is PolicyKind.BOUNDARY
    assert ask("sts:AssumeRole", TARGET, resource_policy=trust, session=session_policy(nothing)).missing is PolicyKind.SESSION


def test_session_tags_need_their_own_right() -> None:
    tagged = call(tags={"tenantId": "a"})
    assert [request.action for request in tagged.requests()] == ["sts:AssumeRole", "sts:TagSession"]
    assert not assumed(tagged, trusting({"AWS": ROLE}))
    assert assumed(tagged, trusting({"AWS": ROLE}, ["sts:AssumeRole", "sts:TagSession"]))


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ({"tenantId": "a"}, True),
        ({}, False),
        ({"tenantId": ""}, False),
        ({"tenantId": "a", "admin": "true"}, False),
        ({"admin": "a"}, False),
    ],
)
def test_a_trust_that_demands_exactly_one_tag(tags: dict[str, str], expected: bool) -> None:
    conditions = {"StringLike": {"aws:RequestTag/tenantId": "?*"}, "ForAllValues:StringEquals": {"aws:TagKeys": ["tenantId"]}}
    trust = trusting({"AWS": ROLE}, ["sts:AssumeRole", "sts:TagSession"], Condition=conditions)
    assert assumed(call(tags=tags), trust) is expected


def test_a_source_identity_needs_its_own_right() -> None:
    named = call(source_identity="ann")
    assert not assumed(named, trusting({"AWS": ROLE}))
    both = ["sts:AssumeRole", "sts:SetSourceIdentity"]
    assert assumed(named, trusting({"AWS": ROLE}, both, Condition={"StringEquals": {"sts:SourceIdentity": "ann"}}))


def test_the_session_has_the_roles_tags_and_its_own() -> None:
    session = call(tags={"team": "blue"}).session({"team": "red", "cost": "1"})
    assert session.tags == {"team": "blue", "cost": "1"}
    assert session.arn == f"arn:aws:sts::{ACCOUNT}:assumed-role/target/s"


def test_transitive_tags_are_a_condition_key() -> None:
    (_, tag) = call(tags={"team": "a"}, transitive_tags=("team",)).requests()
    assert tag.context["sts:TransitiveTagKeys"] == ["team"]


def test_a_service_of_the_right_account() -> None:
    backup = ServicePrincipal(name="backup.amazonaws.com")
    trust = trusting({"Service": backup.name}, Condition={"StringEquals": {"aws:SourceAccount": ACCOUNT}})
    assert assumed(call(backup, context={"aws:SourceAccount": ACCOUNT}), trust)
    assert not assumed(call(backup, context={"aws:SourceAccount": OTHER_ACCOUNT}), trust)
    assert not assumed(call(backup), trust)
    assert not assumed(call(ServicePrincipal(name="ec2.amazonaws.com"), context={"aws:SourceAccount": ACCOUNT}), trust)


@pytest.mark.parametrize(
    ("subject", "audience", "expected"),
    [
        ("repo:acme/infra:environment:production", "sts.amazonaws.com", True),
        ("repo:acme/infra:environment:staging", "sts.amazonaws.com", False),
        ("repo:acme/infra:environment:production", "https://github.com/acme", False),
    ],
)
def test_a_web_identity_by_its_claims(subject: str, audience: str, expected: bool) -> None:
    host = "token.actions.githubusercontent.com"
    condition = {"StringEquals": {f"{host}:aud": "sts.amazonaws.com", f"{host}:sub": "repo:acme/infra:environment:production"}}
    trust = trusting({"Federated": PROVIDER}, "sts:AssumeRoleWithWebIdentity", Condition=condition)
    caller = WebIdentity(provider_arn=PROVIDER, claims={"sub": subject, "aud": audience})
    assert assumed(call(caller), trust) is expected


def test_a_web_identity_of_another_provider() -> None:
    trust = trusting({"Federated": PROVIDER}, "sts:AssumeRoleWithWebIdentity")
    (request,) = call(WebIdentity(provider_arn=PROVIDER.replace("token", "evil"))).requests()
    answer = evaluate(request, Policies(resource=trust))
    assert not answer.allowed
    assert answer.message == "Not authorized to perform sts:AssumeRoleWithWebIdentity"


def test_only_roles_have_trust_policies() -> None:
    user = f"arn:aws:sts::{ACCOUNT}:federated-user/ann"
    assert ask("sts:GetFederationToken", user, policy(statement(action="sts:GetFederationToken"))).allowed


def test_the_root_user_can_not_assume_a_role() -> None:
    answer = ask("sts:AssumeRole", TARGET, principal=RootUser(account=ACCOUNT), resource_policy=trusting({"AWS": ACCOUNT}))
    assert not answer.allowed
    assert answer.message == "Roles may not be assumed by root accounts."
