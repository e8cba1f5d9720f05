"""Checks of operand types in expressions: DynamoDB refuses a wrong one at each request."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from dynawright.errors import Problem
from dynawright.model.attribute import Declared, type_of
from dynawright.model.entity import Entity
from dynawright.model.expression import Action, Arithmetic, Call, Comparison, Logical, Node, Operand, Path, Place, nodes
from dynawright.model.limits import MAX_IN_OPERANDS, MAX_OPERATORS, AttributeType, KeyType

SETS: tuple[AttributeType, ...] = ("SS", "NS", "BS")
CLAUSES: Mapping[str, tuple[AttributeType, ...]] = {"ADD": ("N", *SETS), "DELETE": SETS}
"""Types that each update clause can change, and types of its operand."""
FUNCTIONS: Mapping[str, tuple[AttributeType, ...]] = {
    "begins_with": ("S", "B"),
    "contains": ("S", *SETS, "L"),
    "size": ("S", "B", *SETS, "L", "M"),
    "list_append": ("L",),
}
"""Types of each function's first operand; `begins_with` and `list_append` take two of them."""
OF_TWO = ("begins_with", "list_append")
ARITHMETIC: tuple[AttributeType, ...] = ("N",)


def problems(keys: Mapping[str, KeyType], entities: Sequence[Entity], parsed: Node | tuple[Action, ...]) -> Iterator[Problem]:
    """Yield operands whose known type does not fit, and expressions with too many operators."""
    if (count := sum(map(_operators, nodes(parsed)))) > MAX_OPERATORS:
        told = f"there must be at most {MAX_OPERATORS} operators and functions, got {count}"
        yield Problem(
            "DW228", told, value=count, allowed=str(MAX_OPERATORS), fix="ask several times, or compare fewer attributes"
        )
    for node in nodes(parsed):
        match node:
            case Action(clause, path, value) if clause in CLAUSES and value is not None:
                yield from _misfits(keys, entities, clause, (path, value), CLAUSES[clause])
            case Call(function, operands) if function in FUNCTIONS:
                taken = operands if function in OF_TWO else operands[:1]
                yield from _misfits(keys, entities, function, taken, FUNCTIONS[function])
            case Arithmetic(operator, left, right):
                yield from _misfits(keys, entities, f"'{operator}'", (left, right), ARITHMETIC)
            case Comparison("IN", operands) if len(operands) - 1 > MAX_IN_OPERANDS:
                text = f"IN must have at most {MAX_IN_OPERANDS} values, got {len(operands) - 1}"
                yield Problem("DW228", text, value=len(operands) - 1, allowed=str(MAX_IN_OPERANDS), fix="ask several times")


def _operators(node: Node) -> int:
    match node:
        case Logical(operator, terms):
            return 1 if operator == "NOT" else len(terms) - 1
        case Call() | Comparison() | Arithmetic():
            return 1
    return 0


def _misfits(
    keys: Mapping[str, KeyType],
    entities: Sequence[Entity],
    taker: str,
    operands: Sequence[Operand],
    allowed: Collection[AttributeType],
) -> Iterator[Problem]:
    for operand in operands:
        for type in sorted(_types(keys, entities, operand)):
            if type not in allowed:
                name = operand.name if isinstance(operand, Place) else ".".join(map(str, operand.parts))  # type: ignore[union-attr]
                text = f"{taker} takes {', '.join(allowed)}, and '{name}' is {type}"
                yield Problem("DW227", text, value=name, allowed=", ".join(allowed))


def _types(keys: Mapping[str, KeyType], entities: Sequence[Entity], operand: Operand) -> set[str]:
    """Return the types that an operand may have; empty if unknown or not an attribute.

    A key has the type that its table or index declares, whatever its entities name its placeholders.
    """
    if isinstance(operand, Place):
        return {operand.type} if operand.type else set()
    if not isinstance(operand, Path):
        return set()
    first, *inside = operand.parts
    if not inside and isinstance(first, str) and first in keys:
        return {keys[first]}
    found = {type_of(declared) for entity in entities if (declared := _declared(entity.declared, operand.parts)) is not None}
    return set(found) if len(found) == 1 else set()


def _declared(declared: Mapping[str, Declared], parts: Sequence[str | int]) -> Declared | None:
    first, *rest = parts
    inner = declared.get(first) if isinstance(first, str) else None
    if not rest or inner is None:
        return inner
    return _declared(inner, rest) if isinstance(inner, Mapping) else None
