"""Checks of entities: their keys can be built and do not collide."""

from collections.abc import Iterator

from dynawright.errors import Problem, unknown
from dynawright.model import attribute
from dynawright.model.checks import lengths
from dynawright.model.checks.chunks import declaration_problems
from dynawright.model.checks.names import same_names
from dynawright.model.entity import Entity
from dynawright.model.limits import MAX_SHARDS
from dynawright.model.table import TableModel
from dynawright.model.template import Template


def problems(model: TableModel) -> Iterator[Problem]:
    if not model.entities:
        yield Problem("DW204", "the table has no entities", model.place, fix="declare at least one Entity")
    yield from same_names((entity.name, entity) for entity in model.entities)
    shapes: dict[str, str] = {}
    for entity in model.entities:
        wrong = [problem.at(entity.place) for problem in _entity_problems(model, entity)]
        yield from wrong
        if not wrong:
            whole = Template(" / ".join(entity.keys[key.name].text for key in model.key))
            shape = whole.render({name: f"{{{number}}}" for number, name in enumerate(whole.parameters)})
            if (other := shapes.setdefault(shape, entity.name)) != entity.name:
                text = f"has the same key as entity '{other}', {whole.text}: one would overwrite the other"
                yield Problem("DW212", text, entity.place, whole.text, fix="give one of them another prefix")


def _entity_problems(model: TableModel, entity: Entity) -> Iterator[Problem]:
    wrong = [problem for name, declared in entity.declared.items() for problem in attribute.problems(name, declared)]
    yield from wrong
    if wrong:
        return
    yield from _optional_problems(entity)
    yield from _missing_keys(model, entity)
    for name in entity.keys:
        if name not in model.key_types:
            yield unknown("DW211", "key", name, model.key_types)
        else:
            yield from _template_problems(model, entity, name)
    for name, key_type in model.key_types.items():
        if (given := entity.attributes.get(name, key_type)) != key_type:
            text = f"attribute '{name}' must be {key_type}, the type of that key, got {given}"
            yield Problem("DW214", text, value=given, allowed=key_type)
    if model.ttl is not None and (given := entity.attributes.get(model.ttl, "N")) != "N":
        text = f"TTL attribute '{model.ttl}' must be N, seconds since 1970, got {given}"
        yield Problem("DW209", text, value=given, allowed="N")
    yield from lengths.entity_problems(model, entity)
    yield from _shard_problems(entity)
    yield from declaration_problems(model, entity)
    yield from _expiry_problems(model, entity)


def _missing_keys(model: TableModel, entity: Entity) -> Iterator[Problem]:
    for key in model.key:
        if key.name not in entity.keys:
            yield Problem("DW212", f"key '{key.name}' of the table is missing", value=key.name, fix=f"give {key.name}='...'")
    for index, keys in model.index_keys.items():
        given = [key.name for key in keys if key.name in entity.keys]
        missing = ", ".join(key.name for key in keys if key.name not in entity.keys)
        own = ", ".join(name for name in given if name not in {key.name for key in model.key})
        if own and missing:
            text = f"gives {own} but not {missing}: its items would not be in index '{index}'"
            yield Problem("DW212", text, value=missing, fix="give both, or neither")


def _template_problems(model: TableModel, entity: Entity, name: str) -> Iterator[Problem]:
    template = entity.keys[name]
    yield from template.problems_as(name)
    for parameter in template.parameters:
        if parameter in entity.shards:
            continue
        if parameter not in entity.attributes:
            yield unknown("DW211", "attribute", parameter, entity.attributes)
        elif parameter in entity.keys and entity.keys[parameter].text != f"{{{parameter}}}":
            text = f"key '{name}' is built from '{{{parameter}}}', which is itself built as '{entity.keys[parameter].text}'"
            yield Problem("DW212", text, value=parameter, fix="build it from attributes")
    if not template.parameters and template.text not in (allowed := entity.values.get(name, (template.text,))):
        text = f"key '{name}' must be {' or '.join(allowed)}, got '{template.text}'"
        yield Problem("DW212", text, value=template.text, allowed=", ".join(allowed))
    yield from _type_problems(model, entity, name)


