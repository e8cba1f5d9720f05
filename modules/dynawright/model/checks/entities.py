"""Checks of entities: their keys can be built, and do not collide."""

from collections import Counter
from collections.abc import Iterator

from dynawright.model import attribute
from dynawright.model.checks.chunks import declaration_problems
from dynawright.model.checks.names import nearest
from dynawright.model.entity import Entity
from dynawright.model.limits import MAX_SHARDS
from dynawright.model.table import TableModel
from dynawright.model.template import Template


def problems(model: TableModel) -> Iterator[str]:
    if not model.entities:
        yield "has no entities: declare at least one Entity, so that policies, tests and documentation know its items"
    for name, times in Counter(entity.name for entity in model.entities).items():
        if times > 1:
            yield f"{times} entities are named '{name}': each needs a name of its own"
    shapes: dict[str, str] = {}
    for entity in model.entities:
        found = list(_entity_problems(model, entity))
        yield from (f"entity '{entity.name}' {problem}" for problem in found)
        if not found:
            whole = Template(" / ".join(entity.keys[key.name].text for key in model.key))
            shape = whole.render({name: f"{{{number}}}" for number, name in enumerate(whole.parameters)})
            if (other := shapes.setdefault(shape, entity.name)) != entity.name:
                yield f"entities '{other}' and '{entity.name}' have the same key {whole.text}: one would overwrite the other"


def _entity_problems(model: TableModel, entity: Entity) -> Iterator[str]:
    wrong = [problem for name, declared in entity.declared.items() for problem in attribute.problems(name, declared)]
    yield from wrong
    if wrong:
        return
    yield from _optional_problems(entity)
    for key in model.key:
        if key.name not in entity.keys:
            yield f"lacks the table's key '{key.name}': give {key.name}='...'"
    for index, keys in model.index_keys.items():
        given = [key.name for key in keys if key.name in entity.keys]
        missing = [key.name for key in keys if key.name not in entity.keys]
        own = [name for name in given if name not in {key.name for key in model.key}]
        if own and missing:
            yield f"gives {', '.join(own)} but not {', '.join(missing)}: without both, its items are not in index '{index}'"
    for name, template in entity.keys.items():
        if name not in model.key_types:
            yield f"gives '{name}', which is no key of the table or an index{nearest(name, model.key_types)}"
            continue
        yield from (f"key {name} {problem}" for problem in template.problems)
        for parameter in template.parameters:
            if parameter in entity.shards:
                continue
            if parameter not in entity.attributes:
                yield f"builds {name} from '{{{parameter}}}', which it does not declare as an attribute{nearest(parameter, entity.attributes)}"
            elif parameter in entity.keys and entity.keys[parameter].text != f"{{{parameter}}}":
                yield f"builds {name} from '{{{parameter}}}', itself a key built as '{entity.keys[parameter].text}': build it from attributes"
        if not template.parameters and template.text not in entity.values.get(name, (template.text,)):
            yield f"has '{template.text}' as {name}, which may be {' or '.join(entity.values[name])}"
        yield from _type_problems(model, entity, name)
    for name, key_type in model.key_types.items():
        if entity.attributes.get(name, key_type) != key_type:
            yield f"declares '{name}' as {entity.attributes[name]}, but that key is of type {key_type}"
    if model.ttl is not None and entity.attributes.get(model.ttl, "N") != "N":
        yield f"declares the TTL attribute '{model.ttl}' as {entity.attributes[model.ttl]}: TTL needs a Number of seconds since 1970"
    yield from _shard_problems(entity)
    yield from declaration_problems(model, entity)
    yield from _expiry_problems(model, entity)


def _expiry_problems(model: TableModel, entity: Entity) -> Iterator[str]:
    if entity.expires_after is None and entity.expires_from:
        yield f"counts an expiry from {', '.join(entity.expires_from)}, but does not expire: give expires_after=timedelta(...)"
    for name in entity.expires_from:
        if name not in entity.attributes:
            yield f"counts its expiry from '{name}', which it does not declare as an attribute{nearest(name, entity.attributes)}"
        elif entity.attributes[name] not in ("S", "N"):
            yield (
                f"counts its expiry from '{name}' of type {entity.attributes[name]}: a time is S, in ISO 8601, or N, in milliseconds"
            )
    if entity.expires_after is not None:
        if model.ttl is None:
            yield "expires, but the table has no TTL attribute: give the table ttl='...'"
        elif entity.expires_after.total_seconds() <= 0:
            yield f"expires after {entity.expires_after}: it must be a positive time"


def _optional_problems(entity: Entity) -> Iterator[str]:
    for name in sorted(entity.optional):
        if name not in entity.declared:
            yield f"has '{name}' as optional, which it does not declare as an attribute{nearest(name, entity.declared)}"
        elif name in entity.key_attributes:
            yield f"has '{name}' as optional, but its keys are built from it: every item needs it"
        elif name in entity.constants:
            yield f"has '{name}' as optional, but allows one value only, which every item has: drop one of the two"


def _shard_problems(entity: Entity) -> Iterator[str]:
    places = {name for template in entity.keys.values() for name in template.parameters}
    for place, count in entity.shards.items():
        if place in entity.attributes:
            yield f"has '{place}' both as a shard and as an attribute: a shard is computed, not stored"
        if place not in places:
            yield f"has the shard '{place}', which none of its keys uses: put {{{place}}} into the hot key"
        if not 2 <= count <= MAX_SHARDS:
            yield f"has {count} shards for '{place}': 2 to {MAX_SHARDS} are allowed, since each read asks all of them"


def _type_problems(model: TableModel, entity: Entity, name: str) -> Iterator[str]:
    key_type, template = model.key_types[name], entity.keys[name]
    if key_type == "S":
        for parameter in template.parameters:
            if (given := entity.attributes.get(parameter, "S")) not in ("S", "N"):
                yield f"builds {name} from '{parameter}' of type {given}: a key is built from attributes of type S or N"
    elif not template.is_one_place:
        yield f"builds {name}, of type {key_type}, from '{template.text}': only one place, such as '{{{name}}}', gives that type"
    elif (given := entity.attributes.get(template.parameters[0], key_type)) != key_type:
        yield f"builds {name}, of type {key_type}, from '{template.parameters[0]}' of type {given}: declare it as {key_type}"
