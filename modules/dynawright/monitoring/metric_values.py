"""Evaluates CloudWatch's metric math as far as alarms use it: a value or None per period."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

Values = list[float | None]

_ARITHMETIC: dict[type, Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_COMPARISONS: dict[type, Callable[[float, float], bool]] = {
    ast.Gt: operator.gt,
    ast.Lt: operator.lt,
    ast.GtE: operator.ge,
    ast.LtE: operator.le,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}


COMPARISONS: Mapping[str, Callable[[float, float], bool]] = {
    "GreaterThanThreshold": operator.gt,
    "GreaterThanOrEqualToThreshold": operator.ge,
    "LessThanThreshold": operator.lt,
    "LessThanOrEqualToThreshold": operator.le,
}
"""Comparison of a value with an alarm's threshold."""


class UnknownMathError(Exception):
    """An expression uses a part of metric math that is not implemented here."""


def evaluate(expression: str, series: Mapping[str, Values], period_seconds: int) -> Values:
    """Return one value per period; None where a term has no data, except inside FILL."""
    python = re.sub(r"\b(AND|OR)\b", lambda word: word[0].lower(), expression)
    length = max((len(values) for values in series.values()), default=0)
    return _Evaluation(series, period_seconds, length).of(ast.parse(python, mode="eval").body)


class _Evaluation:
    def __init__(self, series: Mapping[str, Values], period_seconds: int, length: int) -> None:
        self._series, self._period, self._length = series, float(period_seconds), length

    def of(self, node: ast.AST) -> Values:
        match node:
            case ast.Constant(value=int() | float() as value):
                return [float(value)] * self._length
            case ast.Name(id=name) if name in self._series:
                return list(self._series[name])
            case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _ARITHMETIC:
                return self._each(_ARITHMETIC[type(sign)], left, right)
            case ast.Compare(left=left, ops=[sign], comparators=[right]) if type(sign) in _COMPARISONS:
                return self._each(_COMPARISONS[type(sign)], left, right)
            case ast.BoolOp(op=sign, values=parts):
                joined = all if isinstance(sign, ast.And) else any
                return self._each(lambda *values: joined(values), *parts)
            case ast.Call(func=ast.Name(id=function), args=args):
                return self._call(function, args)
        raise UnknownMathError(ast.dump(node))

    def _call(self, function: str, args: list[ast.expr]) -> Values:
        match function, args:
            case "FILL", [term, default]:
                return [fill if value is None else value for value, fill in zip(self.of(term), self.of(default), strict=True)]
            case "IF", [condition, then, otherwise]:
                return self._each(lambda true, yes, no: yes if true else no, condition, then, otherwise)
            case (("SUM" | "MAX"), [ast.List(elts=parts)]):
                together = [self.of(part) for part in parts] or [[None] * self._length]
                known = [[value for value in values if value is not None] for values in zip(*together, strict=True)]
                return [float((sum if function == "SUM" else max)(values)) if values else None for values in known]
            case "PERIOD", [_]:
                return [self._period] * self._length
        raise UnknownMathError(f"{function} with {len(args)} arguments")

    def _each(self, apply: Callable[..., Any], *parts: ast.AST) -> Values:
        """Apply an operator to each period's values; None without data or for division by zero."""
        return [_applied(apply, values) for values in zip(*(self.of(part) for part in parts), strict=True)]


def _applied(apply: Callable[..., Any], values: tuple[float | None, ...]) -> float | None:
    if None in values:
        return None
    try:
        return float(apply(*values))
    except ZeroDivisionError:
        return None
