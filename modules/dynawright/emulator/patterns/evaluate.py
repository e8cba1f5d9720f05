"""Condition and update expressions in plain Python: the reference for the emulator's answers."""

from __future__ import annotations

import copy
import operator
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from dynawright.model.expression import Action, Arithmetic, Call, Comparison, Condition, Logical, Operand, Path, Place
from dynawright.model.item import Item

_ABSENT = object()
_ORDER = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
_TYPES = {bool: "BOOL", type(None): "NULL", str: "S", bytes: "B", Decimal: "N", dict: "M", list: "L"}


def holds(condition: Condition, item: Item | None, values: Mapping[str, Any]) -> bool:
    """Whether the condition is true of the stored item; None means that the item doesn't exist."""
    match condition:
        case Logical("NOT", (term,)):
            return not holds(term, item, values)
        case Logical("AND", terms):
            return all(holds(term, item, values) for term in terms)
        case Logical(_, terms):
            return any(holds(term, item, values) for term in terms)
        case Comparison(comparator, operands) | Call(comparator, operands):
            first, *others = (_operand(operand, item, values) for operand in operands)
            return _compare(comparator, first, others)


def updated(actions: tuple[Action, ...], item: Item, values: Mapping[str, Any]) -> Item:
    """Return the item after the update; every right-hand side uses the old item."""
    after = copy.deepcopy(item)
    for action in sorted(actions, key=_removals_last):
        *parents, last = action.path.parts
        target: Any = after
        for part in parents:
            target = target[part]
        old = _at(target, (last,))
        value: Any = None if action.value is None else _operand(action.value, item, values)
        match action.clause:
            case "SET":
                _put(target, last, value)
            case "ADD":
                _put(target, last, value if old is _ABSENT else old | value if isinstance(old, set) else old + value)
            case "DELETE" if old is not _ABSENT and old - value:
                _put(target, last, old - value)
            case "REMOVE" | "DELETE" if old is not _ABSENT:  # a set is removed with its last member
                del target[last]
    return after


def value_of(operand: Operand, item: Item) -> Any:
    """Return the value of an operand without placeholders; None if the item lacks it."""
    value = _operand(operand, item, {})
    return None if value is _ABSENT else value


def _removals_last(action: Action) -> tuple[bool, int, int]:
    """Return a sort key: members are removed from a list's end, so that other positions stay valid."""
    last = action.path.parts[-1]
    return action.clause == "REMOVE", -len(action.path.parts), -last if isinstance(last, int) else 0


def _put(target: Any, place: str | int, value: Any) -> None:
    """Set a value; a position beyond the end of a list appends it."""
    if isinstance(target, list) and int(place) >= len(target):
        target.append(value)
    else:
        target[place] = value


def _compare(comparator: str, first: Any, others: list[Any]) -> bool:
    """Compare values; those of different types, or missing ones, are neither equal nor ordered."""
    alike = [other for other in others if _type(first) == _type(other) != ""]
    match comparator:
        case "attribute_exists":
            return first is not _ABSENT
        case "attribute_not_exists":
            return first is _ABSENT
        case "attribute_type":
            return bool(_type(first) == others[0])
        case "begins_with":
            return bool(alike) and isinstance(first, str | bytes) and first.startswith(others[0])
        case "contains":
            if isinstance(first, list | set):
                return bool(others[0] in [*first])
            return bool(alike) and isinstance(first, str | bytes) and bool(others[0] in first)
        case "=" | "IN":
            return first in alike
        case "<>":
            return first not in alike
        case "BETWEEN":
            return len(alike) == 2 and bool(others[0] <= first <= others[1])
    return bool(alike) and bool(_ORDER[comparator](first, others[0]))


def _type(value: Any) -> str:
    """Return DynamoDB's name of a value's type; empty for a missing value."""
    if isinstance(value, set):
        return "".join({_type(member) for member in value}) + "S"
    return _TYPES.get(type(value), "")


def _operand(operand: Operand, item: Item | None, values: Mapping[str, Any]) -> Any:
    match operand:
        case Place(name):
            return values[name]
        case Path(parts):
            return _at(item or {}, parts)
        case Arithmetic(sign, left, right):
            first, second = _operand(left, item, values), _operand(right, item, values)
            return first + second if sign == "+" else first - second
        case Call("if_not_exists", (path, default)):
            member = _operand(path, item, values)
            return _operand(default, item, values) if member is _ABSENT else member
        case Call("list_append", (first, second)):
            return _operand(first, item, values) + _operand(second, item, values)
        case Call("size", (path,)):
            member = _operand(path, item, values)
            return Decimal(len(member)) if hasattr(member, "__len__") else _ABSENT
    raise NotImplementedError(f"the reference does not know {operand}")


def _at(value: Any, parts: tuple[str | int, ...]) -> Any:
    for part in parts:
        if isinstance(value, dict):
            value = value.get(part, _ABSENT)
        elif isinstance(value, list) and isinstance(part, int) and part < len(value):
            value = value[part]
        else:
            return _ABSENT
    return value
