"""The state of an alarm, from the values of its periods or from other alarms' states."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence

from dynawright.monitoring.metric_values import COMPARISONS

OK, ALARM, INSUFFICIENT_DATA = "OK", "ALARM", "INSUFFICIENT_DATA"
_STATES = {"ALARM": ALARM, "OK": OK, "INSUFFICIENT_DATA": INSUFFICIENT_DATA}


def of_values(
    values: Sequence[float | None],
    *,
    comparison: str,
    threshold: float,
    datapoints: int,
    missing: str,
    before: str,
) -> str:
    """Return the state after these periods (oldest first): ALARM if `datapoints` breach the threshold.

    `missing` says how periods without data count: as `breaching` or `notBreaching`, or not at all. If no period has
    data, `ignore` keeps the state and `missing` gives INSUFFICIENT_DATA.
    """
    if missing in ("ignore", "missing") and all(value is None for value in values):
        return before if missing == "ignore" else INSUFFICIENT_DATA
    is_beyond = COMPARISONS[comparison]
    beyond = sum(missing == "breaching" if value is None else is_beyond(value, threshold) for value in values)
    return ALARM if beyond >= datapoints else OK


def of_rule(rule: str, states: Mapping[str, str]) -> str:
    """Return the state of a composite alarm: ALARM if its rule is true of the named alarms."""
    python = re.sub(r"\b(AND|OR|NOT)\b(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", lambda word: word[0].lower(), rule)
    return ALARM if _holds(ast.parse(python, mode="eval").body, states) else OK


def _holds(node: ast.AST, states: Mapping[str, str]) -> bool:
    match node:
        case ast.BoolOp(op=ast.And(), values=parts):
            return all(_holds(part, states) for part in parts)
        case ast.BoolOp(values=parts):
            return any(_holds(part, states) for part in parts)
        case ast.UnaryOp(op=ast.Not(), operand=part):
            return not _holds(part, states)
        case ast.Call(func=ast.Name(id=state), args=[ast.Constant(value=str(name))]):
            return states[name.rsplit(":alarm:", 1)[-1]] == _STATES[state]
    raise ValueError(f"not a rule of a composite alarm: {ast.dump(node)}")
