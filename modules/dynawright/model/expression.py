"""DynamoDB's condition and update expressions, checked at synth.

Write attributes plainly (`owner`; reserved words too, since every name is sent as a #name) and values as placeholders: `{quantity}`,
or `{quantity:N}` where no attribute of that name gives the type.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple, TypeVar

Parsed = TypeVar("Parsed")

KEYWORDS = {"AND", "OR", "NOT", "BETWEEN", "IN", "SET", "REMOVE", "ADD", "DELETE"}
CONDITION_FUNCTIONS = {"attribute_exists": 1, "attribute_not_exists": 1, "attribute_type": 2, "begins_with": 2, "contains": 2}
SIZE = {"size": 1}
UPDATE_FUNCTIONS = {"if_not_exists": 2, "list_append": 2}
OF_AN_ATTRIBUTE = {"attribute_exists", "attribute_not_exists", "if_not_exists"}  # the others also take values
COMPARATORS = {"=", "<>", "<", "<=", ">", ">="}
MAX_DEPTH = 32
_TOKEN = re.compile(r"\s*(?:(\{[^{}]*\})|([A-Za-z_]\w*)|(\[[0-9]{1,9}\])|(<>|<=|>=|[=<>+\-(),.]))")
_PLACE = re.compile(r"\{([A-Za-z_]\w*)(?::([A-Z]+))?\}", re.ASCII)


class ExpressionError(ValueError):
    """The text does not follow DynamoDB's grammar for expressions."""


@dataclass(frozen=True)
class Path:
    """An attribute, or a place inside one: ("metrics", "total") or ("tags", 0)."""

    parts: tuple[str | int, ...]


@dataclass(frozen=True)
class Place:
    """A value given with each request."""

    name: str
    type: str | None


@dataclass(frozen=True)
class Call:
    """`size(path)`, `attribute_exists(path)` and the like."""

    function: str
    arguments: tuple[Operand, ...]


@dataclass(frozen=True)
class Arithmetic:
    """`a + b` or `a - b`."""

    operator: str  # + or -
    left: Operand
    right: Operand


@dataclass(frozen=True)
class Comparison:
    """`a = b`, `a < b`, …"""

    operator: str  # a comparator, BETWEEN or IN
    operands: tuple[Operand, ...]


@dataclass(frozen=True)
class Logical:
    """`AND`, `OR`, `NOT`."""

    operator: str  # AND, OR or NOT
    terms: tuple[Condition, ...]


@dataclass(frozen=True)
class Action:
    """One change of an update: SET path = value, ADD path value, DELETE path value, REMOVE path."""

    clause: str
    path: Path
    value: Operand | None


Operand = Path | Place | Call | Arithmetic
Condition = Comparison | Call | Logical
Node = Operand | Condition | Action


class Token(NamedTuple):
    kind: str  # "place", "name", "index" or "sign"
    text: str


def parse_condition(text: str) -> Condition:
    return _parse(text, _Parser.condition)


def parse_update(text: str) -> tuple[Action, ...]:
    return _parse(text, _Parser.update)


def tokens(text: str) -> list[Token]:
    """Return the tokens of an expression; a client replaces some of them when it builds a request."""
    found, at = [], 0
    end = len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None:
            raise ExpressionError(f"can't be read from '{text[at:].strip()[:20]}' on")
        place, name, index, sign = match.groups()
        if place and not _PLACE.fullmatch(place):
            raise ExpressionError(f"'{place}' is not a place for a value; write {{name}} or {{name:N}}")
        kind = "place" if place else "name" if name else "index" if index else "sign"
        found.append(Token(kind, place or name or index or sign))
        at = match.end()
    return found


def place_of(token: Token) -> Place:
    match = _PLACE.fullmatch(token.text)
    if match is None:
        raise ExpressionError(f"'{token.text}' is not a place for a value")
    return Place(match[1], match[2])


def nodes(node: Node | tuple[Node, ...]) -> Iterator[Node]:
    """Yield the node and everything below it."""
    if isinstance(node, tuple):
        for part in node:
            yield from nodes(part)
        return
    yield node
    match node:
        case Call(_, below) | Comparison(_, below):
            yield from nodes(below)
        case Logical(_, terms):
            yield from nodes(terms)
        case Arithmetic(_, left, right):
            yield from nodes((left, right))
        case Action(_, path, value):
            yield from nodes((path,) if value is None else (path, value))


def _parse(text: str, rule: Callable[[_Parser], Parsed]) -> Parsed:
    parser = _Parser(tokens(text))
    depth = max(accumulate((token.text == "(") - (token.text == ")") for token in parser.tokens), default=0)
    if depth > MAX_DEPTH:
        raise ExpressionError(f"is nested {depth} parentheses deep; at most {MAX_DEPTH} can be read")
    parsed = rule(parser)
    if parser.peek() is not None:
        raise ExpressionError(f"goes on with '{parser.peek_text()}' where it should end")
    return parsed