def _expiry_problems(model: TableModel, entity: Entity) -> Iterator[Problem]:
    if entity.expires_after is None and entity.expires_from:
        value, fix = ", ".join(entity.expires_from), "give expires_after=timedelta(...)"
        yield Problem("DW216", "expires_from is given without expires_after", value=value, fix=fix)
    for name in entity.expires_from:
        if name not in entity.attributes:
            yield unknown("DW211", "attribute", name, entity.attributes)
        elif (type := entity.attributes[name]) not in ("S", "N"):
            allowed = "S, a time in ISO 8601, or N, milliseconds since 1970"
            yield Problem("DW216", f"attribute '{name}' must be {allowed}, got {type}", value=type, allowed=allowed)
    if entity.expires_after is not None:
        if model.ttl is None:
            yield Problem("DW216", "the items expire, but the table has no TTL attribute", fix="give the table ttl='...'")
        elif entity.expires_after.total_seconds() <= 0:
            text = f"expires_after must be a positive time, got {entity.expires_after}"
            yield Problem("DW216", text, value=entity.expires_after)


def _optional_problems(entity: Entity) -> Iterator[Problem]:
    for name in sorted(entity.optional):
        if name not in entity.declared:
            yield unknown("DW211", "optional attribute", name, entity.declared)
        elif name in entity.key_attributes:
            text = f"attribute '{name}' can't be optional: keys are built from it"
            yield Problem("DW215", text, value=name, fix="drop it from optional")
        elif name in entity.constants:
            text = f"attribute '{name}' can't be optional: every item has its one value"
            yield Problem("DW215", text, value=name, fix="drop it from optional, or allow more values")


def _shard_problems(entity: Entity) -> Iterator[Problem]:
    places = {name for template in entity.keys.values() for name in template.parameters}
    for place, count in entity.shards.items():
        if place in entity.attributes:
            text = f"'{place}' is both a shard and an attribute, but a shard is computed, not stored"
            yield Problem("DW217", text, value=place, fix="rename one of them")
        if place not in places:
            yield Problem("DW217", f"no key uses shard '{place}'", value=place, fix=f"put {{{place}}} into the hot key")
        if not 2 <= count <= MAX_SHARDS:
            text = f"shard '{place}' must be spread over 2 to {MAX_SHARDS} partitions, got {count}"
            yield Problem("DW217", text, value=count, allowed=f"2 to {MAX_SHARDS}", fix="each read asks all of them")


def _type_problems(model: TableModel, entity: Entity, name: str) -> Iterator[Problem]:
    key_type, template = model.key_types[name], entity.keys[name]
    if key_type == "S":
        for parameter in template.parameters:
            if (given := entity.attributes.get(parameter, "S")) not in ("S", "N"):
                text = f"key '{name}' must be built from attributes of type S or N, but '{parameter}' is {given}"
                yield Problem("DW214", text, value=given, allowed="S, N")
    elif key_type == "N" and not template.parameters:
        if not template.is_number:
            text = f"key '{name}' is of type N and must be a number or one place, such as '{{{name}}}', got '{template.text}'"
            yield Problem("DW214", text, value=template.text, allowed="a number or one place")
    elif not template.is_one_place:
        text = f"key '{name}' is of type {key_type} and must be one place, such as '{{{name}}}', got '{template.text}'"
        yield Problem("DW214", text, value=template.text, allowed="one place")
    elif (given := entity.attributes.get(template.parameters[0], key_type)) != key_type:
        text = f"key '{name}' is of type {key_type}, but '{template.parameters[0]}' is {given}"
        yield Problem("DW214", text, value=given, allowed=key_type, fix=f"declare it as {key_type}")
