"""Helpers for writing and evaluating policies."""

from __future__ import annotations

from typing import Any

from dynawright.iam.evaluator import (
    Answer,
    ContextValue,
    Policies,
    Policy,
    PolicyKind,
    Principal,
    Request,
    RoleSession,
    User,
    evaluate,
)

ACCOUNT, OTHER_ACCOUNT = "111122223333", "444455556666"
ROLE = f"arn:aws:iam::{ACCOUNT}:role/app/reader"
SESSION = RoleSession(role_arn=ROLE, session_name="worker")
CARLOS = User(arn=f"arn:aws:iam::{ACCOUNT}:user/carlossalazar")
TABLE = f"arn:aws:dynamodb:eu-west-1:{ACCOUNT}:table/Thread"
KEY = f"arn:aws:kms:eu-west-1:{ACCOUNT}:key/1234"


def statement(effect: str = "Allow", action: Any = "*", resource: Any = "*", **more: Any) -> dict[str, Any]:
    return {"Effect": effect, "Action": action, "Resource": resource, **more}


def policy(
    *statements: dict[str, Any], name: str = "policy", kind: PolicyKind = PolicyKind.IDENTITY, version: str = "2012-10-17"
) -> Policy:
    return Policy.parse({"Version": version, "Statement": list(statements)}, name=name, kind=kind)


def resource_policy(*statements: dict[str, Any]) -> Policy:
    return policy(*statements, name="of the resource", kind=PolicyKind.RESOURCE)


def trust_policy(*statements: dict[str, Any]) -> Policy:
    trusts = [{key: value for key, value in each.items() if key != "Resource"} for each in statements]
    return policy(*trusts, name="trust", kind=PolicyKind.TRUST)


def boundary(*statements: dict[str, Any]) -> Policy:
    return policy(*statements, name="boundary", kind=PolicyKind.BOUNDARY)


def session_policy(*statements: dict[str, Any]) -> Policy:
    return policy(*statements, name="session", kind=PolicyKind.SESSION)


def ask(
    action: str,
    resource: str,
    *identity: Policy,
    principal: Principal = SESSION,
    context: dict[str, ContextValue] | None = None,
    owner: str | None = None,
    strict: bool = True,
    boundary: Policy | None = None,
    session: Policy | None = None,
    resource_policy: Policy | None = None,
) -> Answer:
    request = Request(action=action, resource=resource, principal=principal, context=context or {}, resource_account=owner)
    policies = Policies(
        identity=identity,
        boundary=boundary,
        session=(session,) if session else (),
        resource=resource_policy,
    )
    return evaluate(request, policies, strict=strict)
