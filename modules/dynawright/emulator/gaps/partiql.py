"""PartiQL statements → the expressions of DynamoDB's own operations."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

TOKEN = re.compile(
    r"""\s*(?:('(?:[^']|'')*')|("[^"]*")|(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|([A-Za-z_][\w-]*)|(<<|>>|<=|>=|<>|!=|[=<>(){}\[\]:,.*?+-]))"""
)
COMPARATORS = {"=": "=", "<>": "<>", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
FUNCTIONS = ("begins_with", "contains", "attribute_type", "attribute_exists", "attribute_not_exists")
CONSTANTS: dict[str, dict[str, Any]] = {"TRUE": {"BOOL": True}, "FALSE": {"BOOL": False}, "NULL": {"NULL": True}}
Wire = dict[str, Any]


class StatementError(ValueError):
    """The statement is not PartiQL, or not supported here."""


@dataclass
class Statement:
    """A PartiQL statement; `where` and `update` are DynamoDB expressions with `names` and `values`."""

    kind: str
    table: str = ""
    index: str | None = None
    columns: list[list[str | int]] = field(default_factory=list)
    item: Wire = field(default_factory=dict)
    update: str = ""
    updated: list[str] = field(default_factory=list)
    where: str = ""
    equal: dict[str, Wire] = field(default_factory=dict)
    """Attributes that conditions joined by AND set equal to a value."""
    conditions: int = 0
    returning: str = ""
    names: dict[str, str] = field(default_factory=dict)
    values: dict[str, Wire] = field(default_factory=dict)


def parse(text: str, parameters: list[Wire]) -> Statement:
    return _Parser(text, parameters).statement()


class _Parser:
    def __init__(self, text: str, parameters: list[Wire]) -> None:
        self._tokens, at = list[str](), 0
        while text[at:].strip().rstrip(";"):
            match = TOKEN.match(text, at)
            if match is None:
                raise StatementError(f"unexpected text: {text[at : at + 10]}")
            self._tokens.append(match[0].strip())
            at = match.end()
        self._parameters = [*parameters]
        self._at = 0

    def statement(self) -> Statement:
        kind = self._next().upper()
        self._parsed = parsed = Statement(kind)
        match kind:
            case "SELECT":
                self._columns()
                self._expect("FROM")
                self._source()
            case "INSERT":
                self._expect("INTO")
                self._source()
                self._expect("VALUE")
                parsed.item = self._value()["M"]
            case "UPDATE":
                self._source()
                self._update()
            case "DELETE":
                self._expect("FROM")
                self._source()
            case _:
                raise StatementError(f"unknown statement: {kind}")
        if self._take("WHERE"):
            parsed.where = self._any_of(top=True)
        if self._take("RETURNING"):
            parsed.returning = " ".join(self._next().upper() for _ in range(2))
            self._expect("*")
        if self._at < len(self._tokens):
            raise StatementError(f"unexpected {self._tokens[self._at]}")
        return parsed

    def _source(self) -> None:
        self._parsed.table = self._name()
        if self._take("."):
            self._parsed.index = self._name()

    def _columns(self) -> None:
        if self._take("*"):
            return
        self._parsed.columns.append(self._parts())
        while self._take(","):
            self._parsed.columns.append(self._parts())

    def _update(self) -> None:
        clauses: dict[str, list[str]] = {"SET": [], "REMOVE": []}
        while self._peek().upper() in clauses:
            keyword = self._next().upper()
            while True:
                parts = self._parts()
                self._parsed.updated.append(str(parts[0]))
                target = self._placed(parts)
                if keyword == "SET":
                    self._expect("=")
                    target += f" = {self._operand()}"
                    if self._peek() in ("+", "-"):
                        target += f" {self._next()} {self._operand()}"
                clauses[keyword].append(target)
                if not self._take(","):
                    break
        self._parsed.update = " ".join(f"{keyword} {', '.join(targets)}" for keyword, targets in clauses.items() if targets)
        if not self._parsed.update:
            raise StatementError("an update needs SET or REMOVE")

    def _any_of(self, *, top: bool = False) -> str:
        terms = [self._all_of(top=top)]
        while self._take("OR"):
            self._parsed.equal.clear()
            terms.append(self._all_of())
        return terms[0] if len(terms) == 1 else f"({' OR '.join(terms)})"

    def _all_of(self, *, top: bool = False) -> str:
        terms = [self._condition(top=top)]
        while self._take("AND"):
            terms.append(self._condition(top=top))
        return " AND ".join(terms)

    def _condition(self, *, top: bool = False) -> str:
        if self._take("NOT"):
            return f"NOT {self._condition()}"
        if self._take("("):
            inner = self._any_of()
            self._expect(")")
            return f"({inner})"
        self._parsed.conditions += 1
        if self._peek().lower() in FUNCTIONS:
            function = self._next().lower()
            self._expect("(")
            operands = [self._operand()]
            while self._take(","):
                operands.append(self._operand())
            self._expect(")")
            return f"{function}({', '.join(operands)})"
        parts = self._parts()
        path, operator = self._placed(parts), self._next().upper()
        if operator in COMPARATORS:
            value = self._operand()
            if top and operator == "=" and len(parts) == 1 and value in self._parsed.values:
                self._parsed.equal[str(parts[0])] = self._parsed.values[value]
            return f"{path} {COMPARATORS[operator]} {value}"
        match operator:
            case "BETWEEN":
                low = self._operand()
                self._expect("AND")
                return f"{path} BETWEEN {low} AND {self._operand()}"
            case "IN":
                return f"{path} IN ({', '.join(self._members())})"
            case "IS":
                return self._is(path)
        raise StatementError(f"unknown operator: {operator}")

    def _members(self) -> list[str]:
        closing = {"[": "]", "(": ")"}.get(self._next())
        members = [self._operand()]
        while self._take(","):
            members.append(self._operand())
        self._expect(closing or "]")
        return members

    def _is(self, path: str) -> str:
        negated, what = self._take("NOT"), self._next().upper()
        if what == "MISSING":
            return f"attribute_{'' if negated else 'not_'}exists({path})"
        if what == "NULL":
            return f"{'NOT ' if negated else ''}{path} = {self._kept(CONSTANTS['NULL'])}"
        raise StatementError(f"unknown type: {what}")

    def _operand(self) -> str:
        """Return a path or a value, as a placeholder."""
        token = self._peek()
        is_path = token.startswith('"') or (re.match(r"[A-Za-z_]", token) and token.upper() not in CONSTANTS)
        return self._placed(self._parts()) if is_path else self._kept(self._value())

    def _kept(self, value: Wire) -> str:
        place = f":p{len(self._parsed.values)}"
        self._parsed.values[place] = value
        return place

    def _placed(self, parts: list[str | int]) -> str:
        text = ""
        for part in parts:
            if isinstance(part, int):
                text += f"[{part}]"
                continue
            place = next((place for place, name in self._parsed.names.items() if name == part), f"#p{len(self._parsed.names)}")
            self._parsed.names[place] = part
            text += f".{place}" if text else place
        return text

    def _parts(self) -> list[str | int]:
        parts: list[str | int] = [self._name()]
        while self._peek() in (".", "["):
            if self._next() == ".":
                parts.append(self._name())
            else:
                parts.append(int(self._next()))
                self._expect("]")
        return parts

    def _name(self) -> str:
        token = self._next()
        if not re.match(r'["A-Za-z_]', token):
            raise StatementError(f"a name is expected, not {token}")
        return token.strip('"')

    def _value(self) -> Wire:
        token = self._next()
        if token == "?":  # noqa: S105 - a place for a parameter
            if not self._parameters:
                raise StatementError("there are fewer parameters than places for them")
            return self._parameters.pop(0)
        if token.startswith("'"):
            return {"S": token[1:-1].replace("''", "'")}
        if token.upper() in CONSTANTS:
            return CONSTANTS[token.upper()]
        if token == "-" or token[0].isdigit():  # noqa: S105 - a sign
            return {"N": f"-{self._next()}" if token == "-" else token}  # noqa: S105 - a sign
        match token:
            case "[":
                return {"L": self._list("]")}
            case "<<":
                members = self._list(">>")
                [type] = {next(iter(member)) for member in members} or {"S"}
                return {f"{type}S": [member[type] for member in members]}
            case "{":
                return {"M": self._map()}
        raise StatementError(f"a value is expected, not {token}")

    def _list(self, closing: str) -> list[Wire]:
        values: list[Wire] = []
        while not self._take(closing):
            values.append(self._value())
            self._take(",")
        return values

    def _map(self) -> dict[str, Wire]:
        members: dict[str, Wire] = {}
        while not self._take("}"):
            name = self._next().strip("'\"")
            self._expect(":")
            members[name] = self._value()
            self._take(",")
        return members

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _next(self) -> str:
        token = self._peek()
        if not token:
            raise StatementError("the statement ends too early")
        self._at += 1
        return token

    def _take(self, wanted: str) -> bool:
        taken = self._peek().upper() == wanted
        self._at += taken
        return taken

    def _expect(self, wanted: str) -> None:
        if not self._take(wanted):
            raise StatementError(f"{wanted} is expected, not {self._peek() or 'the end'}")
