"""A mutation: one realistic weakening of a stack, with helpers to write it in a line.

A row names no system: it selects its target by type and form, in any application's stacks.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]
Change = Callable[[Json], None]
Where = Callable[[Json], bool]


class NoTargetError(Exception):
    """A stack has no target for the mutation."""


@dataclass(frozen=True)
class Mutation:
    """A mutation: `change` weakens a stack's JSON in place; NoTargetError if nothing can be weakened."""

    name: str
    change: Change

    def applied_to(self, content: Json) -> Json:
        """Return a weakened copy."""
        weakened = copy.deepcopy(content)
        self.change(weakened)
        if weakened == content:
            raise NoTargetError(f"'{self.name}' changes nothing")
        return weakened


@dataclass(frozen=True)
class Reference:
    """An attribute of the first resource of a type, for resources that a mutation adds."""

    type: str
    attribute: str

    def within(self, content: Json) -> str:
        name, _ = _targets(content, self.type, anything)[0]
        return f"${{{self.type}.{name}.{self.attribute}}}"


def anything(body: Json) -> bool:
    return True


def holds(*texts: str) -> Where:
    """Match a resource that contains all these texts, its policies included."""

    def matches(body: Json) -> bool:
        written = json.dumps(body).replace('\\"', '"')
        return all(text in written for text in texts)

    return matches


def has(**values: Any) -> Where:
    """Match a resource with these values."""
    return lambda body: all(body.get(name) == value for name, value in values.items())


def unsuppressed(body: Json) -> bool:
    """Match a resource without suppressions."""
    return "suppressions" not in body.get("//", {}).get("dynawright", {})


def alarm_on(metric: str, *dimensions: str) -> Where:
    """Match an alarm on one metric with exactly these dimensions; those of a table by default."""
    wanted = set(dimensions or ("TableName",))
    return lambda body: body.get("metric_name") == metric and set(body.get("dimensions", {})) == wanted


def first(content: Json, type: str, where: Where = anything) -> Json:
    """Return the first matching resource."""
    return _targets(content, type, where)[0][1]


def _targets(content: Json, type: str, where: Where) -> list[tuple[str, Json]]:
    targets = [(name, body) for name, body in content.get("resource", {}).get(type, {}).items() if where(body)]
    if not targets:
        raise NoTargetError(f"there is no such {type}")
    return targets


def sets(type: str, where: Where = anything, **values: Any) -> Change:
    """Write attributes, or with None remove them, in the first resource that has them."""
    removed = [name for name, value in values.items() if value is None]
    written = {name: value for name, value in values.items() if value is not None}

    def change(content: Json) -> None:
        body = first(content, type, lambda body: where(body) and all(name in body for name in removed))
        for name in removed:
            del body[name]
        body.update(written)

    return change


def removes(type: str, where: Where = anything) -> Change:
    """Remove the first matching resource."""

    def change(content: Json) -> None:
        name, _ = _targets(content, type, where)[0]
        del content["resource"][type][name]

    return change


def removes_all(*types: str) -> Change:
    """Remove all resources of these types."""

    def change(content: Json) -> None:
        for type in types:
            _targets(content, type, anything)
            del content["resource"][type]

    return change


def adds(type: str, **values: Any) -> Change:
    """Add a resource; a Reference in its values refers to a resource of the stack."""

    def change(content: Json) -> None:
        filled = {name: value.within(content) if isinstance(value, Reference) else value for name, value in values.items()}
        content["resource"].setdefault(type, {})["ByHand"] = filled

    return change


def edits(type: str, old: str, new: str, where: Where = anything, attribute: str = "policy") -> Change:
    """Replace a piece of a text, such as a policy, in the first resource that contains it."""

    def change(content: Json) -> None:
        body = first(content, type, lambda body: where(body) and old in body.get(attribute, ""))
        body[attribute] = body[attribute].replace(old, new, 1)

    return change


def states(type: str, where: Where = anything, attribute: str = "policy", **statement: Any) -> Change:
    """Add a statement to a policy."""

    def change(content: Json) -> None:
        body = first(content, type, where)
        policy = json.loads(body[attribute])
        filled = {name: value.within(content) if isinstance(value, Reference) else value for name, value in statement.items()}
        policy["Statement"].append(filled)
        body[attribute] = json.dumps(policy)

    return change


def restates(type: str, where: Where, change_all: Callable[[list[Json]], Iterable[Json]], attribute: str = "policy") -> Change:
    """Replace the statements of the first policy that this changes."""

    def change(content: Json) -> None:
        for _, body in _targets(content, type, where):
            policy = json.loads(body[attribute])
            statements = list(change_all(copy.deepcopy(policy["Statement"])))
            if statements != policy["Statement"]:
                body[attribute] = json.dumps({**policy, "Statement": statements})
                return
        raise NoTargetError(f"there is no such statement in any {type}")

    return change


def widens(type: str, action: str, wider: str) -> Change:
    """Allow a wider action in the first policy that allows this one."""

    def widened(statements: list[Json]) -> Iterable[Json]:
        for statement in statements:
            actions = statement["Action"] if isinstance(statement["Action"], list) else [statement["Action"]]
            allowed = statement["Effect"] == "Allow" and action in actions
            yield {**statement, "Action": [wider if name == action else name for name in actions]} if allowed else statement

    return restates(type, anything, widened)


def unconditions(type: str, key: str, where: Where = anything, attribute: str = "policy") -> Change:
    """Remove the condition keys with this prefix from every statement."""

    def without(statement: Json) -> Json:
        conditions = {
            operator: {name: value for name, value in keys.items() if not name.startswith(key)}
            for operator, keys in statement.get("Condition", {}).items()
        }
        left = {operator: keys for operator, keys in conditions.items() if keys}
        return {name: value for name, value in statement.items() if name != "Condition"} | ({"Condition": left} if left else {})

    return restates(type, where, lambda statements: [without(statement) for statement in statements], attribute)


def drops_statement(type: str, marked: str) -> Change:
    """Remove the statements that contain a text from a policy."""
    return restates(
        type, anything, lambda statements: [statement for statement in statements if marked not in json.dumps(statement)]
    )


def below(*path: str | int, value: Any) -> Change:
    """Set a value at a path of the whole document, or remove it with None."""

    def change(content: Json) -> None:
        target: Any = content
        try:
            for step in path[:-1]:
                target = target[step]
            if value is None:
                del target[path[-1]]
            else:
                target[path[-1]] = value
        except (KeyError, IndexError):
            raise NoTargetError(f"there is no {'.'.join(map(str, path))}") from None

    return change
