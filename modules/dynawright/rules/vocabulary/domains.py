"""Allowed values of attributes, each with a description in words."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from dynawright.rules.resources import PROVIDER, REFERENCE, Document, Resource
from dynawright.rules.values import text


class Domain(Protocol):
    """Admits values of an attribute; `user` is the resource that has it."""

    @property
    def words(self) -> str: ...

    def admits(self, value: Any, user: Resource, document: Document) -> bool: ...


@dataclass(frozen=True)
class Exactly:
    """One of these values."""

    values: tuple[Any, ...]

    @property
    def words(self) -> str:
        return " or ".join(str(text(value)) if isinstance(value, bool | int | float) else f"'{value}'" for value in self.values)

    def admits(self, value: Any, user: Resource, document: Document) -> bool:
        return any(value == allowed and type(value) is type(allowed) for allowed in self.values)


def exactly(*values: Any) -> Exactly:
    return Exactly(values)


@dataclass(frozen=True)
class Between:
    """A number within limits."""

    least: float
    most: float

    @property
    def words(self) -> str:
        return f"a number from {self.least} to {self.most}"

    def admits(self, value: Any, user: Resource, document: Document) -> bool:
        return isinstance(value, int | float) and not isinstance(value, bool) and self.least <= value <= self.most


@dataclass(frozen=True)
class Text:
    """A text without Terraform expressions."""

    pattern: str = r".*"
    words: str = "any text"

    def admits(self, value: Any, user: Resource, document: Document) -> bool:
        return isinstance(value, str) and "${" not in value and _compiled(self.pattern).fullmatch(value) is not None


@dataclass(frozen=True)
class Numeral:
    """A number that the provider takes as a text."""

    least: float
    most: float

    @property
    def words(self) -> str:
        return f"a number from {self.least} to {self.most}, as text"

    def admits(self, value: Any, user: Resource, document: Document) -> bool:
        return isinstance(value, str) and re.fullmatch(r"\d{1,12}", value) is not None and self.least <= int(value) <= self.most


@dataclass(frozen=True)
class Refers:
    """A reference to an attribute of a resource of the same stack; `near`: of the same component."""

    types: tuple[str, ...]
    attribute: str
    near: bool = False

    @property
    def words(self) -> str:
        place = "the same component" if self.near else "this stack"
        return f"the {self.attribute} of an {' or '.join(self.types)} of {place}"

    def admits(self, value: Any, user: Resource, document: Document) -> bool:
        match = REFERENCE.fullmatch(value) if isinstance(value, str) else None
        target = document.referred(value)
        if match is None or target is None or target.type not in self.types or match[2] != f".{self.attribute}":
            return False
        return not self.near or _are_near(user, target)


def refers(*types: str, attribute: str, near: bool = False) -> Refers:
    return Refers(types, attribute, near)


def _are_near(user: Resource, used: Resource) -> bool:
    """Whether both are in one component, at any depth; resources in the stack itself are near all."""
    users, useds = (resource.path.split("/")[:-1] for resource in (user, used))
    shared = min(len(users), len(useds))
    return shared < 1 or users[:shared] == useds[:shared]


@dataclass(frozen=True)
class Filled:
    """A text with references to the stack's resources, as patterns write it: `{aws_dynamodb_table.name}`."""

    pattern: str
    words: str

    def admits(self, value: Any, user: Resource, document: Document) -> bool:
        if not isinstance(value, str):
            return False
        references = list(REFERENCE.finditer(value))
        known = all(document.referred(reference[0]) is not None for reference in references)
        plain = REFERENCE.sub(lambda match: f"{{{_type_of(match[1])}{match[2]}}}", value)
        return known and "${" not in plain and _compiled(self.pattern).fullmatch(plain) is not None


@dataclass(frozen=True)
class Expression:
    """An expression that a construct writes, by its form."""

    pattern: str
    words: str

    def admits(self, value: Any, user: Resource, document: Document) -> bool:
        return isinstance(value, str) and _compiled(self.pattern).fullmatch(value) is not None


@dataclass(frozen=True)
class Either:
    """Values that one of several domains admits."""

    domains: tuple[Domain, ...]

    @property
    def words(self) -> str:
        return ", or ".join(domain.words for domain in self.domains)

    def admits(self, value: Any, user: Resource, document: Document) -> bool:
        return any(domain.admits(value, user, document) for domain in self.domains)


def either(*domains: Domain) -> Either:
    return Either(domains)


@dataclass(frozen=True)
class MapOf:
    """A map with any keys, or with these and no others."""

    element: Domain
    keys: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        return f"a map{f' of {chr(32).join(self.keys)}' if self.keys else ''}, each value {self.element.words}"

    def admits(self, value: Any, user: Resource, document: Document) -> bool:
        return (
            isinstance(value, Mapping)
            and (not self.keys or {*self.keys} == {*value})
            and all(self.element.admits(part, user, document) for part in value.values())
        )


@dataclass(frozen=True)
class Json:
    """A JSON object, as text."""

    words: str = "a JSON object, as text"

    def admits(self, value: Any, user: Resource, document: Document) -> bool:
        try:
            content = json.loads(value) if isinstance(value, str) else None
        except (ValueError, RecursionError):
            return False
        return isinstance(content, Mapping) and bool(content)


@dataclass(frozen=True)
class Policy:
    """A policy with at least one statement, as JSON text."""

    words: str = "a policy with statements, as JSON text"

    def admits(self, value: Any, user: Resource, document: Document) -> bool:
        if not Json().admits(value, user, document):
            return False
        policy = json.loads(value)
        return policy.get("Version") == "2012-10-17" and bool(policy.get("Statement"))


@dataclass(frozen=True)
class Blocks:
    """Nested blocks, which have rows of their own."""

    least: int = 1
    most: int = 1000

    @property
    def words(self) -> str:
        return "one block" if self.most == 1 else f"{self.least} or more blocks"

    def admits(self, value: Any, user: Resource, document: Document) -> bool:
        blocks = value if isinstance(value, list) else [value]
        return self.least <= len(blocks) <= self.most and all(isinstance(block, Mapping) for block in blocks)


@dataclass(frozen=True)
class Addresses:
    """The address of a resource of the same stack."""

    words: str = "the address of a resource of this stack"

    def admits(self, value: Any, user: Resource, document: Document) -> bool:
        return isinstance(value, str) and document.at(value) is not None


@dataclass(frozen=True)
class KnownProvider:
    """One of the stack's own providers, by its alias."""

    words: str = "a provider of this stack"

    def admits(self, value: Any, user: Resource, document: Document) -> bool:
        aliases = {f"aws.{resource.get('alias')}" for resource in document.of_type(PROVIDER) if resource.get("alias")}
        return isinstance(value, str) and value in aliases


def arn(service: str, resource: str) -> Text:
    """Return the pattern of an ARN without expressions; other rules check its account."""
    return Text(rf"arn:aws[a-z-]*:{service}:[a-z0-9-]*:(\d{{12}})?:{resource}", f"an ARN of {service}")


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.DOTALL)


def _type_of(address: str) -> str:
    """Return the type in an address, with `data.` before that of a data source."""
    *parts, _ = address.split(".")
    return ".".join(parts)
