"""Hand-written rights of each system's roles besides patterns and functions.

tests/stacks/<system>/access.py has a system's expectations; without that file, its roles are for patterns and functions only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec

from dynawright.settings import Environment

Deeds = Callable[[Environment, str], set[tuple[str, str]]]
"""The environment and a consumer's name → actions with their resources."""


def no_deeds(environment: Environment, consumer: str) -> set[tuple[str, str]]:
    return set()


@dataclass(frozen=True)
class SecretFolder:
    """The prefix of those secrets' names, and whether the consumer may create and change them."""

    name: str
    makes: bool


@dataclass(frozen=True)
class Expected:
    """Expected rights; names are those in the stack, without the environment's name."""

    secrets: Mapping[str, str] = field(default_factory=dict)
    """Consumer → the secret that it reads."""
    secret_folders: Mapping[str, SecretFolder] = field(default_factory=dict)
    """Consumer → prefix of its many secrets, such as one per user."""
    log_groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Consumer → the log groups that it writes to."""
    log_streams: Mapping[str, str] = field(default_factory=dict)
    """Consumer → the streams of these groups, if not all."""
    cache: tuple[str, str, tuple[str, ...]] | None = None
    """The cache, its table, and its consumers."""
    sessions: Mapping[str, str] = field(default_factory=dict)
    """Consumer → the role whose sessions it creates."""
    projected: frozenset[str] = frozenset()
    """Consumers whose grants limit the attributes of reads."""
    without_role: frozenset[str] = frozenset()
    """Consumers without a role that a resource's policy admits."""
    exported: tuple[str, ...] = ()
    """The tables that are exported."""
    trusts: Mapping[str, str] = field(default_factory=dict)
    """Consumer → the kind of trust of its role; by default "lambda"."""
    deeds: Deeds = no_deeds
    """Further rights of consumers."""


def expected_of(system: str) -> Expected:
    """Return the expectations of a system of this repository, or of the tests' own application."""
    for module in (f"tests.stacks.{system}.access", f"tests.complete.access_of_{system}"):
        try:
            found = find_spec(module)
        except ModuleNotFoundError:  # there is no folder for the system
            continue
        if found is not None:
            expected: Expected = import_module(module).EXPECTED
            return expected
    return Expected()
