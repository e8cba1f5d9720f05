"""Return types of client methods."""

from __future__ import annotations

from collections.abc import Mapping

from dynawright.clients.layout import Code, subscript
from dynawright.clients.names import class_name
from dynawright.clients.types import READ, Types
from dynawright.model.chunks import CHUNK_ATTRIBUTES
from dynawright.model.condition import KeyCondition
from dynawright.model.entity import Entity
from dynawright.model.matching import matching_entities
from dynawright.model.pattern import AccessPattern, BatchGet, Delete, Get, Put, Query, Scan, TransactGet, Update
from dynawright.model.table import TableModel
from dynawright.model.template import Template

Asked = Mapping[str, Template] | Mapping[str, KeyCondition]


class Answers:
    """Defines the types of items that patterns return."""

    def __init__(self, types: Types) -> None:
        self._types = types

    def entity(self, model: TableModel, entity: Entity, *, whole_value: bool = False) -> str:
        """Return the type of a whole item; of a value in chunks, before it was split."""
        hidden = CHUNK_ATTRIBUTES if whole_value else {}
        fields = {name: type for name, type in self._fields(model, entity).items() if name not in hidden}
        name = class_name(entity.name)
        if entity.chunks is not None and not whole_value:
            name += "Chunk"
        return self._types.typed_dict(
            name, f"{class_name(model.name)}{name}", fields, optional=_optional(model, entity), about=f"An item of {entity.name}"
        )

    def item(self, model: TableModel, pattern: AccessPattern, method: str, *, whole_value: bool = False) -> str:
        """Return the type of the items that a pattern returns."""
        match pattern:
            case Get():
                return self._projected(model, pattern, method, matching_entities(model, pattern.item.key), pattern.attributes)
            case BatchGet():
                return self._projected(model, pattern, method, matching_entities(model, pattern.key), pattern.attributes)
            case Query():
                entities = _in_index(model, matching_entities(model, pattern.key), pattern.index)
                return self._projected(
                    model, pattern, method, entities, pattern.attributes, pattern.index, whole_value=whole_value
                )
            case Scan():
                entities = _in_index(model, list(model.entities), pattern.index)
                return self._projected(model, pattern, method, entities, pattern.attributes, pattern.index)
            case Put():
                return self.entity(model, model.entity(pattern.item.entity))
            case Update() | Delete():
                return self._written(model, pattern, method)
        raise TypeError(f"{pattern.operation} returns no items")

    def items(self, model: TableModel, pattern: TransactGet, method: str) -> str:
        """Return the type of the tuple that a TransactGet returns."""
        name, otherwise = f"{class_name(method)}Items", f"{class_name(method)}{pattern.id}Items"
        each = [
            self._types.union(
                f"{name}{number}",
                f"{otherwise}{number}",
                [self.entity(model, entity) for entity in matching_entities(model, part.key)],
            )
            for number, part in enumerate(pattern.items, 1)
        ]
        return self._types.alias(name, otherwise, subscript("tuple", *(f"{type_name} | None" for type_name in each)))

    def _written(self, model: TableModel, pattern: Update | Delete, method: str) -> str:
        """Return the type that an update or delete returns; changed attributes are only a part of the item."""
        entities = matching_entities(model, pattern.item.key)
        if not pattern.returns.startswith("UPDATED"):
            return self._projected(model, pattern, method, entities, ())
        fields = {name: type for entity in entities for name, type in self._fields(model, entity).items()}
        name = class_name(method)
        about = f"Attributes that {pattern.id} changed"
        return self._types.typed_dict(f"{name}Item", f"{name}{pattern.id}Item", fields, about=about, total=False)

    def _projected(
        self,
        model: TableModel,
        pattern: AccessPattern,
        method: str,
        entities: list[Entity],
        attributes: tuple[str, ...],
        index: str | None = None,
        *,
        whole_value: bool = False,
    ) -> str:
        """Return the type of any of the entities, limited to requested and projected attributes."""
        names = []
        wanted, otherwise = f"{class_name(method)}Item", f"{class_name(method)}{pattern.id}Item"
        for entity in entities:
            whole = self._fields(model, entity)
            seen = {
                name: type
                for name, type in whole.items()
                if (not attributes or name in attributes) and (index is None or model.carries(index, name))
            }
            if seen == whole:
                names.append(self.entity(model, entity, whole_value=whole_value and entity.chunks is not None))
                continue
            own = "" if len(entities) == 1 else class_name(entity.name)
            about = f"What {pattern.id} shows of an item of {entity.name}"
            names.append(
                self._types.typed_dict(
                    f"{class_name(method)}{own}Item",
                    f"{class_name(method)}{pattern.id}{own}Item",
                    seen,
                    optional=_optional(model, entity),
                    about=about,
                )
            )
        return self._types.union(wanted, otherwise, names)

    def _fields(self, model: TableModel, entity: Entity) -> dict[str, Code]:
        """Return all attributes of an item: keys, declared ones, the TTL."""
        keys = {name: READ[model.key_types[name]] for name in entity.keys}
        owner = class_name(entity.name)
        declared = {
            name: self._types.of(value, f"{owner}{class_name(name)}", written=False) for name, value in entity.declared.items()
        }
        ttl = {} if model.ttl is None or entity.expires_after is None else {model.ttl: READ["N"]}
        return {**keys, **declared, **ttl}


def _optional(model: TableModel, entity: Entity) -> set[str]:
    """Return attributes that an item may lack; items from an update may lack the TTL."""
    return {*entity.optional} - {*entity.keys}


def _in_index(model: TableModel, entities: list[Entity], index: str | None) -> list[Entity]:
    """Return the entities whose items are in the index."""
    keys = [] if index is None else [key.name for key in model.index_keys[index]]
    return [entity for entity in entities if all(key in entity.keys for key in keys)]
