"""Types of the placeholders in a write's expressions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from dynawright.model.attribute import Declared
from dynawright.model.expression import Action, Call, Comparison, Node, Path, Place, nodes, parse_condition, parse_update
from dynawright.model.limits import AttributeType
from dynawright.model.matching import matching_entities
from dynawright.model.operation import PutItem, UpdateItem, Write
from dynawright.model.table import TableModel


def place_types(model: TableModel, write: Write) -> dict[str, Declared]:
    """Return each placeholder of the condition and the update with its type, in order."""
    parsed = expression_nodes(write)
    declared = _declared(model, write)
    places = dict.fromkeys(node.name for node in parsed if isinstance(node, Place))
    return {name: _place(declared, name, parsed) for name in places}


def expression_nodes(write: Write) -> list[Node]:
    """Return all nodes of the condition, then all of the update."""
    condition = [*nodes(parse_condition(write.condition))] if write.condition else []
    return [*condition, *(nodes(parse_update(write.update)) if isinstance(write, UpdateItem) else ())]


def _declared(model: TableModel, write: Write) -> dict[str, Declared]:
    """Return the attributes' types: those of written entities first, then the others'."""
    written = [model.entity(write.entity)] if isinstance(write, PutItem) else matching_entities(model, write.key)
    return {name: value for entity in (*model.entities, *written) for name, value in entity.declared.items()}


def _place(declared: Mapping[str, Declared], place: str, found: list[Node]) -> Declared:
    """Return a placeholder's declared type, or that of the attribute with its name or compared with it."""
    for node in found:
        if isinstance(node, Place) and node.name == place and node.type is not None:
            return cast(AttributeType, node.type)
    if place in declared:
        return declared[place]
    for node in found:
        below = [*nodes(node)]
        if isinstance(node, Action | Comparison) and any(isinstance(child, Place) and child.name == place for child in below):
            if any(isinstance(child, Call) and child.function == "size" for child in below):
                return "N"
            paths = [str(child.parts[0]) for child in below if isinstance(child, Path) and len(child.parts) == 1]
            return next((declared[path] for path in paths if path in declared), "S")
    return "S"
