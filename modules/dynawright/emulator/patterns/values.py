"""Parameter values with which a pattern finds items, and its conditions hold or fail."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from itertools import product
from typing import Any

from dynawright.emulator.patterns.evaluate import value_of
from dynawright.emulator.patterns.reference import ReferenceTable
from dynawright.model.condition import KeyCondition
from dynawright.model.expression import Call, Comparison, Operand, Place, nodes, parse_condition
from dynawright.model.item import Item
from dynawright.model.limits import ATTRIBUTE_TYPES
from dynawright.model.matching import parameters_for
from dynawright.model.operation import Write
from dynawright.model.places import place_types
from dynawright.model.sample import value
from dynawright.model.table import TableModel
from dynawright.model.template import Template, as_text

Asked = Mapping[str, Template] | Mapping[str, KeyCondition]
NEW = 77  # the number in values that no sample item has


def subjects(table: ReferenceTable, conditions: Asked, index: str | None = None) -> list[tuple[Item, dict[str, Any]]]:
    """Return the items that the key can select, each with its parameters, typed as in the item."""
    needed = [] if index is None else [key.name for key in table.model.index_keys[index]]
    there = (item for item in table.items.values() if all(name in item for name in needed))
    candidates = ((item, parameters_for(conditions, item)) for item in there)
    return [
        (item, {name: item[name] if as_text(item.get(name)) == text else text for name, text in parameters.items()})
        for item, parameters in candidates
        if parameters is not None
    ]


def range_values(key: Mapping[str, KeyCondition], matches: Iterable[Item]) -> dict[str, str]:
    """Return values for range parameters that select some of `matches`, but not all if there are several."""
    values: dict[str, str] = {}
    for name, condition in key.items():
        if condition.operator in ("=", "begins_with"):
            continue
        bounds = _bounds(condition.operator, sorted({item[name] for item in matches}))
        for operand, bound in zip(condition.operands, bounds, strict=False):
            values |= _bounded(operand, as_text(bound))
    return values


def _bounds(operator: str, present: list[Any]) -> tuple[Any, Any]:
    """Return the ends of a range; a single one comes first."""
    if operator == "BETWEEN":
        inner = present[1:-1] or present[:1]
        return inner[0], inner[-1]
    if len(present) == 1:
        same, above, below = _near(present[0])
        only = {"<": above, ">": below}.get(operator, same)
    else:
        only = present[len(present) // 2 if operator in ("<", ">=") else (len(present) - 1) // 2]
    return only, only


def _bounded(operand: Template, text: str) -> dict[str, str]:
    """Return values with which a bound equals, or is close to, an existing key."""
    ends = operand.text.rfind("}") + 1
    return (
        operand.match(text)
        or operand.match_start(text)
        or Template(operand.text[:ends]).match(text)
        or dict.fromkeys(operand.parameters, text)
    )


def place_values(model: TableModel, write: Write, item: Item, ttl: Mapping[str, Any] | None = None) -> Iterator[dict[str, Any]]:
    """Return values for a write's placeholders, first those near `item`, where limits matter.

    `ttl` is the TTL attribute that the write must have.
    """
    condition = [*nodes(parse_condition(write.condition))] if write.condition else []
    choices = {name: [value(declared, name, NEW)] for name, declared in place_types(model, write).items()}
    choices |= {name: [expiry] for name, expiry in (ttl or {}).items() if name in choices}
    for node in condition:
        match node:
            case Call("attribute_type", (_, Place(name))):
                choices[name] = [*ATTRIBUTE_TYPES]
            case Comparison(_, operands) | Call(_, operands):
                present = [value_of(operand, item) for operand in operands if not isinstance(operand, Place)]
                for place in (operand.name for operand in operands if isinstance(operand, Place)):
                    choices[place][:0] = [near for known_value in present for near in _near(known_value)]
    ranges = [node.operands[1:] for node in condition if isinstance(node, Comparison) and node.operator == "BETWEEN"]
    chosen = (dict(zip(choices, values, strict=True)) for values in product(*choices.values()))
    return (values for values in chosen if not any(_reversed(bounds, values) for bounds in ranges))


def _reversed(bounds: tuple[Operand, ...], values: Mapping[str, Any]) -> bool:
    """Whether the caller gives both ends of a range in the wrong order, which DynamoDB refuses."""
    low, high = (values.get(bound.name) if isinstance(bound, Place) else None for bound in bounds)
    return low is not None and high is not None and low > high


def _near(present: Any) -> list[Any]:
    """Return values equal to, above and below an item's; the members of a collection."""
    match present:
        case Decimal():
            return [present, present + 1, present - 1]
        case str():
            return [present, f"{present}~", present[:-1] or " "]
        case bytes():
            return [present, present + b"~", present[:-1] or b" "]
        case list() | set():
            return [present, *present]
    return [] if present is None else [present]