class _Parser:
    def __init__(self, found: list[Token]) -> None:
        self.tokens, self.at = found, 0

    def peek(self) -> Token | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def peek_text(self) -> str:
        token = self.peek()
        return "the end" if token is None else token.text

    def take(self, text: str) -> bool:
        token = self.peek()
        if token is None or token.text != text:
            return False
        self.at += 1
        return True

    def expect(self, text: str) -> None:
        if not self.take(text):
            raise ExpressionError(f"needs '{text}' where it has '{self.peek_text()}'")

    def condition(self) -> Condition:
        terms = [self.conjunction()]
        while self.take("OR"):
            terms.append(self.conjunction())
        return terms[0] if len(terms) == 1 else Logical("OR", tuple(terms))

    def conjunction(self) -> Condition:
        terms = [self.negation()]
        while self.take("AND"):
            terms.append(self.negation())
        return terms[0] if len(terms) == 1 else Logical("AND", tuple(terms))

    def negation(self) -> Condition:
        negated = False
        while self.take("NOT"):
            negated = not negated
        if self.take("("):
            term = self.condition()
            self.expect(")")
        else:
            term = self.predicate()
        return Logical("NOT", (term,)) if negated else term

    def predicate(self) -> Condition:
        left = self.operand(CONDITION_FUNCTIONS | SIZE)
        if isinstance(left, Call) and left.function not in SIZE:
            return left
        if self.take("BETWEEN"):
            low = self.operand(SIZE)
            self.expect("AND")
            return Comparison("BETWEEN", (left, low, self.operand(SIZE)))
        if self.take("IN"):
            self.expect("(")
            options = [self.operand(SIZE)]
            while self.take(","):
                options.append(self.operand(SIZE))
            self.expect(")")
            return Comparison("IN", (left, *options))
        operator = self.peek_text()
        if operator not in COMPARATORS:
            raise ExpressionError(f"needs a comparison after '{self.tokens[self.at - 1].text}', not '{operator}'")
        self.at += 1
        return Comparison(operator, (left, self.operand(SIZE)))

    def update(self) -> tuple[Action, ...]:
        actions: list[Action] = []
        seen: set[str] = set()
        while (clause := self.peek_text()) in ("SET", "REMOVE", "ADD", "DELETE"):
            if clause in seen:
                raise ExpressionError(f"has two {clause} clauses; list all its changes in one, separated by commas")
            seen.add(clause)
            self.at += 1
            actions.append(self.action(clause))
            while self.take(","):
                actions.append(self.action(clause))
        if not actions:
            raise ExpressionError(f"starts with '{self.peek_text()}'; an update starts with SET, REMOVE, ADD or DELETE")
        return tuple(actions)

    def action(self, clause: str) -> Action:
        path = self.path()
        if clause == "REMOVE":
            return Action(clause, path, None)
        if clause == "SET":
            self.expect("=")
            value = self.operand(UPDATE_FUNCTIONS)
            if self.peek_text() in ("+", "-"):
                self.at += 1
                return Action(clause, path, Arithmetic(self.tokens[self.at - 1].text, value, self.operand(UPDATE_FUNCTIONS)))
            return Action(clause, path, value)
        token = self.peek()
        if token is None or token.kind != "place":
            raise ExpressionError(f"{clause} takes a place such as {{quantity:N}} after the attribute, not '{self.peek_text()}'")
        self.at += 1
        return Action(clause, path, place_of(token))

    def operand(self, functions: dict[str, int]) -> Operand:
        token = self.peek()
        if token is None or token.kind in ("sign", "index") or token.text in KEYWORDS:
            raise ExpressionError(f"needs an attribute or a value where it has '{self.peek_text()}'")
        self.at += 1
        if token.kind == "place":
            return place_of(token)
        if not self.take("("):
            self.at -= 1
            return self.path()
        if token.text not in functions:
            raise ExpressionError(f"has no function '{token.text}' here; there are {', '.join(sorted(functions)) or 'none'}")
        inner = SIZE if token.text in CONDITION_FUNCTIONS else UPDATE_FUNCTIONS if token.text in UPDATE_FUNCTIONS else {}
        arguments = [self.operand(inner)]
        while self.take(","):
            arguments.append(self.operand(inner))
        self.expect(")")
        if len(arguments) != functions[token.text]:
            raise ExpressionError(f"gives {token.text} {len(arguments)} arguments; it takes {functions[token.text]}")
        if token.text in OF_AN_ATTRIBUTE and not isinstance(arguments[0], Path):
            raise ExpressionError(f"asks {token.text} of a value; it takes an attribute")
        return Call(token.text, tuple(arguments))

    def path(self) -> Path:
        parts: list[str | int] = [self.name()]
        while True:
            token = self.peek()
            if token is not None and token.kind == "index":
                self.at += 1
                parts.append(int(token.text[1:-1]))
            elif self.take("."):
                parts.append(self.name())
            else:
                return Path(tuple(parts))

    def name(self) -> str:
        token = self.peek()
        if token is None or token.kind != "name" or token.text in KEYWORDS:
            raise ExpressionError(f"needs an attribute where it has '{self.peek_text()}'")
        self.at += 1
        return token.text
