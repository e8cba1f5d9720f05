"""Parameters of client methods: placeholders of keys and expressions, and attributes of puts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dynawright.clients.layout import Code
from dynawright.clients.names import class_name, module_name, parameter_name
from dynawright.clients.types import WRITTEN, Types
from dynawright.model.attribute import type_of
from dynawright.model.condition import KeyCondition
from dynawright.model.entity import Entity
from dynawright.model.item import ttl_of
from dynawright.model.matching import matching_entities
from dynawright.model.operation import GetItem, PutItem, UpdateItem, Write
from dynawright.model.pattern import AccessPattern, BatchGet, Delete, Get, Put, Query, TransactGet, TransactWrite, Update
from dynawright.model.places import place_types
from dynawright.model.sharding import fan_out
from dynawright.model.table import TableModel
from dynawright.model.template import Template


@dataclass(frozen=True)
class Parameter:
    """A parameter: `name` of the placeholder or attribute, `part` of the transaction that uses it.

    `part` is None if all parts use it.
    """

    name: str
    value: str
    """Its name in the request's values."""
    type: Code
    optional: bool = False
    part: int | None = None

    @property
    def identifier(self) -> str:
        return parameter_name(self.value)


def parameters(model: TableModel, pattern: AccessPattern, types: Types) -> list[Parameter]:
    """Return the parameters of the pattern's method; for a BatchGet, the parts of each key."""
    match pattern:
        case Get():
            return list(_key(model, pattern.item.key, types))
        case BatchGet():
            return list(_key(model, pattern.key, types))
        case Query():
            shards = {place for request in fan_out(model, pattern) for place in request}
            return [parameter for parameter in _key(model, pattern.key, types) if parameter.name not in shards]
        case Put() | Update() | Delete():
            return _writes(model, (pattern.item,), types)
        case TransactGet() | TransactWrite():
            return _writes(model, pattern.items, types)
    return []


def given_attributes(model: TableModel, entity: Entity) -> list[str]:
    """Return the attributes that callers pass: not constant, computed or always null."""
    computed = {*entity.constants, *ttl_of_entity(model, entity), *(("Chunk", "Chunks", "Checksum") if entity.chunks else ())}
    return [name for name, type in entity.attributes.items() if name not in computed and type != "NULL"]


def ttl_of_entity(model: TableModel, entity: Entity) -> list[str]:
    """Return the TTL attribute of an entity that expires."""
    return [] if model.ttl is None or entity.expires_after is None else [model.ttl]


def computed_expiry(model: TableModel, write: Write) -> dict[str, int]:
    """Return the TTL attribute that an update sets, with its seconds from now if the model has them."""
    if not isinstance(write, UpdateItem):
        return {}
    entities = matching_entities(model, write.key)
    seconds = [{name: int(at) for name, at in ttl_of(model, entity, 0).items()} for entity in entities if not entity.expires_from]
    same = len(seconds) == len(entities) and all(second == seconds[0] for second in seconds)
    return {name: at for name, at in seconds[0].items() if name in place_types(model, write)} if same and seconds else {}


def constant_places(model: TableModel, write: Write) -> dict[str, str]:
    """Return placeholders whose attribute has a single allowed value, with that value."""
    if isinstance(write, PutItem) or len(entities := matching_entities(model, write.key)) != 1:
        return {}
    return {name: value for name, value in entities[0].constants.items() if name in place_types(model, write)}


def attribute_parameter(entity: Entity, name: str, types: Types) -> Parameter:
    type = types.of(entity.declared[name], f"{class_name(entity.name)}{class_name(name)}", written=True)
    return Parameter(name, name, type, name in entity.optional)


def _writes(model: TableModel, parts: tuple[GetItem | Write, ...], types: Types) -> list[Parameter]:
    """Return the parameters of all parts.

    A placeholder has one value in all parts; other attributes belong to one put each.
    """
    shared: dict[str, Parameter] = {}
    for part in parts:
        for parameter in _places(model, part, types):
            shared.setdefault(parameter.name, parameter)
    every = list(shared.values())
    puts = [(at, model.entity(part.entity)) for at, part in enumerate(parts) if isinstance(part, PutItem)]
    for at, entity in puts:
        for name in given_attributes(model, entity):
            if name in shared:
                continue
            parameter = attribute_parameter(entity, name, types)
            alone = not any(name in given_attributes(model, other) for there, other in puts if there != at)
            value = name if alone else f"{module_name(entity.name)}_{name}"
            every.append(Parameter(name, value, parameter.type, parameter.optional, at))
    return sorted(every, key=lambda parameter: parameter.optional)


def _places(model: TableModel, part: GetItem | Write, types: Types) -> Iterator[Parameter]:
    """Yield the placeholders of a part: first those of its keys, then those of its expressions."""
    if isinstance(part, PutItem):
        entity = model.entity(part.entity)
        given = given_attributes(model, entity)
        yield from (attribute_parameter(entity, name, types) for name in entity.key_attributes if name in given)
    else:
        yield from _key(model, part.key, types)
    if isinstance(part, GetItem):
        return
    known = {*computed_expiry(model, part), *constant_places(model, part)}
    for name, declared in place_types(model, part).items():
        if name not in known:
            yield Parameter(name, name, types.of(declared, _owner(model, part, name), written=True))


def _owner(model: TableModel, part: Write, place: str) -> str:
    """Return the type name of a map in this placeholder, from the entity's attribute."""
    entities = [model.entity(part.entity)] if isinstance(part, PutItem) else matching_entities(model, part.key)
    owners = [entity for entity in (*entities, *model.entities) if place in entity.declared]
    return f"{class_name(owners[0].name) if owners else 'Value'}{class_name(place)}"


def _key(model: TableModel, key: Mapping[str, Template] | Mapping[str, KeyCondition], types: Types) -> Iterator[Parameter]:
    entities = matching_entities(model, key)
    seen: set[str] = set()
    for attribute, asked in key.items():
        for template in asked.operands if isinstance(asked, KeyCondition) else (asked,):
            for place in template.parameters:
                if place not in seen:
                    seen.add(place)
                    yield Parameter(place, place, _place_type(model, entities, attribute, template, place, types))


def _place_type(model: TableModel, entities: list[Entity], attribute: str, template: Template, place: str, types: Types) -> Code:
    key_type = model.key_types[attribute]
    if key_type != "S":
        return WRITTEN[key_type]
    if any(place in entity.shards or (entity.chunks is not None and place == "Chunk") for entity in entities):
        return WRITTEN["N"]
    declared = [entity.declared[place] for entity in entities if place in entity.declared]
    if not declared:
        return WRITTEN["S"]
    if all(one == declared[0] for one in declared):
        return types.of(declared[0], f"{class_name(entities[0].name)}{class_name(place)}", written=True)
    return WRITTEN[type_of(declared[0])]
