"""Policies as grants: one action on one resource, for one principal, under conditions."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple

from dynawright.rules.blocks import as_blocks
from dynawright.rules.derived.names import Names

VERSION = "2012-10-17"
ELEMENTS = {"Sid", "Effect", "Principal", "NotPrincipal", "Action", "NotAction", "Resource", "NotResource", "Condition"}
INVERTED = ("NotAction", "NotResource", "NotPrincipal")
SAME_OPERATORS = {"arnlike": "arnequals", "arnnotlike": "arnnotequals"}
"""Operators that compare alike (IAM User Guide, "Condition operators")."""
ANYONE = ("*", "*")


class Condition(NamedTuple):
    """An operator and a key, both in lower case, with values."""

    operator: str
    key: str
    values: frozenset[str]

    def __str__(self) -> str:
        return f"{self.operator} {self.key} {', '.join(sorted(self.values))}"


@dataclass(frozen=True)
class Grant:
    """One action on one resource; `principal` is empty where the policy belongs to the principal."""

    action: str
    resource: str
    conditions: frozenset[Condition] = frozenset()
    principal: tuple[str, str] = ("", "")
    denies: bool = False

    def __str__(self) -> str:
        verb = "denies" if self.denies else "allows"
        who = f" to {self.principal[1]}" if self.principal[1] else ""
        where = f" on {self.resource}" if self.resource else ""
        when = f" where {' and '.join(sorted(str(condition) for condition in self.conditions))}" if self.conditions else ""
        return f"{verb} {self.action}{where}{who}{when}"

    def covers(self, other: Grant) -> bool:
        """Whether this grant includes the other; False if that can't be decided."""
        return (
            self.denies == other.denies
            and _action(self.action).fullmatch(other.action.lower()) is not None
            and _resource(self.resource).fullmatch(other.resource) is not None
            and self.principal in (other.principal, ANYONE)
            and all(any(_implies(given, mine) for given in other.conditions) for mine in self.conditions)
        )


ConditionElement = Mapping[str, Mapping[str, Any]]
"""A Condition element: operator, key, values."""


def allow(
    actions: Iterable[str], *resources: str, who: tuple[str, str] = ("", ""), when: ConditionElement | None = None
) -> list[Grant]:
    """Return the grants of an allowing statement."""
    conditions = conditions_of(when or {})
    return [Grant(action, resource, conditions, who) for action in actions for resource in resources or ("",)]


def deny(
    actions: Iterable[str], *resources: str, who: tuple[str, str] = ANYONE, when: ConditionElement | None = None
) -> list[Grant]:
    """Return the grants of a denying statement."""
    return [replace(grant, denies=True) for grant in allow(actions, *resources, who=who, when=when)]


def grants(policy: object, names: Names) -> tuple[list[Grant], list[str]]:
    """Return the grants of a policy, and problems of the policy itself."""
    body = _decoded(policy)
    if not isinstance(body, Mapping) or not as_blocks(body.get("Statement")):
        return [], ["it can't be read as a policy: write it out"]
    wrong = [] if body.get("Version") == VERSION else [f"its Version is not {VERSION}: variables would be plain text"]
    result: list[Grant] = []
    for statement in as_blocks(body["Statement"]):
        if problem := _problem(statement):
            wrong.append(problem)
        else:
            result += _grants(statement, names)
    return result, wrong


def conditions_of(element: Mapping[str, Any], names: Names | None = None) -> frozenset[Condition]:
    """Return a Condition element as data; operators that mean the same become one."""
    conditions = []
    for operator, keys in element.items():
        for key, values in keys.items() if isinstance(keys, Mapping) else ():
            texts = frozenset(_text(value, names) for value in listed(values))
            conditions.append(Condition(_operator(operator, texts), key.lower(), texts))
    return frozenset(conditions)


def listed(value: object) -> Sequence[Any]:
    """Return a single value or a list as a list."""
    return value if isinstance(value, list | tuple) else [] if value is None else [value]


def _decoded(policy: object) -> object:
    if not isinstance(policy, str):
        return policy
    try:
        return json.loads(policy)
    except (ValueError, RecursionError):
        return None


