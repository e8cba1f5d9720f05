"""Requests that meet, or just miss, the statements of the policies that the stacks emit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

from dynawright.iam import reference
from dynawright.iam.evaluator import Anonymous, ContextValue, Principal, RoleSession, ServicePrincipal, WebIdentity
from tests.access.synthesized import Stack
from tests.iam.evaluator.oracle import Case, Document

TAGS = {"tenantId": "t1"}
OTHER_ACCOUNT = "999999999999"
EVERYTHING: Document = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]}
_MULTIVALUED = ("ArrayOf", "ForAllValues", "ForAnyValue")
_WILDCARD = re.compile(r"[*?]")
_VARIABLE = re.compile(r"\$\{[^}]*\}")


def stack_cases(stack: Stack) -> Iterator[Case]:
    """Yield requests for the statements of each role's and each resource's policies."""
    account = stack.environment.account_id
    for role in stack.resources.get("aws_iam_role", {}).values():
        session = RoleSession(role_arn=f"arn:aws:iam::{account}:role/{role['name']}", session_name="s", tags=TAGS)
        identity = tuple(stack.policies_of(role["name"]))
        for document in identity:
            for action, resource, context in _asked(document, account):
                policy = _policy_of(resource, action, stack)
                yield Case(
                    action=action,
                    resource=resource,
                    resource_account=account,
                    principal=session,
                    context=context,
                    identity=identity,
                    resource_policy=policy,
                )
    for address, document in stack.documents().items():
        if not address.startswith("aws_iam_policy."):
            yield from _about_resource(document, account)


def _about_resource(document: Document, account: str) -> Iterator[Case]:
    trust = not any("Resource" in statement for statement in _listed(document["Statement"]))
    for action, resource, context in _asked(document, account):
        for principal in _principals(document, account):
            for identity in ((), (EVERYTHING,)) if principal.account else ((),):
                yield Case(
                    action=action,
                    resource=f"arn:aws:iam::{account}:role/assumed" if trust else resource,
                    resource_account=account,
                    principal=principal,
                    context=context,
                    identity=identity,
                    resource_policy=document,
                )


def _asked(document: Document, account: str) -> Iterator[tuple[str, str, dict[str, ContextValue]]]:
    for statement in _listed(document["Statement"]):
        contexts = list(_contexts(statement.get("Condition", {})))
        for pattern, resource in product(_listed(statement["Action"]), _listed(statement.get("Resource", "*"))):
            for action in _actions(pattern)[:2]:
                for context in contexts:
                    yield action, _resource(resource, action, account), context


def _actions(pattern: str) -> list[str]:
    """Return the actions that match a pattern."""
    prefix, _, name = pattern.partition(":")
    owner = reference.service(prefix)
    assert owner is not None, f"{prefix} is not in the service data"
    expression = re.compile(name.replace("*", ".*").replace("?", ".").lower())
    actions = [action.name for key, action in owner.actions.items() if expression.fullmatch(key)]
    assert actions, f"{pattern} is no action of the service data"
    return actions


def _resource(pattern: str, action: str, account: str) -> str:
    if pattern != "*":
        return _filled(pattern)
    entry = reference.action(action)
    assert entry is not None
    arns = [resource.type.arn for resource in entry.resources]
    parts = {"${Partition}": "aws", "${Region}": "ap-northeast-1", "${Account}": account}
    return _VARIABLE.sub(lambda match: parts.get(match.group(), "x"), arns[0]) if arns else "*"


def _contexts(conditions: Document) -> Iterator[dict[str, ContextValue]]:
    """Yield values that meet all conditions, then each key missing or different, then none."""
    met = _met(conditions)
    yield met
    for key, value in met.items():
        yield {name: value for name, value in met.items() if name != key}
        yield {**met, key: "other" if isinstance(value, str) else ["other"]}
        if not isinstance(value, str):
            yield {**met, key: [*value, "other"]}
    if met:
        yield {}


def _met(conditions: Document) -> dict[str, ContextValue]:
    met: dict[str, ContextValue] = {}
    for operator, keys in conditions.items():
        for key, expected in keys.items():
            text = _filled(str(_listed(expected)[0]))
            if operator == "Null":
                continue
            met[key] = [text] if operator.startswith(_MULTIVALUED) else text
    return met


def _principals(document: Document, account: str) -> list[Principal]:
    """Return everyone whom the document names, and some whom it does not."""
    named: list[Principal] = [
        RoleSession(role_arn=f"arn:aws:iam::{account}:role/other", session_name="s"),
        RoleSession(role_arn=f"arn:aws:iam::{OTHER_ACCOUNT}:role/other", session_name="s"),
        ServicePrincipal(name="ec2.amazonaws.com"),
        Anonymous(),
    ]
    for statement in _listed(document["Statement"]):
        principal = statement["Principal"]
        for type, names in principal.items() if isinstance(principal, dict) else ():
            named += [_principal(type, name) for name in _listed(names) if name != "*"]
    return list({principal.arn: principal for principal in named}.values())


def _principal(type: str, name: str) -> Principal:
    if type == "Service":
        return ServicePrincipal(name=name)
    if type == "Federated":
        return WebIdentity(provider_arn=name)
    if name.endswith(":root"):
        return RoleSession(role_arn=name.replace(":root", ":role/trusted"), session_name="s")
    return RoleSession(role_arn=name, session_name="s")


def _filled(text: str) -> str:
    return _WILDCARD.sub("x", _VARIABLE.sub(TAGS["tenantId"], text))


def _policy_of(resource: str, action: str, stack: Stack) -> Document | None:
    """Return the policy of a key or role; for foreign ones, one that defers to the account."""
    if action.startswith("sts:") and ":role/" in resource:
        return stack.roles().get(resource.rsplit("/", 1)[-1]) or _delegating(stack, "sts:*")
    if ":key/" in resource:
        return stack.keys().get(resource) or _delegating(stack, "kms:*", Resource="*")
    return None


def _delegating(stack: Stack, action: str, **more: str) -> Document:
    root = {"AWS": f"arn:aws:iam::{stack.environment.account_id}:root"}
    return {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Principal": root, "Action": action, **more}]}


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
