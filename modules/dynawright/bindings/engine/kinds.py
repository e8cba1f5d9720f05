"""Kinds of attributes, which check a value and convert it to plain JSON."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from dynawright.errors import Place, Problem

if TYPE_CHECKING:
    from dynawright.bindings.engine.block import Block


class Kind(Protocol):
    """Checks a value: `plain` returns its JSON, or appends to `problems` and returns None."""

    @property
    def wanted(self) -> str: ...

    def plain(self, path: str, value: Any, problems: list[Problem]) -> Any: ...


def is_token(value: Any) -> bool:
    """Return whether Terraform fills the value in later: a cdktf resolvable, or text with an expression."""
    if isinstance(value, str):
        return "${" in value
    return hasattr(value, "__jsii_ref__") and not hasattr(value, "node")


def refuse(path: str, wanted: str, value: Any, problems: list[Problem]) -> None:
    """Add the problem of a value with the wrong kind."""
    if hasattr(value, "node"):
        got, fix = f"the construct {type(value).__name__}", "use one of its attributes, such as .arn or .name"
    elif hasattr(value, "ARGUMENTS"):
        got, fix = f"a {type(value).__name__} block", "it is an attribute, not a block"
    else:
        got, fix = f"{type(value).__name__} {value!r:.80}", ""
    problems.append(Problem("DW312", f"must be {wanted}, got {got}", Place(path=path), value, wanted, fix))


@dataclass(frozen=True)
class Primitive:
    """A string, number or boolean."""

    wanted: str
    types: tuple[type, ...]

    def plain(self, path: str, value: Any, problems: list[Problem]) -> Any:
        if isinstance(value, str) and str in self.types:
            return str.__str__(value)  # the text of a StrEnum
        if type(value) in self.types or is_token(value):
            if isinstance(value, float) and not math.isfinite(value):
                refuse(path, self.wanted, value, problems)
            return value
        refuse(path, self.wanted, value, problems)
        return None


@dataclass(frozen=True)
class ListOf:
    """A list, each item of one kind."""

    element: Kind

    @property
    def wanted(self) -> str:
        return f"a list, each {self.element.wanted}"

    def plain(self, path: str, value: Any, problems: list[Problem]) -> Any:
        if is_token(value):
            return value
        if not isinstance(value, Sequence) or isinstance(value, str):
            return refuse(path, self.wanted, value, problems)
        return [self.element.plain(f"{path}[{i}]", item, problems) for i, item in enumerate(value)]


@dataclass(frozen=True)
class MapOf:
    """A map, each value of one kind."""

    element: Kind

    @property
    def wanted(self) -> str:
        return f"a map, each value {self.element.wanted}"

    def plain(self, path: str, value: Any, problems: list[Problem]) -> Any:
        if is_token(value):
            return value
        if not isinstance(value, Mapping):
            return refuse(path, self.wanted, value, problems)
        for key in value:
            if not isinstance(key, str):
                refuse(f"{path} key", "a string", key, problems)
        return {key: self.element.plain(f"{path}[{key!r}]", item, problems) for key, item in value.items()}


@dataclass(frozen=True)
class Anything:
    """An attribute whose schema is an object, which only Terraform checks."""

    wanted = "a JSON value"

    def plain(self, path: str, value: Any, problems: list[Problem]) -> Any:
        return value


@dataclass(frozen=True)
class One:
    """A block that is allowed at most once."""

    block: type[Block]

    @property
    def wanted(self) -> str:
        return f"one {self.block.__name__}(...) block"

    def plain(self, path: str, value: Any, problems: list[Problem]) -> Any:
        if not isinstance(value, self.block):
            return refuse(path, self.wanted, value, problems)
        return value.arguments


@dataclass(frozen=True)
class Many:
    """A block that is allowed several times; `most` = 0 means without limit."""

    block: type[Block]
    least: int = 0
    most: int = 0

    @property
    def wanted(self) -> str:
        return f"a list of {self.block.__name__}(...) blocks"

    def plain(self, path: str, value: Any, problems: list[Problem]) -> Any:
        if not isinstance(value, Sequence) or isinstance(value, str):
            return refuse(path, self.wanted, value, problems)
        if len(value) < self.least or (self.most and len(value) > self.most):
            allowed = f"{self.least} to {self.most}" if self.most else f"at least {self.least}"
            text = f"must have {allowed} blocks, got {len(value)}"
            problems.append(Problem("DW312", text, Place(path=path), len(value), allowed))
        one = One(self.block)
        return [one.plain(f"{path}[{i}]", item, problems) for i, item in enumerate(value)]


STRING = Primitive("a string", (str,))
NUMBER = Primitive("a number", (int, float))
BOOL = Primitive("true or false", (bool,))
ANYTHING = Anything()
