"""Physical names, from the environment, checked against AWS's rules."""

from __future__ import annotations

import re
from dataclasses import dataclass

from constructs import Construct

from dynawright.bindings.engine.location import location
from dynawright.errors import Place, Problem, UserError
from dynawright.model import System
from dynawright.settings import Environment


class NamingError(UserError):
    """A physical name that AWS refuses. Names are never shortened: two long ones could become equal."""


@dataclass(frozen=True)
class NameRule:
    """AWS's rule for names of one kind of resource."""

    kind: str
    pattern: str
    allowed: str

    def admits(self, name: str) -> bool:
        return re.fullmatch(self.pattern, name) is not None


TABLE = NameRule("table", r"[A-Za-z0-9_.-]{3,255}", "3 to 255 of A-Z a-z 0-9 _ . -")
KEY_ALIAS = NameRule("key alias", r"alias/(?!aws/)[A-Za-z0-9/_-]{1,250}", "up to 250 of A-Z a-z 0-9 / _ -, not aws/...")
ROLE = NameRule("role", r"[A-Za-z0-9+=,.@_-]{1,64}", "1 to 64 of A-Z a-z 0-9 + = , . @ _ -")
POLICY = NameRule("policy", r"[A-Za-z0-9+=,.@_-]{1,128}", "1 to 128 of A-Z a-z 0-9 + = , . @ _ -")
SECRET = NameRule("secret", r"[A-Za-z0-9/_+=.@-]{1,512}", "1 to 512 of A-Z a-z 0-9 / _ + = . @ -")
FUNCTION = NameRule("function", r"[A-Za-z0-9_-]{1,64}", "1 to 64 of A-Z a-z 0-9 _ -")
QUEUE = NameRule("queue", r"[A-Za-z0-9_-]{1,80}", "1 to 80 of A-Z a-z 0-9 _ -")
TOPIC = NameRule("topic", r"[A-Za-z0-9_-]{1,256}", "1 to 256 of A-Z a-z 0-9 _ -")
# AWS also allows '.', but then no TLS certificate matches.
BUCKET = NameRule("bucket", r"(?=.{3,63}$)[a-z0-9][a-z0-9-]*[a-z0-9]", "3 to 63 of a-z 0-9 -, no '-' at either end")
LOG_GROUP = NameRule("log group", r"[A-Za-z0-9_/.#-]{1,512}", "1 to 512 of A-Z a-z 0-9 _ / . # -")
ALARM = NameRule("alarm", r"[\x20-\x7e]{1,255}", "1 to 255 printable characters")
DASHBOARD = NameRule("dashboard", r"[A-Za-z0-9_-]{1,255}", "1 to 255 of A-Z a-z 0-9 _ -")
SECURITY_GROUP = NameRule("security group", r"(?!sg-)[A-Za-z0-9_.-]{1,255}", "1 to 255 of A-Z a-z 0-9 _ . -, not sg-...")
CACHE = NameRule("cache", r"(?=.{1,20}$)[a-z]([a-z0-9]|-(?=[a-z0-9]))*", "1 to 20 of a-z 0-9 -, beginning with a letter, no '--'")
CACHE_GROUP = NameRule("cache group", r"[a-z][a-z0-9-]{0,254}", "1 to 255 of a-z 0-9 -, beginning with a letter")
DATA_STREAM = NameRule("data stream", r"[A-Za-z0-9_.-]{1,128}", "1 to 128 of A-Z a-z 0-9 _ . -")
TRAIL = NameRule("trail", r"(?=.{3,128}$)[A-Za-z0-9]([A-Za-z0-9]|[._-](?=[A-Za-z0-9]))*", "3 to 128 of A-Z a-z 0-9 . _ -")
VAULT = NameRule("backup vault", r"[A-Za-z0-9_-]{2,50}", "2 to 50 of A-Z a-z 0-9 _ -")
EVENT_BUS = NameRule("event bus", r"[A-Za-z0-9_.-]{1,256}", "1 to 256 of A-Z a-z 0-9 _ . -")
EVENT_RULE = NameRule("event rule", r"[A-Za-z0-9_.-]{1,64}", "1 to 64 of A-Z a-z 0-9 _ . -")
SCHEDULE = NameRule("schedule", r"[A-Za-z0-9_.-]{1,64}", "1 to 64 of A-Z a-z 0-9 _ . -")

GLUE = NameRule("Glue job", r"[A-Za-z0-9_./#-]{1,255}", "1 to 255 of A-Z a-z 0-9 _ . / # -")


def environment_of(scope: Construct) -> Environment:
    """Return the environment of the stack that `scope` is in."""
    stack = location(scope).stack
    environment = getattr(stack, "environment", None)
    if not isinstance(environment, Environment):
        place = Place(path=type(stack).__name__)
        fix = "set self.environment = Environment.in_code(...) in its __init__, or use a SystemStack"
        raise NamingError([Problem("DW314", "the stack has no environment", place, type(stack).__name__, fix=fix)])
    return environment


def of_system(scope: Construct, thing: str) -> str:
    """Return the name with its system before it (`orders-audit-log`), or unchanged without a system."""
    system = getattr(location(scope).stack, "system", None)
    return f"{system.name.replace('_', '-')}-{thing}" if isinstance(system, System) else thing


def physical_name(scope: Construct, thing: str, rule: NameRule) -> str:
    """Return the name of `thing` in the environment of the stack."""
    environment = environment_of(scope)
    return _checked(environment.physical_name(thing), thing, rule, environment)


def table_name(scope: Construct, table: str) -> str:
    """Return a table's name in the stack's environment: the exact name from settings, or a derived one."""
    environment = environment_of(scope)
    return _checked(environment.table_name(table), table, TABLE, environment)


def shared_name(scope: Construct, thing: str, rule: NameRule) -> str:
    """Return the name of a shared resource, such as `<project>-alarms-production`."""
    environment = environment_of(scope)
    return _checked(environment.shared_name(thing), thing, rule, environment)


def bucket_name(scope: Construct, thing: str) -> str:
    """Return a bucket's name; it contains the account id, since bucket names are global."""
    environment = environment_of(scope)
    return _checked(f"{environment.physical_name(thing)}-{environment.account_id}", thing, BUCKET, environment)


def _checked(name: str, thing: str, rule: NameRule, environment: Environment) -> str:
    if not rule.admits(name):
        text = f"the name must be {rule.allowed}, got '{name}' ({len(name)} characters)"
        room = _room_for_environment(name, rule, environment.name)
        fix = f"rename '{thing}'" + (f", or give the environment a name of at most {room} characters" if room else "")
        raise NamingError([Problem("DW321", text, Place(path=f"{rule.kind} {thing}"), name, rule.allowed, fix)])
    return name


def _room_for_environment(name: str, rule: NameRule, environment: str) -> int:
    """Return the longest environment name that fits; 0 if none does."""
    before, _, after = name.rpartition(environment)
    lengths = range(len(environment) - 1, 1, -1)
    return next((length for length in lengths if rule.admits(f"{before}{'x' * length}{after}")), 0)


def pascal_case(name: str) -> str:
    """Return a construct id: `SessionIdIndex` for `sessionId-index`."""
    return "".join(part[:1].upper() + part[1:] for part in re.split("[^A-Za-z0-9]+", name))
