"""Name the kind of an item by its key: comparisons are counted by entity."""

from __future__ import annotations

from collections.abc import Callable

from dynawright.model import TableModel
from dynawright.model.template import Template
from dynawright.ops.migration.value import Item

EntityOf = Callable[[Item], str]
OTHER = "other items"


def all_alike(item: Item) -> str:
    """Return the only kind of items if there is no model."""
    return "items"


def by_key(model: TableModel) -> EntityOf:
    """Return a function that names the entity whose templates fit a key, the most specific first."""
    keys = [key.name for key in model.key]

    def letters(templates: list[tuple[str, Template]]) -> int:
        return sum(len(template.text) - sum(len(place) + 2 for place in template.parameters) for _, template in templates)

    known = [(entity.name, [(key, entity.keys[key]) for key in keys]) for entity in model.entities]
    known.sort(key=lambda entity: -letters(entity[1]))

    def entity_of(item: Item) -> str:
        texts = {key: str(item.get(key, {}).get("S", item.get(key, {}).get("N", ""))) for key in keys}
        for name, templates in known:
            if all(template.match(texts[key]) is not None for key, template in templates):
                return name
        return OTHER

    return entity_of
