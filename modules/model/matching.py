"""Which items a key condition selects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from modules.model.condition import KeyCondition
from modules.model.sample import Item
from modules.model.template import Template

Asked = Mapping[str, KeyCondition] | Mapping[str, Template]


def parameters_for(asked: Asked, item: Item) -> dict[str, str] | None:
    """Values for the parameters of equalities and prefixes with which `asked` selects `item`; None where nothing does.

    Parameters of ranges are left out: any range may hold the item.
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
                found = template.match_start(text)
            case _:
                found = {}
        if found is None or any(bound.get(key, value) != value for key, value in found.items()):
            return None
        bound |= found
    return bound


def as_text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
