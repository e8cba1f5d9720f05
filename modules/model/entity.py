"""One kind of item in a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from modules.model.limits import AttributeType
from modules.model.template import Template


@dataclass(frozen=True, init=False)
class Entity:
    """An item's keys, each a template over the entity's attributes, and the attributes with their types.

    `expires_after` fills the table's TTL attribute: that long after the item is written.
    """

    name: str
    keys: Mapping[str, Template]
    attributes: Mapping[str, AttributeType]
    expires_after: timedelta | None

    def __init__(
        self,
        name: str,
        /,
        *,
        attributes: Mapping[str, AttributeType] | None = None,
        expires_after: timedelta | None = None,
        **keys: str,
    ) -> None:
        templates = {key: Template(text) for key, text in keys.items()}
        if attributes is None:
            attributes = {parameter: "S" for template in templates.values() for parameter in template.parameters}
        for field, value in (("name", name), ("keys", templates), ("attributes", attributes), ("expires_after", expires_after)):
            object.__setattr__(self, field, value)
