"""The rule of a composite alarm, such as `ALARM("a") OR (ALARM("b") AND NOT ALARM("c"))`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_TOKEN = re.compile(
    r'\s*(?:(?P<state>ALARM|OK|INSUFFICIENT_DATA)\s*\(\s*(?:"(?P<quoted>[^"]*)"|(?P<plain>[^")\s]+))\s*\)|(?P<word>[A-Z]+|[()]))'
)


@dataclass(frozen=True)
class Part:
    """`ALARM("name")`, a constant, or an operator with its operands."""

    kind: str
    name: str = ""
    parts: tuple[Part, ...] = ()

    def follows_from(self, is_given: Callable[[str], bool]) -> bool:
        """Whether it is true if the given alarms fire, whatever the others do."""
        if self.kind == "OR":
            return any(part.follows_from(is_given) for part in self.parts)
        if self.kind == "AND":
            return all(part.follows_from(is_given) for part in self.parts)
        return self.kind == "TRUE" or (self.kind == "ALARM" and is_given(self.name))

    @property
    def enough(self) -> set[str]:
        """Return the alarms that each make it true by themselves."""
        names = {part.name for part in self.all() if part.kind == "ALARM"}
        return {name for name in names if self.follows_from(name.__eq__)}

    @property
    def is_any_of(self) -> bool:
        """Whether it is true if and only if any of some alarms fires."""
        return self.kind == "ALARM" or (self.kind == "OR" and all(part.is_any_of for part in self.parts))

    def all(self) -> Iterator[Part]:
        """Yield this part and all parts inside it."""
        yield self
        for part in self.parts:
            yield from part.all()


def read(rule: object) -> Part | None:
    """Return the parsed rule; None if it is not a rule, or known only after the apply."""
    if not isinstance(rule, str):
        return None
    tokens, position = [], 0
    while rule[position:].strip():
        match = _TOKEN.match(rule, position)
        if not match:
            return None
        tokens.append(match)
        position = match.end()
    try:
        part, rest = _any(tokens)
    except (IndexError, ValueError):
        return None
    return None if rest else part


Tokens = list[re.Match[str]]


def _any(tokens: Tokens) -> tuple[Part, Tokens]:
    """Return a chain of AND or OR. Mixing them is not parsed: AWS doesn't document which binds tighter."""
    part, rest = _joined(tokens, "OR", _every)
    if part.kind == "OR" and any(inner.kind == "AND" for inner in part.parts):
        raise ValueError
    return part, rest


def _every(tokens: Tokens) -> tuple[Part, Tokens]:
    return _joined(tokens, "AND", _single)


def _joined(tokens: Tokens, operator: str, operand: Callable[[Tokens], tuple[Part, Tokens]]) -> tuple[Part, Tokens]:
    part, tokens = operand(tokens)
    parts = [part]
    while tokens and tokens[0]["word"] == operator:
        part, tokens = operand(tokens[1:])
        parts.append(part)
    return (parts[0] if len(parts) == 1 else Part(operator, parts=tuple(parts))), tokens


def _single(tokens: Tokens) -> tuple[Part, Tokens]:
    token, rest = tokens[0], tokens[1:]
    if token["state"]:
        return Part(token["state"], token["quoted"] or token["plain"] or ""), rest
    if token["word"] == "NOT":
        part, rest = _single(rest)
        return Part("NOT", parts=(part,)), rest
    if token["word"] == "(":
        part, rest = _any(rest)
        if not rest or rest[0]["word"] != ")":
            raise ValueError
        return Part("OR", parts=(part,)), rest[1:]
    if token["word"] in ("TRUE", "FALSE"):
        return Part(token["word"]), rest
    raise ValueError
