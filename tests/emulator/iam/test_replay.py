"""Recorded requests under roles with one action taken away."""

from __future__ import annotations

from typing import Any

from dynawright.emulator.iam.questions import AskedCall, AskedQuestion
from dynawright.emulator.iam.replay import removals
from dynawright.iam.evaluator import Policies, Policy, PolicyKind, Request, RoleSession

TABLE = "arn:aws:dynamodb:eu-west-1:111111111111:table/notes"
ROLE = RoleSession(role_arn="arn:aws:iam::111111111111:role/api", session_name="s")


def policy(*statements: dict[str, Any], kind: PolicyKind = PolicyKind.IDENTITY) -> Policy:
    return Policy.parse({"Version": "2012-10-17", "Statement": list(statements)}, name="p", kind=kind)


def call(action: str, policies: Policies, *, allowed: bool = True) -> AskedCall:
    request = Request(action=action, resource=TABLE, principal=ROLE)
    question = AskedQuestion(request=request, policies=policies, allowed=allowed)
    return AskedCall(name=action, region="eu-west-1", principal=ROLE, allowed=allowed, asked=(question,))


def noticed(*calls: AskedCall) -> dict[str, bool]:
    assert {removal.role for removal in removals(calls)} == {"api"}
    return {removal.action: removal.noticed for removal in removals(calls)}


def test_an_action_that_a_request_needs_is_missed_and_no_other() -> None:
    both = {"Effect": "Allow", "Action": ["dynamodb:GetItem", "dynamodb:PutItem"], "Resource": TABLE}
    policies = Policies(identity=(policy(both),))
    assert noticed(call("dynamodb:GetItem", policies)) == {"dynamodb:GetItem": True, "dynamodb:PutItem": False}
    assert noticed(call("dynamodb:DeleteItem", policies, allowed=False)) == {"dynamodb:GetItem": False, "dynamodb:PutItem": False}


def test_an_action_is_taken_from_all_statements_and_policies_of_the_role() -> None:
    twice = [{"Effect": "Allow", "Action": "dynamodb:GetItem", "Resource": resource} for resource in ("*", TABLE)]
    policies = Policies(identity=(policy(*twice), policy(twice[0])))
    assert noticed(call("dynamodb:GetItem", policies)) == {"dynamodb:GetItem": True}


def test_what_the_resources_own_policy_allows_is_not_missed() -> None:
    own = {"Effect": "Allow", "Action": "dynamodb:GetItem", "Resource": TABLE}
    admits = policy({**own, "Principal": {"AWS": ROLE.role_arn}}, kind=PolicyKind.RESOURCE)
    policies = Policies(identity=(policy(own),), resource=admits)
    assert noticed(call("dynamodb:GetItem", policies)) == {"dynamodb:GetItem": False}


def test_refusals_stay() -> None:
    refusal = {"Effect": "Deny", "Action": "dynamodb:GetItem", "Resource": TABLE}
    allows = {"Effect": "Allow", "Action": "dynamodb:*", "Resource": "*"}
    policies = Policies(identity=(policy(refusal, allows),))
    assert noticed(call("dynamodb:PutItem", policies)) == {"dynamodb:*": True}
