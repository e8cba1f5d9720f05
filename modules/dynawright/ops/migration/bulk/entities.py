"""Find the entity of an item by its key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dynawright.model import TableModel
from dynawright.model.template import Template

NONE = "no entity"


@dataclass(frozen=True)
class Entities:
    """Picklable. Entities with the most literal text in their keys are tried first."""

    keys: tuple[tuple[str, Mapping[str, Template]], ...] = ()

    @classmethod
    def of_model(cls, model: TableModel) -> Entities:
        keys = [(entity.name, {key.name: entity.keys[key.name] for key in model.key}) for entity in model.entities]
        return cls(tuple(sorted(keys, key=lambda entity: -sum(_written_out(template) for template in entity[1].values()))))

    def of(self, key: Mapping[str, Mapping[str, Any]]) -> str:
        """Return the entity of a typed key."""
        for name, templates in self.keys:
            if all(_matches(template, key[attribute]) for attribute, template in templates.items()):
                return name
        return NONE


def _matches(template: Template, value: Mapping[str, Any]) -> bool:
    ((type, content),) = value.items()
    return template.match(content) is not None if type == "S" else True


def _written_out(template: Template) -> int:
    return len(template.render(dict.fromkeys(template.parameters, "")))