def _problem(statement: Mapping[str, Any]) -> str | None:
    """Return why AWS rejects a statement, or that it means everything but what it names."""
    if unknown := sorted(set(statement) - ELEMENTS):
        return f"'{unknown[0]}' is not an element of a statement"
    if statement.get("Effect") not in ("Allow", "Deny"):
        return f"Effect is '{statement.get('Effect')}': it is Allow or Deny"
    if inverted := [name for name in INVERTED if name in statement]:
        return f"{inverted[0]} means everything but what it names: name what is meant"
    if not statement.get("Action"):
        return "a statement names no Action"
    if "Condition" in statement and not isinstance(statement["Condition"], Mapping):
        return "Condition is not an object of operators"
    return None


def _grants(statement: Mapping[str, Any], names: Names) -> Iterator[Grant]:
    conditions = conditions_of(statement.get("Condition", {}), names)
    principals = list(_principals(statement.get("Principal"), names))
    resources = [names.written_out(str(arn)) for arn in listed(statement.get("Resource"))] or [""]
    for action in listed(statement["Action"]):
        for resource in resources:
            for principal in principals:
                yield Grant(str(action), resource, conditions, principal, statement["Effect"] == "Deny")


def _principals(element: object, names: Names) -> Iterator[tuple[str, str]]:
    if element is None:
        yield ("", "")
    elif isinstance(element, Mapping):
        named = [(kind, who) for kind, several in element.items() for who in listed(several)]
        yield from (ANYONE if who == "*" else (kind, names.written_out(str(who))) for kind, who in named or [("", "nobody")])
    else:
        yield from (ANYONE if who == "*" else ("AWS", names.written_out(str(who))) for who in listed(element))


def _text(value: object, names: Names | None) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return names.written_out(text) if names else text


def _operator(name: str, values: frozenset[str]) -> str:
    quantifier, _, plain = name.lower().rpartition(":")
    optional = "ifexists" if plain.endswith("ifexists") else ""
    plain = plain.removesuffix("ifexists")
    plain = SAME_OPERATORS.get(plain, plain)
    if plain in ("stringlike", "stringnotlike") and not any(sign in value for value in values for sign in ("*", "?", "${")):
        plain = plain.replace("like", "equals")
    return f"{quantifier}:{plain}{optional}" if quantifier else f"{plain}{optional}"


def _implies(given: Condition, wanted: Condition) -> bool:
    """Whether a request that meets the given condition meets the wanted one."""
    if given == wanted:
        return True
    if given.key != wanted.key:
        return False
    if "not" in given.operator or "not" in wanted.operator or "null" in (given.operator, wanted.operator):
        return given.operator == wanted.operator and given.values >= wanted.values and "not" in given.operator
    if given.operator == wanted.operator:
        return all(any(_matches(value, pattern, wanted.operator) for pattern in wanted.values) for value in given.values)
    if wanted.operator.endswith("ifexists") and not given.operator.endswith("ifexists"):
        return _implies(given, wanted._replace(operator=wanted.operator.removesuffix("ifexists")))
    if given.operator.replace("equals", "like") == wanted.operator:
        return all(any(_resource(pattern).fullmatch(value) for pattern in wanted.values) for value in given.values)
    return False


def _matches(value: str, pattern: str, operator: str) -> bool:
    return value == pattern or (("like" in operator or "arn" in operator) and _resource(pattern).fullmatch(value) is not None)


@cache
def _action(text: str) -> re.Pattern[str]:
    return re.compile(_expression(text.lower()))


@cache
def _resource(text: str) -> re.Pattern[str]:
    """Return a pattern that also matches patterns: it must have their `*`; in ARNs, parts stay apart."""
    *parts, last = text.split(":", 5) if text.startswith("arn:") else [text]
    return re.compile(":".join([*(_expression(part, any_sign="[^:]*") for part in parts), _expression(last)]), re.DOTALL)


def _expression(text: str, any_sign: str = ".*") -> str:
    return re.escape(text).replace(r"\*", any_sign).replace(r"\?", "[^*]")
