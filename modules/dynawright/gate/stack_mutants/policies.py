"""Edits of a policy, statement by statement."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

Statement = dict[str, Any]
Named = tuple[str, str]
STRANGER = "999999999999"


def is_policy(value: str) -> bool:
    return '"Statement"' in value


def edited(value: str) -> Iterator[Named]:
    """Yield each edit of each statement, the reordered policy, and the policy with one more statement."""
    policy = json.loads(value)
    statements: list[Statement] = policy["Statement"]

    def whole(new: list[Statement]) -> str:
        return json.dumps({**policy, "Statement": new})

    for number, statement in enumerate(statements):
        yield "a statement dropped", whole([*statements[:number], *statements[number + 1 :]])
        for name, changed in _statement(statement):
            yield name, whole([*statements[:number], changed, *statements[number + 1 :]])
    yield "reversed", whole(statements[::-1])
    yield "with a statement more", whole([*statements, _more(statements[0])])


def _more(first: Statement) -> Statement:
    if "Principal" in first:
        action = first["Action"] if first["Effect"] == "Allow" else "*"
        return {"Effect": "Allow", "Principal": {"AWS": f"arn:aws:iam::{STRANGER}:root"}, "Action": action} | (
            {"Resource": first["Resource"]} if "Resource" in first else {}
        )
    return {"Effect": "Allow", "Action": "dynamodb:Scan", "Resource": "*"}


def _statement(statement: Statement) -> Iterator[tuple[str, Statement]]:
    actions = _listed(statement.get("Action", []))
    yield "effect turned", {**statement, "Effect": "Deny" if statement["Effect"] == "Allow" else "Allow"}
    if actions:
        yield "any action of the service", {**statement, "Action": f"{actions[0].split(':')[0]}:*"}
        yield "an action less", {**statement, "Action": actions[1:] or ["dynamodb:DescribeLimits"]}
        yield "all but the action", {**{key: value for key, value in statement.items() if key != "Action"}, "NotAction": actions}
    resources = _listed(statement.get("Resource", []))
    if resources and resources != ["*"]:
        yield "any resource", {**statement, "Resource": "*"}
        if not resources[0].endswith("*"):
            yield "what begins so", {**statement, "Resource": [f"{resources[0]}*", *resources[1:]]}
        yield "another resource", {**statement, "Resource": ["arn:aws:dynamodb:eu-west-1:999999999999:table/x", *resources[1:]]}
    if "Principal" in statement and statement["Effect"] == "Allow":
        yield "anybody", {**statement, "Principal": "*"}
        yield "somebody more", {**statement, "Principal": _with_stranger(statement["Principal"])}
    if "Sid" not in statement:
        yield "a name", {**statement, "Sid": "Named"}
    yield from _conditions(statement)


def _with_stranger(principal: Any) -> Any:
    if not isinstance(principal, dict):
        return {"AWS": f"arn:aws:iam::{STRANGER}:root"}
    return {**principal, "AWS": [*_listed(principal.get("AWS", [])), f"arn:aws:iam::{STRANGER}:root"]}


def _conditions(statement: Statement) -> Iterator[tuple[str, Statement]]:
    condition: dict[str, dict[str, Any]] = statement.get("Condition", {})
    if not condition:
        return
    yield "no condition", {key: value for key, value in statement.items() if key != "Condition"}
    for operator, keys in condition.items():
        rest = {name: inner for name, inner in condition.items() if name != operator}
        yield "an operator less", {**statement, "Condition": rest}
        if operator not in ("Null", "Bool"):
            yield "if it exists", {**statement, "Condition": {**rest, f"{operator}IfExists": keys}}
        if operator.startswith("ForAllValues:"):
            yield "for any value", {**statement, "Condition": {**rest, operator.replace("ForAllValues", "ForAnyValue"): keys}}
        for key, values in keys.items():
            several = _listed(values)
            others = {name: inner for name, inner in keys.items() if name != key}
            yield "anything admitted", {**statement, "Condition": {**rest, operator: {**others, key: [*several, "*"]}}}
            yield "another value", {**statement, "Condition": {**rest, operator: {**others, key: "elsewhere"}}}


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
