"""Values for the parameters of a pattern: such that it finds something, or such that its condition fails."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, cast

from harness.patterns.reference import ReferenceTable
from modules.model.condition import KeyCondition
from modules.model.expression import Action, Comparison, Node, Path, Place, nodes, parse_condition, parse_update
from modules.model.limits import AttributeType
from modules.model.matching import as_text, parameters_for
from modules.model.sample import Item, value
from modules.model.table import TableModel
from modules.model.template import Template

Asked = Mapping[str, Template] | Mapping[str, KeyCondition]
NEW = 77  # the number in values that no sample item has


def subjects(table: ReferenceTable, asked: Asked) -> list[tuple[Item, dict[str, Any]]]:
    """The items that the key can select, each with the parameters that select it."""
    found = ((item, parameters_for(asked, item)) for item in table.items.values())
    return [(item, dict(parameters)) for item, parameters in found if parameters is not None]


def range_values(asked: Mapping[str, KeyCondition], matches: Iterable[Item]) -> dict[str, str]:
    """Values for the parameters of ranges that take in some of `matches`, but not all where there are several."""
    found: dict[str, str] = {}
    for name, condition in asked.items():
        if condition.operator in ("=", "begins_with"):
            continue
        present = sorted({item[name] for item in matches})
        inner = (present[1:-1] or present) if condition.operator == "BETWEEN" else [present[len(present) // 2]]
        for operand, bound in zip(condition.operands, (inner[0], inner[-1]), strict=False):
            found |= operand.match(as_text(bound)) or {}
    return found


def expression_values(model: TableModel, texts: Mapping[str, str], item: Item, *, holding: bool) -> dict[str, Any]:
    """Values for the places of an item's `condition` and `update`; the condition holds of `item`, or does not."""
    found: dict[str, Any] = {}
    for node in _nodes(texts):
        if isinstance(node, Place):
            found[node.name] = value(_type(model, node, texts), node.name, NEW)
    if texts.get("condition"):
        for node in nodes(parse_condition(texts["condition"])):
            match node:
                case Comparison(operator, (Path(parts), Place(name))) if len(parts) == 1 and parts[0] in item:
                    found[name] = _compared(operator, item[parts[0]], holding)
    return found


def _compared(operator: str, present: Any, holding: bool) -> Any:
    """A right-hand side that makes `present <operator> value` true or false."""
    higher, lower = (present + 1, present - 1) if isinstance(present, Decimal) else (f"{present}~", f"{present}"[:-1])
    true = {"=": present, "<>": higher, "<": higher, "<=": present, ">": lower, ">=": present}
    false = {"=": higher, "<>": present, "<": present, "<=": lower, ">": present, ">=": higher}
    return (true if holding else false)[operator]


def _type(model: TableModel, place: Place, texts: Mapping[str, str]) -> AttributeType:
    """The type a place says it has, or that of the attribute of its name, or of the attribute it is set to or compared with."""
    if place.type is not None:
        return cast(AttributeType, place.type)
    types = {name: type for entity in model.entities for name, type in entity.attributes.items()}
    if place.name in types:
        return types[place.name]
    for node in _nodes(texts):
        match node:
            case Action(_, Path((str(name),)), Place(same)) | Comparison(_, (Path((str(name),)), Place(same))) if (
                same == place.name
            ):
                return types.get(name, "S")
    return "S"


def _nodes(texts: Mapping[str, str]) -> list[Node]:
    found: list[Node] = []
    if texts.get("condition"):
        found += nodes(parse_condition(texts["condition"]))
    if texts.get("update"):
        found += nodes(parse_update(texts["update"]))
    return found
