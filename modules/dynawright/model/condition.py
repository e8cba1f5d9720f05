"""Conditions on the sort key of a Query."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from dynawright.model.must_be import must_be, must_be_all, must_be_one_of
from dynawright.model.template import Template
from dynawright.model.vocabulary import Vocabulary

Operator = Literal["=", "<", "<=", ">", ">=", "BETWEEN", "begins_with"]


@dataclass(frozen=True)
class KeyCondition(Vocabulary):
    """A condition on a key: an operator and the templates that it compares with."""

    operator: Operator
    operands: tuple[Template, ...]

    def __post_init__(self) -> None:
        must_be_one_of("a condition", "operator", self.operator, get_args(Operator))
        must_be("a condition", "operands", self.operands, tuple, 'begins_with("ORDER#")')
        must_be_all("a condition", "operands", self.operands, Template, 'Template("ORDER#")')
        must_be_one_of("a condition", "operands", len(self.operands), (2 if self.operator == "BETWEEN" else 1,))

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
    """Match sort keys with this prefix."""
    return KeyCondition("begins_with", (Template(prefix),))


def between(first: str, last: str) -> KeyCondition:
    """Match sort keys from the first to the second value, both included."""
    return KeyCondition("BETWEEN", (Template(first), Template(last)))


def less_than(text: str) -> KeyCondition:
    """Match sort keys before this value."""
    return KeyCondition("<", (Template(text),))


def at_most(text: str) -> KeyCondition:
    """Match sort keys up to this value, included."""
    return KeyCondition("<=", (Template(text),))


def greater_than(text: str) -> KeyCondition:
    """Match sort keys after this value."""
    return KeyCondition(">", (Template(text),))


def at_least(text: str) -> KeyCondition:
    """Match sort keys from this value on, included."""
    return KeyCondition(">=", (Template(text),))
