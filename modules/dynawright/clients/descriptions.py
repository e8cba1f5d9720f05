"""_patterns.py of a package: each access pattern as data for the runtime."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from dynawright.clients.layout import Code, call, literal, mapping, quoted, sequence
from dynawright.clients.names import Unique, constant_name
from dynawright.clients.parameters import Parameter, computed_expiry, given_attributes, ttl_of_entity
from dynawright.model.aliases import Aliases
from dynawright.model.chunks import NUMBER_DIGITS
from dynawright.model.entity import Entity
from dynawright.model.limits import KeyType
from dynawright.model.matching import matching_entities
from dynawright.model.operation import ConditionCheck, DeleteItem, PutItem, UpdateItem, Write
from dynawright.model.pattern import (
    AccessPattern,
    BatchGet,
    BatchWrite,
    Delete,
    Get,
    Put,
    Query,
    Scan,
    TransactGet,
    TransactWrite,
    Update,
)
from dynawright.model.places import place_types
from dynawright.model.sharding import fan_out
from dynawright.model.system import System
from dynawright.model.table import TableModel
from dynawright.model.template import Template

OPERATIONS = {PutItem: "Put", UpdateItem: "Update", DeleteItem: "Delete", ConditionCheck: "ConditionCheck"}


class Descriptions:
    """Collects patterns and entities; an entity's constant is defined before its first use."""

    def __init__(self, system: System) -> None:
        self._unique = Unique()
        self._entities: dict[tuple[str, str], str] = {}
        self.entity_code: dict[str, Code] = {}
        self.system = system

    def pattern(self, model: TableModel, pattern: AccessPattern, parameters: list[Parameter]) -> Code:
        """Return the call that describes a pattern."""
        id, table = quoted(pattern.id), quoted(model.name)
        match pattern:
            case Get():
                request = {**_projection(pattern.attributes), **({"ConsistentRead": True} if pattern.consistent else {})}
                return call("Get", id, table, _key(model, pattern.item.key), literal(request))
            case Query():
                return self._query(model, pattern)
            case Scan():
                request = {**({"IndexName": pattern.index} if pattern.index else {}), **_projection(pattern.attributes)}
                return call("Scan", id, table, literal(request))
            case BatchGet():
                return call("BatchGet", id, table, _key(model, pattern.key), literal(_projection(pattern.attributes)))
            case BatchWrite():
                entities = {name: self._entity(model, model.entity(name)) for name in pattern.entities}
                return call("BatchWrite", id, table, literal(tuple(key.name for key in model.key)), mapping(entities))
            case Put() | Update() | Delete():
                return self._write(model, pattern, pattern.item, parameters, _returns(pattern))
            case TransactGet():
                parts: list[Code] = [sequence([table, _key(model, part.key)]) for part in pattern.items]
                return call("TransactGet", id, sequence(parts))
            case TransactWrite():
                writes: list[Code] = [
                    self._write(model, pattern, part, [parameter for parameter in parameters if parameter.part in (None, at)], {})
                    for at, part in enumerate(pattern.items)
                ]
                return call("TransactWrite", id, sequence(writes))
        raise TypeError(f"{pattern.operation} is unknown")

    def _query(self, model: TableModel, pattern: Query) -> Code:
        aliases = Aliases()
        texts: list[str] = []
        values: dict[str, Code] = {}
        chunked = any(entity.chunks for entity in matching_entities(model, pattern.key))
        for name, condition in pattern.key.items():
            text, places = aliases.key_condition(name, condition)
            texts.append(text)
            for place, operand in zip(places, condition.operands, strict=True):
                values[place] = template(model.key_types[name], operand, chunked=chunked)
        request: dict[str, Any] = {"IndexName": pattern.index} if pattern.index else {}
        request["KeyConditionExpression"] = " AND ".join(texts)
        if pattern.attributes:
            request["ProjectionExpression"] = aliases.projection(pattern.attributes)
        request["ExpressionAttributeNames"] = aliases.names
        request |= {"ScanIndexForward": False} if pattern.descending else {}
        request |= {"ConsistentRead": True} if pattern.consistent else {}
        more: dict[str, Code] = {}
        shards = fan_out(model, pattern)
        if shards[0]:
            keys = model.key if pattern.index is None else model.index_keys[pattern.index]
            counts = {place: 1 + max(shard[place] for shard in shards) for place in shards[0]}
            more["shards"] = literal(counts)
            if len(keys) > 1:
                more["sort_key"] = quoted(keys[1].name)
        if pattern.limit is not None:
            more["limit"] = repr(pattern.limit)
        if pattern.page_size is not None:
            more["page_size"] = repr(pattern.page_size)
        if entities := chunked_entities(model, pattern):
            more["chunks"] = sequence([_chunks(entity) for entity in entities])
        return call("Query", quoted(pattern.id), quoted(model.name), literal(request), mapping(values), **more)

    def _write(
        self, model: TableModel, pattern: AccessPattern, write: Write, parameters: list[Parameter], returned: Mapping[str, str]
    ) -> Code:
        aliases = Aliases()
        request: dict[str, Any] = {}
        if isinstance(write, UpdateItem):
            request["UpdateExpression"], _ = aliases.expression(write.update)
        if write.condition:
            request["ConditionExpression"], _ = aliases.expression(write.condition)
        if aliases.names:
            request["ExpressionAttributeNames"] = aliases.names
        more: dict[str, Code] = {}
        if isinstance(write, PutItem):
            more["entity"] = self._entity(model, model.entity(write.entity))
            given = {
                parameter.name: parameter.value
                for parameter in parameters
                if parameter.part is not None and parameter.name != parameter.value
            }
            if given:
                more["given"] = literal(given)
        else:
            more["key"] = _key(model, write.key)
        if places := tuple(place_types(model, write)):
            more["places"] = literal(places)
        if expires := computed_expiry(model, write):
            more["expires"] = literal(expires)
        operation = quoted(OPERATIONS[type(write)])
        return call("Write", quoted(pattern.id), operation, quoted(model.name), literal({**request, **returned}), **more)

    def _entity(self, model: TableModel, entity: Entity) -> str:
        """Return the constant of an entity, and define it."""
        known = (model.name, entity.name)
        if known not in self._entities:
            wanted = constant_name("ENTITY", entity.name)
            name = self._entities[known] = self._unique.name(wanted, constant_name("ENTITY", f"{model.name}_{entity.name}"))
            self.entity_code[name] = _entity_code(model, entity)
        return self._entities[known]


