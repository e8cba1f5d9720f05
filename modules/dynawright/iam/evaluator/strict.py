"""Checks against service data: rejects impossible requests, and conditions that never match."""

from __future__ import annotations

from dynawright.iam import reference
from dynawright.iam.evaluator.conditions import Condition
from dynawright.iam.evaluator.errors import InvalidPolicyError, InvalidRequestError
from dynawright.iam.evaluator.policy import Policy
from dynawright.iam.evaluator.request import Request, Values


def check_request(request: Request) -> None:
    """Reject unknown actions, and resources and condition keys that the action does not have."""
    action = reference.action(request.action)
    if action is None:
        raise InvalidRequestError(f"there is no action '{request.action}' in the service data")
    if not action.takes(request.resource):
        types = ", ".join(resource.type.arn for resource in action.resources) or "*"
        raise InvalidRequestError(f"{request.action} is not asked for '{request.resource}', but for {types}")
    own = {key.lower() for key in request.principal.condition_keys()}
    for key in request.context:
        if key.lower() in own:
            raise InvalidRequestError(f"'{key}' follows from the principal")
        values = request.value(key)
        type = action.condition_key_type(key, request.resource)
        if type is None:
            raise InvalidRequestError(f"a request for {request.action} on '{request.resource}' has no condition key '{key}'")
        if values is not None and values.multivalued != type.startswith("ArrayOf"):
            raise InvalidRequestError(f"'{key}' has the type {type}")


def check_policy(policy: Policy, request: Request) -> None:
    """Reject unknown condition keys, and multivalued ones without a set operator."""
    for statement in policy.statements:
        if statement.conditions and statement.covers(request):
            for condition in statement.conditions:
                _check_condition(condition, request.value(condition.key), policy)


def _check_condition(condition: Condition, values: Values | None, policy: Policy) -> None:
    if not reference.is_condition_key(condition.key) and not _is_claim(condition.key):
        raise InvalidPolicyError(f"{policy.name}: there is no condition key '{condition.key}'")
    if values is not None and values.multivalued and condition.operator is not None and not condition.set_operator:
        raise InvalidPolicyError(f"{policy.name}: '{condition.key}' has many values: use ForAllValues or ForAnyValue")


def _is_claim(key: str) -> bool:
    """Return whether the key is an OpenID Connect claim with a host name: `token.example.com:sub`."""
    return "." in key.partition(":")[0]
