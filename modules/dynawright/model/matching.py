"""Items and entities that a key condition selects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from dynawright.model.condition import KeyCondition
from dynawright.model.item import Item
from dynawright.model.template import Template, as_text

if TYPE_CHECKING:
    from dynawright.model.entity import Entity
    from dynawright.model.table import TableModel

Asked = Mapping[str, KeyCondition] | Mapping[str, Template]


def matching_entities(model: TableModel, asked: Asked) -> list[Entity]:
    """Return the entities whose items match the requested keys; cached, since checks and grants repeat it."""
    known, key = model.matched, tuple(asked.items())
    if key not in known:
        found = {entity.name for entity, example in model.examples if parameters_for(asked, example) is not None}
        known[key] = tuple(entity for entity in model.entities if entity.name in found)
    return list(known[key])


def parameters_for(asked: Asked, item: Item) -> dict[str, str] | None:
    """Return values with which `asked` selects `item` by equality and prefix; None if none do.

    Leave out parameters of ranges: any range may contain the item.
    """
    bound: dict[str, str] = {}
    for name, given in asked.items():
        if name not in item:
            return None
        text = as_text(item[name])
        match given:
            case Template():
                found = given.match(text)
            case KeyCondition("=", (template,)):
                found = template.match(text)
            case KeyCondition("begins_with", (template,)):
                found = _prefix_of(template, text, item)
            case _:
                found = {}
        if found is None or any(bound.get(key, value) != value for key, value in found.items()):
            return None
        bound |= found
    return bound


def _prefix_of(template: Template, text: str, item: Item) -> dict[str, str] | None:
    """Return the item's attributes if they render to a prefix of `text`, else any that match."""
    own = {name: as_text(item[name]) for name in template.parameters if name in item}
    if len(own) == len(template.parameters) and text.startswith(template.render(own)):
        return own
    return template.match_start(text)
