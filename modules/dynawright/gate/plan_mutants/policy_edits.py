"""Edits of a policy document in JSON."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

Statement = dict[str, Any]
STRANGER = "999999999999"
_ROOT = re.compile(r"arn:aws:iam::(\d{12}):root")
_IS_ACCOUNT = re.compile(r"\d{12}")


def _each(change: Callable[[Statement], Iterator[Statement | None]]) -> Callable[[Any], Iterator[str]]:
    """Edit one statement after the other; None removes it."""

    def edit(text: Any) -> Iterator[str]:
        for document, statements in _read(text):
            for index, statement in enumerate(statements):
                for changed in change(copy.deepcopy(statement)):
                    kept = [*statements[:index], *([changed] if changed else []), *statements[index + 1 :]]
                    if kept:
                        yield json.dumps({**document, "Statement": kept})

    return edit


def _read(text: Any) -> Iterator[tuple[Statement, list[Statement]]]:
    try:
        document = json.loads(text)
    except (TypeError, ValueError):
        return
    if isinstance(document, dict) and isinstance(document.get("Statement"), list):
        yield document, document["Statement"]


def _allows(statement: Statement) -> bool:
    return statement.get("Effect") == "Allow"


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _wider_action(statement: Statement) -> Iterator[Statement]:
    actions = _listed(statement.get("Action", []))
    if _allows(statement) and actions and "*" not in actions[0]:
        yield {**statement, "Action": [f"{actions[0].partition(':')[0]}:*", *actions[1:]]}
        yield {name: value for name, value in statement.items() if name != "Action"} | {"NotAction": ["iam:CreateUser"]}


def _wider_resource(statement: Statement) -> Iterator[Statement]:
    resources = _listed(statement.get("Resource", "*"))
    if _allows(statement) and "Resource" in statement and "*" not in resources:
        yield {**statement, "Resource": "*"}


def _fewer_conditions(statement: Statement) -> Iterator[Statement]:
    conditions = statement.get("Condition", {})
    if not _allows(statement) or not conditions:
        return
    yield {name: value for name, value in statement.items() if name != "Condition"}
    for operator, keys in conditions.items():
        left = {**conditions, operator: {}} if len(keys) == 1 else {**conditions, operator: dict(list(keys.items())[1:])}
        if kept := {name: values for name, values in left.items() if values}:
            yield {**statement, "Condition": kept}


def _looser_conditions(statement: Statement) -> Iterator[Statement]:
    """Yield statements with each operator replaced by a weaker one."""
    for operator, keys in statement.get("Condition", {}).items() if _allows(statement) else ():
        others = {name: values for name, values in statement["Condition"].items() if name != operator}
        if operator.startswith("ForAllValues:"):
            yield {**statement, "Condition": {**others, operator.replace("ForAllValues", "ForAnyValue"): keys}}
        if not operator.endswith("IfExists") and not operator.startswith("Null"):
            yield {**statement, "Condition": {**others, f"{operator}IfExists": keys}}
        wider = {name: [*_listed(values), "*"] for name, values in keys.items()}
        if operator.removeprefix("ForAllValues:") == "StringLike":
            yield {**statement, "Condition": {**others, operator: wider}}


def _denial_gone(statement: Statement) -> Iterator[Statement | None]:
    if statement.get("Effect") == "Deny":
        yield None
        yield {**statement, "Effect": "Allow"}


def _opened(statement: Statement) -> Iterator[Statement]:
    principal = statement.get("Principal")
    if _allows(statement) and principal and principal != "*":
        yield {**statement, "Principal": "*"}
        yield {**statement, "Principal": {"AWS": f"arn:aws:iam::{STRANGER}:root"}}


def _stranger(text: Any) -> Iterator[str]:
    """Yield the policy with a statement for another account, or without principals for everything."""
    for document, statements in _read(text):
        has_principals = any("Principal" in statement for statement in statements)
        is_trust = any("sts:Assume" in str(statement.get("Action")) for statement in statements)
        added: Statement = {"Effect": "Allow", "Action": "sts:AssumeRole" if is_trust else "*"}
        added |= {"Principal": {"AWS": f"arn:aws:iam::{STRANGER}:root"}} if has_principals else {}
        added |= {} if is_trust else {"Resource": "*"}
        yield json.dumps({**document, "Statement": [*statements, added]})


def _resid(statement: Statement) -> Iterator[Statement]:
    yield {**statement, "Sid": "Renamed"}


def _relisted(statement: Statement) -> Iterator[Statement]:
    """Yield single values as lists, and lists of one element as that element."""
    action = statement.get("Action")
    if isinstance(action, str):
        yield {**statement, "Action": [action]}
    elif isinstance(action, list) and len(action) > 1:
        yield {**statement, "Action": action[::-1]}
    elif isinstance(action, list):
        yield {**statement, "Action": action[0]}


def _in_two(text: Any) -> Iterator[str]:
    """Yield a statement split in two, each with some of its actions."""
    for document, statements in _read(text):
        for index, statement in enumerate(statements):
            actions = statement.get("Action")
            if isinstance(actions, list) and len(actions) > 1:
                halves = [
                    {**statement, "Action": actions[:1], "Sid": "First"},
                    {**statement, "Action": actions[1:], "Sid": "Second"},
                ]
                yield json.dumps({**document, "Statement": [*statements[:index], *halves, *statements[index + 1 :]]})


def _reordered(text: Any) -> Iterator[str]:
    for document, statements in _read(text):
        if len(statements) > 1:
            yield json.dumps({**document, "Statement": statements[::-1]})


def _accounts_otherwise(text: Any) -> Iterator[str]:
    """Yield the ARN of an account's root as its id, or vice versa: IAM itself rewrites them."""

    def other(value: Any) -> Any:
        if isinstance(value, list):
            return [other(part) for part in value]
        if match := _ROOT.fullmatch(str(value)):
            return match[1]
        return f"arn:aws:iam::{value}:root" if _IS_ACCOUNT.fullmatch(str(value)) else value

    def change(statement: Statement) -> Iterator[Statement]:
        principal = statement.get("Principal")
        if isinstance(principal, dict) and "AWS" in principal and other(principal["AWS"]) != principal["AWS"]:
            yield {**statement, "Principal": {**principal, "AWS": other(principal["AWS"])}}

    yield from _each(change)(text)


POLICY_EDITS: Mapping[str, Callable[[Any], Iterator[Any]]] = {
    "wider-action": _each(_wider_action),
    "wider-resource": _each(_wider_resource),
    "fewer-conditions": _each(_fewer_conditions),
    "looser-conditions": _each(_looser_conditions),
    "denial-gone": _each(_denial_gone),
    "opened": _each(_opened),
    "stranger": _stranger,
    "resid": _each(_resid),
    "relisted": _each(_relisted),
    "in-two": _in_two,
    "reordered": _reordered,
    "accounts-otherwise": _accounts_otherwise,
}
