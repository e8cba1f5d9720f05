"""Arguments for methods of generated clients, derived from numbers."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from functools import cached_property
from typing import Any

from dynawright.clients.consumers import entity_parameter
from dynawright.clients.parameters import Parameter, given_attributes, parameters
from dynawright.clients.types import Types
from dynawright.emulator.client_patterns.asker import typed
from dynawright.model import sample
from dynawright.model.attribute import Declared
from dynawright.model.entity import Entity
from dynawright.model.limits import MAX_ITEM_BYTES
from dynawright.model.load import Load
from dynawright.model.operation import PutItem
from dynawright.model.pattern import AccessPattern, BatchGet, BatchWrite
from dynawright.model.places import place_types
from dynawright.model.reach import addressed, read_entities, writes
from dynawright.model.size import item_size
from dynawright.model.table import TableModel
from dynawright.model.template import Template

CHANGING = 1000
"""Number of values for attributes that aren't keys: they change from request to request."""


class Asking:
    """A pattern of a table."""

    def __init__(self, model: TableModel, pattern: AccessPattern, load: Load) -> None:
        self.model, self.pattern, self.load = model, pattern, load
        self.parameters: list[Parameter] = parameters(model, pattern, Types())

    @cached_property
    def entity(self) -> Entity:
        """Return the entity whose numbers choose the keys."""
        entities = [entity for write in writes(self.pattern) for entity in addressed(self.model, write)]
        return (entities or read_entities(self.model, self.pattern) or [*self.model.entities])[0]

    @cached_property
    def key_places(self) -> tuple[str, ...]:
        """Return all key placeholders of a request: a transaction may have items of several entities."""
        templates: list[Template] = []
        for write in writes(self.pattern):
            keys = self.model.entity(write.entity).keys if isinstance(write, PutItem) else write.key
            templates += keys.values()
        places = [place for template in templates for place in template.parameters]
        return tuple(dict.fromkeys([*self.entity.key_attributes, *places]))

    @cached_property
    def declared(self) -> dict[str, Declared]:
        """Return the type of each parameter."""
        types: dict[str, Declared] = {}
        for entity in reversed([*self.model.entities, self.entity]):
            types = {**entity.declared, **types}
        types |= self.entity.declared
        for write in writes(self.pattern):
            types |= place_types(self.model, write)
        return types

    def arguments(self, numbers: Mapping[str, int], number: int) -> dict[str, Any]:
        """Return the method's arguments; keys have values of `numbers`, others change with `number`."""
        if isinstance(self.pattern, BatchGet):
            count = self.load.items(self.pattern.id)
            return {
                "keys": [
                    self._named(self.parameters, {place: each + at for place, each in numbers.items()}, number)
                    for at in range(count)
                ]
            }
        if isinstance(self.pattern, BatchWrite):
            return {
                entity_parameter(name): [
                    self.attributes(self.model.entity(name), {place: each + at for place, each in numbers.items()}, number)
                    for at in range(self.load.items(self.pattern.id))
                ]
                for name in self.pattern.entities
            }
        return {parameter.identifier: self._value(parameter, numbers, number) for parameter in self.parameters}

    def attributes(self, entity: Entity, numbers: Mapping[str, int], number: int) -> dict[str, Any]:
        """Return the attributes that a caller passes for an item, as large as the load says."""
        names = given_attributes(self.model, entity)
        values = {name: sample.value(entity.declared[name], name, numbers.get(name, number)) for name in names}
        return self._padded(entity, values)

    def _padded(self, entity: Entity, values: dict[str, Any]) -> dict[str, Any]:
        wanted = self.load.item_bytes.get(entity.name, 0)
        texts = [name for name in values if entity.declared[name] == "S" and name not in entity.key_attributes]
        missing = min(wanted, MAX_ITEM_BYTES - 4096) - item_size(values)
        if entity.chunks is None and texts and missing > 0:
            values[texts[-1]] += "x" * missing
        return values

    def _named(self, every: list[Parameter], numbers: Mapping[str, int], number: int) -> dict[str, Any]:
        return {parameter.name: self._value(parameter, numbers, number) for parameter in every}

    def _value(self, parameter: Parameter, numbers: Mapping[str, int], number: int) -> Any:
        name = parameter.name
        entity = self._put_of(parameter)
        if name in numbers:
            declared = (entity or self.entity).declared.get(name, self.declared.get(name, "S"))
            value = sample.value(declared, name, numbers[name])
        elif entity is not None and name in entity.declared:
            value = self.attributes(entity, numbers, number)[name]
        else:
            value = sample.value(self.declared.get(name, "S"), name, number)
        if parameter.type == "Number" and isinstance(value, str):  # a bound of a range, for a numeric key
            value = Decimal(numbers.get(name, number))
        return typed(parameter, str(value) if parameter.type == "str" and isinstance(value, Decimal) else value)

    def _put_of(self, parameter: Parameter) -> Entity | None:
        """Return the entity of a put that has the parameter as an attribute, if there is one."""
        items: Any = getattr(self.pattern, "items", None) or [getattr(self.pattern, "item", None)]
        puts = [(at, self.model.entity(part.entity)) for at, part in enumerate(items) if isinstance(part, PutItem)]
        own = [entity for at, entity in puts if parameter.part in (None, at) and parameter.name in entity.declared]
        return own[0] if own else None
