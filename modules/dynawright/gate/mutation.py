"""A mutation: one realistic weakening of a stack, and the tools to write one down in a line."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dynawright.errors import UserError

Json = dict[str, Any]


@dataclass(frozen=True)
class Mutation:
    """`change` weakens the JSON of a stack in place; it fails if there is nothing to weaken."""

    name: str
    stack: str
    change: Callable[[Json], None]

    def applied_to(self, content: Json) -> Json:
        weakened = copy.deepcopy(content)
        self.change(weakened)
        if weakened == content:
            raise UserError([f"mutation '{self.name}' changes nothing in {self.stack}"])
        return weakened


def one(content: Json, type: str, holding: str = "") -> Json:
    """A resource of a type, the first that holds a text."""
    for name, body in content["resource"].get(type, {}).items():
        if holding in name or holding in json.dumps(body):
            found: Json = body
            return found
    raise UserError([f"there is no {type} with '{holding}' to weaken"])


def sets(type: str, holding: str = "", **values: Any) -> Callable[[Json], None]:
    """Writes attributes, or with None takes them away."""

    def change(content: Json) -> None:
        body = one(content, type, holding)
        for name, value in values.items():
            if value is None:
                del body[name]
            else:
                body[name] = value

    return change


def removes(type: str, holding: str = "") -> Callable[[Json], None]:
    """Takes a whole resource away."""

    def change(content: Json) -> None:
        body = one(content, type, holding)
        content["resource"][type] = {name: other for name, other in content["resource"][type].items() if other is not body}

    return change


def adds(type: str, **values: Any) -> Callable[[Json], None]:
    """Somebody adds a resource by hand."""

    def change(content: Json) -> None:
        content["resource"].setdefault(type, {})["ByHand"] = values

    return change


def edits(type: str, old: str, new: str, holding: str = "", attribute: str = "policy") -> Callable[[Json], None]:
    """Replaces a piece of a text, such as a policy; the piece must be there."""

    def change(content: Json) -> None:
        body = one(content, type, holding or old.replace('"', '\\"'))
        if old not in body[attribute]:
            raise UserError([f"there is no {old} in the {attribute} of a {type}"])
        body[attribute] = body[attribute].replace(old, new, 1)

    return change


def states(type: str, holding: str = "", attribute: str = "policy", **statement: Any) -> Callable[[Json], None]:
    """Adds a statement to a policy."""

    def change(content: Json) -> None:
        body = one(content, type, holding)
        policy = json.loads(body[attribute])
        policy["Statement"].append(statement)
        body[attribute] = json.dumps(policy)

    return change


def unconditions(type: str, holding: str, key: str, attribute: str = "policy") -> Callable[[Json], None]:
    """Takes one condition key out of every statement."""

    def change(content: Json) -> None:
        body = one(content, type, holding)
        policy = json.loads(body[attribute])
        for statement in policy["Statement"]:
            for operator, keys in list(statement.get("Condition", {}).items()):
                keys.pop(key, None)
                if not keys:
                    del statement["Condition"][operator]
        body[attribute] = json.dumps(policy)

    return change


def drops_statement(type: str, holding: str, marked: str, attribute: str = "policy") -> Callable[[Json], None]:
    """Takes the statements that hold a text out of a policy."""

    def change(content: Json) -> None:
        body = one(content, type, holding)
        policy = json.loads(body[attribute])
        policy["Statement"] = [statement for statement in policy["Statement"] if marked not in json.dumps(statement)]
        body[attribute] = json.dumps(policy)

    return change


def below(*path: str | int, value: Any) -> Callable[[Json], None]:
    """Writes a value at a path of the whole document, or with None takes it away."""

    def change(content: Json) -> None:
        target: Any = content
        for step in path[:-1]:
            target = target[step]
        if value is None:
            del target[path[-1]]
        else:
            target[path[-1]] = value

    return change
