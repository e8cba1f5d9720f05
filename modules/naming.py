"""Physical names: the environment makes them, this checks that AWS takes them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from constructs import Construct

from environments import Environment
from errors import UserError
from imports.location import location


class NamingError(UserError):
    """A physical name that AWS refuses. Names are never cut: two long ones could become the same."""


@dataclass(frozen=True)
class NameRule:
    """What AWS admits as the name of one kind of thing."""

    kind: str
    pattern: re.Pattern[str]
    allowed: str


TABLE = NameRule("table", re.compile(r"[A-Za-z0-9_.-]{3,255}"), "3 to 255 of A-Z a-z 0-9 _ . -")
KEY_ALIAS = NameRule(
    "key alias", re.compile(r"alias/(?!aws/)[A-Za-z0-9/_-]{1,250}"), "up to 250 of A-Z a-z 0-9 / _ -, not aws/..."
)
ROLE = NameRule("role", re.compile(r"[A-Za-z0-9+=,.@_-]{1,64}"), "1 to 64 of A-Z a-z 0-9 + = , . @ _ -")
POLICY = NameRule("policy", re.compile(r"[A-Za-z0-9+=,.@_-]{1,128}"), "1 to 128 of A-Z a-z 0-9 + = , . @ _ -")
SECRET = NameRule("secret", re.compile(r"[A-Za-z0-9/_+=.@-]{1,512}"), "1 to 512 of A-Z a-z 0-9 / _ + = . @ -")
LOG_GROUP = NameRule("log group", re.compile(r"[A-Za-z0-9_/.#-]{1,512}"), "1 to 512 of A-Z a-z 0-9 _ / . # -")


def environment_of(scope: Construct) -> Environment:
    """The environment of the stack that `scope` stands in."""
    stack = location(scope).stack
    environment = getattr(stack, "environment", None)
    if not isinstance(environment, Environment):
        raise NamingError([f"{type(stack).__name__} has no environment: use a SystemStack"])
    return environment


def physical_name(scope: Construct, thing: str, rule: NameRule) -> str:
    """What `thing` is called in the environment that `scope` stands in."""
    name = environment_of(scope).physical_name(thing)
    if not rule.pattern.fullmatch(name):
        raise NamingError(
            [f"the {rule.kind} name '{name}' ({len(name)} characters) is not allowed: {rule.allowed}; rename '{thing}'"]
        )
    return name
