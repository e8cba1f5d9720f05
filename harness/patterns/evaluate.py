"""What condition and update expressions mean, in plain Python: the reference that the emulator's answers are compared with."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from modules.model.expression import Action, Arithmetic, Call, Comparison, Condition, Logical, Operand, Path, Place
from modules.model.sample import Item

_ABSENT = object()


def holds(condition: Condition, item: Item | None, values: Mapping[str, Any]) -> bool:
    """Whether the condition is true of the item as it is stored; None is an item that does not exist."""
    match condition:
        case Logical("NOT", (term,)):
            return not holds(term, item, values)
        case Logical("AND", terms):
            return all(holds(term, item, values) for term in terms)
        case Logical("OR", terms):
            return any(holds(term, item, values) for term in terms)
        case Call("attribute_exists", (path,)):
            return _operand(path, item, values) is not _ABSENT
        case Call("attribute_not_exists", (path,)):
            return _operand(path, item, values) is _ABSENT
        case Call("begins_with", (path, prefix)):
            left, right = _operand(path, item, values), _operand(prefix, item, values)
            return left is not _ABSENT and left[: len(right)] == right
        case Call("contains", (path, part)):
            left, right = _operand(path, item, values), _operand(part, item, values)
            return left is not _ABSENT and right in left
        case Comparison(operator, operands):
            given = [_operand(operand, item, values) for operand in operands]
            return _ABSENT not in given and _compare(operator, given)
    raise NotImplementedError(f"the reference does not know {condition}")


def updated(actions: tuple[Action, ...], item: Item, values: Mapping[str, Any]) -> Item:
    """The item after the update; every right-hand side sees the item as it was before."""
    after = copy.deepcopy(item)
    for action in actions:
        *parents, last = action.path.parts
        target: Any = after
        for part in parents:
            target = target[part]
        value = None if action.value is None else _operand(action.value, item, values)
        match action.clause:
            case "SET":
                target[last] = value
            case "REMOVE":
                target.pop(last, None)
            case "ADD":
                target[last] = _added(target.get(last), value)
            case "DELETE":
                target[last] = target[last] - value
    return after


def _added(old: Any, more: Any) -> Any:
    """ADD: numbers are summed, sets united; what is not there yet starts empty."""
    if old is None:
        return more
    return old | more if isinstance(old, set) else old + more


def _compare(operator: str, given: list[Any]) -> bool:
    left, *right = given
    match operator:
        case "=":
            return bool(left == right[0])
        case "<>":
            return bool(left != right[0])
        case "<":
            return bool(left < right[0])
        case "<=":
            return bool(left <= right[0])
        case ">":
            return bool(left > right[0])
        case ">=":
            return bool(left >= right[0])
        case "BETWEEN":
            return bool(right[0] <= left <= right[1])
        case "IN":
            return left in right
    raise NotImplementedError(operator)


def _operand(operand: Operand, item: Item | None, values: Mapping[str, Any]) -> Any:
    match operand:
        case Place(name):
            return values[name]
        case Path(parts):
            return _at(item or {}, parts)
        case Arithmetic(operator, left, right):
            first, second = _operand(left, item, values), _operand(right, item, values)
            return first + second if operator == "+" else first - second
        case Call("if_not_exists", (path, default)):
            found = _operand(path, item, values)
            return _operand(default, item, values) if found is _ABSENT else found
        case Call("list_append", (first, second)):
            return _operand(first, item, values) + _operand(second, item, values)
        case Call("size", (path,)):
            found = _operand(path, item, values)
            return found if found is _ABSENT else len(found)
    raise NotImplementedError(f"the reference does not know {operand}")


def _at(value: Any, parts: tuple[str | int, ...]) -> Any:
    for part in parts:
        try:
            value = value[part]
        except (KeyError, IndexError, TypeError):
            return _ABSENT
    return value