def template(type: KeyType, text: Template, *, chunked: bool = False) -> Code:
    """Return a key's template; a chunk's number is padded with zeros."""
    if type == "S":
        return call("Text", quoted(text.text.replace("{Chunk}", f"{{Chunk:0{NUMBER_DIGITS}}}") if chunked else text.text))
    if text.is_one_place:
        return call("Plain", quoted(text.parameters[0]), quoted(type))
    return call("Fixed", literal(Decimal(text.text) if type == "N" else text.text.encode()))


def chunked_entities(model: TableModel, query: Query) -> list[Entity]:
    """Return the entities whose chunks the query joins."""
    entities = matching_entities(model, query.key) if query.index is None else []
    return [entity for entity in entities if entity.chunks and (not query.attributes or entity.chunks.of in query.attributes)]


def asks_for_one_value(model: TableModel, query: Query) -> bool:
    """Return whether the key identifies a single chunked value.

    The query then returns the chunks of that value only.
    """
    fixed = {name for condition in query.key.values() if condition.operator == "=" for name in condition.parameters}
    entities = matching_entities(model, query.key)
    return len(entities) == 1 and {name for name in entities[0].key_attributes if name != "Chunk"} <= fixed


def _entity_code(model: TableModel, entity: Entity) -> Code:
    chunked = entity.chunks is not None
    keys = {name: template(model.key_types.get(name, "S"), text, chunked=chunked) for name, text in entity.keys.items()}
    attributes = given_attributes(model, entity)
    constants: dict[str, Any] = dict(entity.constants)
    constants |= {name: None for name, type in entity.attributes.items() if type == "NULL" and name not in entity.optional}
    more: dict[str, Code] = {}
    if constants:
        more["constants"] = literal(constants)
    if entity.expires_after is not None and (ttl := ttl_of_entity(model, entity)):
        seconds = int(entity.expires_after.total_seconds())
        since = [literal(entity.expires_from)] if entity.expires_from else []
        more["expiry"] = call("Expiry", quoted(ttl[0]), repr(seconds), *since)
    if entity.shards:
        more |= {"shards": literal(dict(entity.shards)), "spread": literal(entity.key_attributes)}
    if entity.chunks is not None:
        more["chunks"] = _chunks(entity)
        attributes += ["Chunk", "Chunks", "Checksum"]
    return call("Entity", literal(tuple(attributes)), mapping(keys), **more)


def _chunks(entity: Entity) -> Code:
    if entity.chunks is None:
        raise TypeError(f"{entity.name} is not stored in chunks")
    owner = tuple(name for name in entity.key_attributes if name != "Chunk")
    return call("Chunks", quoted(entity.chunks.of), repr(entity.chunks.at_most), literal(owner))


def _key(model: TableModel, key: Mapping[str, Template]) -> Code:
    chunked = any(entity.chunks for entity in matching_entities(model, key))
    return mapping({name: template(model.key_types[name], text, chunked=chunked) for name, text in key.items()})


def _projection(attributes: tuple[str, ...]) -> dict[str, Any]:
    if not attributes:
        return {}
    aliases = Aliases()
    return {"ProjectionExpression": aliases.projection(attributes), "ExpressionAttributeNames": aliases.names}


def _returns(pattern: Put | Update | Delete) -> dict[str, str]:
    """Return the declared `ReturnValues` of the answer or of a failed condition, else nothing."""
    if pattern.returns == "NONE":
        return {}
    on_failure = (
        {"ReturnValuesOnConditionCheckFailure": "ALL_OLD"} if pattern.returns == "ALL_OLD" and pattern.item.condition else {}
    )
    return {"ReturnValues": pattern.returns, **on_failure}
