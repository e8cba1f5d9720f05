"""What a Query may ask of a sort key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dynawright.model.template import Template

Operator = Literal["=", "<", "<=", ">", ">=", "BETWEEN", "begins_with"]


@dataclass(frozen=True)
class KeyCondition:
    """A condition on a key: an operator, and the templates it compares with."""

    operator: Operator
    operands: tuple[Template, ...]

    @property
    def parameters(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for operand in self.operands for name in operand.parameters))

    def __str__(self) -> str:
        texts = [operand.text for operand in self.operands]
        if self.operator == "BETWEEN":
            return f"between {texts[0]} and {texts[1]}"
        return f"begins with {texts[0]}" if self.operator == "begins_with" else f"{self.operator} {texts[0]}"


def equals(text: str) -> KeyCondition:
    return KeyCondition("=", (Template(text),))


def begins_with(prefix: str) -> KeyCondition:
    return KeyCondition("begins_with", (Template(prefix),))


def between(first: str, last: str) -> KeyCondition:
    """Both ends included."""
    return KeyCondition("BETWEEN", (Template(first), Template(last)))


def less_than(text: str) -> KeyCondition:
    return KeyCondition("<", (Template(text),))


def at_most(text: str) -> KeyCondition:
    return KeyCondition("<=", (Template(text),))


def greater_than(text: str) -> KeyCondition:
    return KeyCondition(">", (Template(text),))


def at_least(text: str) -> KeyCondition:
    return KeyCondition(">=", (Template(text),))
