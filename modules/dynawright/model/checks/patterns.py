"""Checks of access patterns: a key or an index serves each, and it finds the items it is meant for."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from dynawright.model.checks.expressions import condition_problems, update_problems
from dynawright.model.checks.names import nearest
from dynawright.model.condition import KeyCondition
from dynawright.model.index import Index
from dynawright.model.limits import MAX_TRANSACTION_ITEMS, KeyType
from dynawright.model.matching import matching_entities
from dynawright.model.operation import ConditionCheck, GetItem, PutItem, UpdateItem, Write
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
from dynawright.model.sharding import fan_out
from dynawright.model.table import TableModel
from dynawright.model.template import Template

_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")


def problems(model: TableModel) -> Iterator[str]:
    for pattern in model.access_patterns:
        if not pattern.used_by:
            yield f"pattern {pattern.id} is used by nobody: name the consumers in used_by=[...], or delete it"
        yield from (f"pattern {pattern.id} {problem}" for problem in _pattern_problems(model, pattern))


def _pattern_problems(model: TableModel, pattern: AccessPattern) -> Iterator[str]:
    match pattern:
        case Get():
            yield from _key_problems(model, pattern.item.key)
            yield from _attribute_problems(model, pattern.attributes)
        case Query():
            yield from _query_problems(model, pattern)
        case Scan():
            if pattern.index is not None and pattern.index not in model.index_keys:
                yield f"scans index '{pattern.index}'{nearest(pattern.index, model.index_keys)}"
            else:
                yield from _attribute_problems(model, pattern.attributes, pattern.index)
        case Put() | Update() | Delete():
            yield from _write_problems(model, pattern.item)
        case BatchGet():
            yield from _key_problems(model, pattern.key)
            yield from _attribute_problems(model, pattern.attributes)
        case BatchWrite():
            for entity in pattern.entities:
                yield from _entity_name_problems(model, entity)
            if not pattern.entities:
                yield "writes nothing: name entities=[...]"
        case TransactGet() | TransactWrite():
            yield from _transaction_problems(model, pattern.items)


def _query_problems(model: TableModel, query: Query) -> Iterator[str]:
    if query.index is not None and query.index not in model.index_keys:
        yield f"asks index '{query.index}'{nearest(query.index, model.index_keys)}"
        return
    keys = model.key if query.index is None else model.index_keys[query.index]
    place = "the table" if query.index is None else f"index '{query.index}'"
    partition, names = keys[0].name, [key.name for key in keys]
    wrong = [name for name in query.key if name not in names]
    if wrong:
        servers = _servers(model, set(query.key))
        fix = f"ask {servers}" if servers else f"add an index with the key {', '.join(query.key)}"
        yield f"asks {place} by {', '.join(wrong)}, but its key is {', '.join(names)}: {fix}"
        return
    if partition not in query.key or query.key[partition].operator != "=":
        yield f"must fix the partition key of {place}: give {partition}='...'"
        return
    for name, condition in query.key.items():
        yield from (f"key {name} {problem}" for problem in _condition_problems(model.key_types[name], condition))
    if query.consistent and query.index is not None and isinstance(model.index(query.index), Index):
        yield f"wants a consistent read of {place}: global indexes are eventually consistent; leave consistent out"
    if query.descending and len(keys) == 1:
        yield f"wants {place} in descending order, but it has no sort key"
    if query.limit is not None and query.limit < 1:
        yield f"has limit {query.limit}: it must be 1 or more"
    if query.page_size is not None and query.page_size < 1:
        yield f"has page_size {query.page_size}: it must be 1 or more"
    if query.page_size is not None and query.limit is not None:
        yield f"has both limit {query.limit} and page_size {query.page_size}: a limit reads one page; drop one of the two"
    yield from _attribute_problems(model, query.attributes, query.index)
    yield from _found_problems(model, query.key)
    if len(keys) > 1 and query.attributes and keys[1].name not in query.attributes and len(fan_out(model, query)) > 1:
        yield f"asks every shard, and the answers are merged by {keys[1].name}: add it to attributes"
    if query.page_size is not None and len(fan_out(model, query)) > 1:
        yield f"has page_size {query.page_size}, but asks every shard: a page of the merged answer has no start key; use limit"


def _condition_problems(type: KeyType, condition: KeyCondition) -> Iterator[str]:
    for operand in condition.operands:
        yield from operand.problems
        if type == "N" and operand.text and not operand.is_one_place and not _NUMBER.fullmatch(operand.text):
            yield f"is of type N, which '{operand.text}' is not: give a number, or one place"
    if type == "N" and condition.operator == "begins_with":
        yield "is of type N: begins_with takes S and B; use between, at_least or at_most"


def _servers(model: TableModel, asked: set[str]) -> str:
    """The table or the indexes whose key holds all that is asked."""
    found = ["the table (no index=)"] if asked <= {key.name for key in model.key} else []
    found += [f"index='{name}'" for name, keys in model.index_keys.items() if asked <= {key.name for key in keys}]
    return " or ".join(found)


def _key_problems(model: TableModel, given: Mapping[str, Template]) -> Iterator[str]:
    names = [key.name for key in model.key]
    if set(given) != set(names):
        yield f"gives {', '.join(given) or 'no key'}, but an item's key is {', '.join(names)}: give exactly these"
        return
    for name, template in given.items():
        yield from (f"key {name} {problem}" for problem in template.problems)
    yield from _found_problems(model, given)


def _found_problems(model: TableModel, asked: Mapping[str, Template] | Mapping[str, KeyCondition]) -> Iterator[str]:
    """A key that no entity has finds nothing; a parameter that its entity lacks is a slip of the pen."""
    found = matching_entities(model, asked)
    if not found:
        shapes = ", ".join(
            f"{name} {condition if isinstance(condition, KeyCondition) else condition.text}" for name, condition in asked.items()
        )
        yield f"finds nothing: no entity has keys like {shapes}"
        return
    fixed = {name for given in asked.values() for name in _fixed_parameters(given)}
    known = {name for entity in found for name in (*entity.attributes, *entity.shards)}
    names = " and ".join(entity.name for entity in found)
    for parameter in sorted(fixed - known):
        yield f"uses '{{{parameter}}}', which {names} {'lacks' if len(found) == 1 else 'lack'}{nearest(parameter, sorted(known))}"


def _fixed_parameters(given: Template | KeyCondition) -> tuple[str, ...]:
    if isinstance(given, Template):
        return given.parameters
    return given.parameters if given.operator == "=" else ()


def _attribute_problems(model: TableModel, attributes: tuple[str, ...], index: str | None = None) -> Iterator[str]:
    known = {*model.key_types, *(name for entity in model.entities for name in entity.attributes)}
    if model.ttl:
        known.add(model.ttl)
    for attribute, times in Counter(attributes).items():
        if times > 1:
            yield f"asks for attribute '{attribute}' {times} times"
        if attribute not in known:
            yield f"asks for attribute '{attribute}'{nearest(attribute, sorted(known))}"
        elif index is not None and not model.carries(index, attribute):
            yield f"asks index '{index}' for '{attribute}', which it does not carry: include('{attribute}') in its projection"


def _write_problems(model: TableModel, write: Write) -> Iterator[str]:
    if isinstance(write, PutItem):
        found = list(_entity_name_problems(model, write.entity))
        yield from found
        if not found:
            yield from condition_problems(model, [model.entity(write.entity)], write.condition)
        return
    found = list(_key_problems(model, write.key))
    yield from found
    if found:
        return
    entities = matching_entities(model, write.key)
    if isinstance(write, ConditionCheck) and not write.condition:
        yield "checks nothing: give the ConditionCheck a condition"
    yield from condition_problems(model, entities, write.condition)
    if isinstance(write, UpdateItem):
        yield from update_problems(model, entities, write.update)


def _entity_name_problems(model: TableModel, name: str) -> Iterator[str]:
    names = [entity.name for entity in model.entities]
    if name not in names:
        yield f"writes entity '{name}'{nearest(name, names)}"


def _transaction_problems(model: TableModel, parts: tuple[GetItem | Write, ...]) -> Iterator[str]:
    if not 1 <= len(parts) <= MAX_TRANSACTION_ITEMS:
        yield f"has {len(parts)} items: a transaction takes 1 to {MAX_TRANSACTION_ITEMS}"
    seen: set[tuple[str, ...]] = set()
    for part in parts:
        found = list(_key_problems(model, part.key) if isinstance(part, GetItem) else _write_problems(model, part))
        yield from found
        if found:
            continue
        keys = model.entity(part.entity).keys if isinstance(part, PutItem) else part.key
        shape = tuple(keys[key.name].text for key in model.key)
        if shape in seen:
            yield f"touches {' / '.join(shape)} twice: DynamoDB refuses two operations on one item in a transaction; merge them"
        seen.add(shape)
