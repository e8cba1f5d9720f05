"""Checks of access patterns: a key or an index serves each, and it returns the intended items."""

from collections.abc import Iterator, Mapping

from dynawright.errors import Problem, unknown
from dynawright.model.checks import lengths
from dynawright.model.checks.expressions import condition_problems, update_problems
from dynawright.model.checks.names import repeated
from dynawright.model.condition import KeyCondition
from dynawright.model.index import Index
from dynawright.model.limits import MAX_TRANSACTION_ITEMS, RETURNS, KeyType
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
from dynawright.model.reach import entities_in
from dynawright.model.sharding import fan_out
from dynawright.model.table import TableModel
from dynawright.model.template import Template


def problems(model: TableModel) -> Iterator[Problem]:
    for pattern in model.access_patterns:
        if not pattern.used_by:
            fix = "name the consumers in used_by=[...], or delete it"
            yield Problem("DW204", "no consumer uses the pattern", pattern.place, fix=fix)
        yield from (problem.at(pattern.place) for problem in _pattern_problems(model, pattern))


def _pattern_problems(model: TableModel, pattern: AccessPattern) -> Iterator[Problem]:
    match pattern:
        case Get():
            yield from _key_problems(model, pattern.item.key)
            yield from _attribute_problems(model, pattern.attributes)
        case Query():
            yield from _query_problems(model, pattern)
        case Scan():
            if pattern.index is not None and pattern.index not in model.index_keys:
                yield unknown("DW211", "index", pattern.index, model.index_keys)
            else:
                yield from _attribute_problems(model, pattern.attributes, pattern.index)
        case Put() | Update() | Delete():
            yield from _write_problems(model, pattern.item)
            yield from _returns_problems(pattern)
        case BatchGet():
            yield from _key_problems(model, pattern.key)
            yield from _attribute_problems(model, pattern.attributes)
        case BatchWrite():
            for entity in pattern.entities:
                yield from _entity_name_problems(model, entity)
            if not pattern.entities:
                yield Problem("DW204", "a BatchWrite without entities writes nothing", fix="name them in entities=[...]")
        case TransactGet() | TransactWrite():
            yield from _transaction_problems(model, pattern.items)


def _query_problems(model: TableModel, query: Query) -> Iterator[Problem]:
    if query.index is not None and query.index not in model.index_keys:
        yield unknown("DW211", "index", query.index, model.index_keys)
        return
    keys = model.key if query.index is None else model.index_keys[query.index]
    asked = "the table" if query.index is None else f"index '{query.index}'"
    partition, names = keys[0].name, [key.name for key in keys]
    if wrong := ", ".join(name for name in query.key if name not in names):
        servers = _servers(model, set(query.key))
        fix = f"query {servers}" if servers else f"add an index with the key {', '.join(query.key)}"
        text = f"{asked} has the key {', '.join(names)} and can't be queried by {wrong}"
        yield Problem("DW221", text, value=wrong, allowed=", ".join(names), fix=fix)
        return
    if partition not in query.key or query.key[partition].operator != "=":
        yield Problem("DW221", f"the partition key of {asked} must be fixed", value=partition, fix=f"give {partition}='...'")
        return
    for name, condition in query.key.items():
        wrong_condition = list(_condition_problems(name, model.key_types[name], condition))
        yield from wrong_condition or lengths.condition_problems(model, name, condition)
    yield from _option_problems(model, query, asked)
    yield from _attribute_problems(model, query.attributes, query.index)
    yield from _found_problems(model, query.key, query.index)
    if len(keys) > 1 and query.attributes and keys[1].name not in query.attributes and len(fan_out(model, query)) > 1:
        text = f"attributes must have '{keys[1].name}': the answers of all shards are merged by it"
        yield Problem("DW223", text, value=keys[1].name, fix="add it")
    if query.page_size is not None and len(fan_out(model, query)) > 1:
        text = "page_size can't be used with shards: a page of the merged answer has no start key"
        yield Problem("DW223", text, value=query.page_size, fix="use limit")


def _option_problems(model: TableModel, query: Query, asked: str) -> Iterator[Problem]:
    keys = model.key if query.index is None else model.index_keys[query.index]
    if query.consistent and query.index is not None and isinstance(model.index(query.index), Index):
        text = f"{asked} can't be read consistently: global indexes are eventually consistent"
        yield Problem("DW223", text, value=query.consistent, fix="leave consistent out")
    if query.descending and len(keys) == 1:
        text = f"{asked} has no sort key and can't be read in descending order"
        yield Problem("DW223", text, value=query.descending, fix="leave descending out")
    for option, number in (("limit", query.limit), ("page_size", query.page_size)):
        if number is not None and number < 1:
            yield Problem("DW223", f"{option} must be 1 or more, got {number}", value=number, allowed="1 or more")
    if query.page_size is not None and query.limit is not None:
        text = f"limit {query.limit} and page_size {query.page_size} can't be given together: a limit reads one page"
        yield Problem("DW223", text, value=query.page_size, fix="drop one of the two")


def _condition_problems(key: str, type: KeyType, condition: KeyCondition) -> Iterator[Problem]:
    for operand in condition.operands:
        yield from operand.problems_as(key)
        if type == "N" and operand.text and not operand.is_one_place and not operand.is_number:
            text = f"key '{key}' is of type N and must be a number or one place, got '{operand.text}'"
            yield Problem("DW214", text, value=operand.text, allowed="a number or one place")
    if type == "N" and condition.operator == "begins_with":
        text = f"key '{key}' is of type N, and begins_with takes S or B"
        yield Problem("DW214", text, value="begins_with", allowed="S, B", fix="use between, at_least or at_most")


def _servers(model: TableModel, asked: set[str]) -> str:
    """Return the table or the indexes whose key has all requested attributes."""
    servers = ["the table (no index=)"] if asked <= {key.name for key in model.key} else []
    servers += [f"index='{name}'" for name, keys in model.index_keys.items() if asked <= {key.name for key in keys}]
    return " or ".join(servers)


def _key_problems(model: TableModel, given: Mapping[str, Template]) -> Iterator[Problem]:
    names = [key.name for key in model.key]
    if set(given) != set(names):
        value, allowed = ", ".join(given), ", ".join(names)
        yield Problem("DW221", f"the key must be {allowed}, got {value or 'none'}", value=value, allowed=allowed)
        return
    for name, template in given.items():
        yield from template.problems_as(name)
        yield from lengths.condition_problems(model, name, KeyCondition("=", (template,)))
    yield from _found_problems(model, given)


def _found_problems(
    model: TableModel, asked: Mapping[str, Template] | Mapping[str, KeyCondition], index: str | None = None
) -> Iterator[Problem]:
    """Yield keys that no entity has, and parameters that the entity lacks."""
    there = entities_in(model, index)
    entities = [entity for entity in matching_entities(model, asked) if entity in there]
    if not entities:
        shapes = ", ".join(
            f"{name} {condition if isinstance(condition, KeyCondition) else condition.text}" for name, condition in asked.items()
        )
        text = f"no entity has keys like {shapes}"
        yield Problem("DW222", text, value=shapes, fix="compare it with the keys of the entities")
        return
    fixed = {name for given in asked.values() for name in _fixed_parameters(given)}
    known = {name for entity in entities for name in (*entity.attributes, *entity.shards)}
    for parameter in sorted(fixed - known):
        within = " and ".join(entity.name for entity in entities)
        yield unknown("DW211", "attribute", parameter, sorted(known), within=within)


def _fixed_parameters(given: Template | KeyCondition) -> tuple[str, ...]:
    if isinstance(given, Template):
        return given.parameters
    return given.parameters if given.operator == "=" else ()


def _attribute_problems(model: TableModel, attributes: tuple[str, ...], index: str | None = None) -> Iterator[Problem]:
    known = {*model.key_types, *(name for entity in model.entities for name in entity.attributes)}
    if model.ttl:
        known.add(model.ttl)
    yield from repeated("DW223", "attribute", attributes)
    for attribute in dict.fromkeys(attributes):
        if attribute not in known:
            yield unknown("DW211", "attribute", attribute, sorted(known))
        elif index is not None and not model.carries(index, attribute):
            fix = f"add it to include(...) in the projection of '{index}'"
            yield Problem("DW224", f"index '{index}' does not carry '{attribute}'", value=attribute, fix=fix)


def _write_problems(model: TableModel, write: Write) -> Iterator[Problem]:
    if isinstance(write, PutItem):
        wrong = list(_entity_name_problems(model, write.entity))
        yield from wrong
        if not wrong:
            yield from condition_problems(model, [model.entity(write.entity)], write.condition)
        return
    wrong = list(_key_problems(model, write.key))
    yield from wrong
    if wrong:
        return
    entities = matching_entities(model, write.key)
    if isinstance(write, ConditionCheck) and not write.condition:
        yield Problem("DW204", "a ConditionCheck without a condition checks nothing", fix="give it a condition")
    yield from condition_problems(model, entities, write.condition)
    if isinstance(write, UpdateItem):
        yield from update_problems(model, entities, write.update)


def _returns_problems(write: Put | Update | Delete) -> Iterator[Problem]:
    if write.returns not in (values := RETURNS[write.operation]):
        allowed = " or ".join((", ".join(values[:-1]), values[-1]))
        text = f"returns of a {write.operation} must be {allowed}, got '{write.returns}'"
        yield Problem("DW223", text, value=write.returns, allowed=allowed)
    elif write.in_transaction and write.returns != "NONE":
        text = "a part of a transaction returns nothing"
        yield Problem("DW223", text, value=write.returns, fix="leave returns out, or send it alone")


def _entity_name_problems(model: TableModel, name: str) -> Iterator[Problem]:
    names = [entity.name for entity in model.entities]
    if name not in names:
        yield unknown("DW211", "entity", name, names)


def _transaction_problems(model: TableModel, parts: tuple[GetItem | Write, ...]) -> Iterator[Problem]:
    if not 1 <= len(parts) <= MAX_TRANSACTION_ITEMS:
        allowed = f"1 to {MAX_TRANSACTION_ITEMS}"
        yield Problem("DW205", f"a transaction must have {allowed} items, got {len(parts)}", value=len(parts), allowed=allowed)
    seen: set[tuple[str, ...]] = set()
    for part in parts:
        wrong = list(_key_problems(model, part.key) if isinstance(part, GetItem) else _write_problems(model, part))
        yield from wrong
        if wrong:
            continue
        keys = model.entity(part.entity).keys if isinstance(part, PutItem) else part.key
        shape = tuple(keys[key.name].text for key in model.key)
        if shape in seen:
            text = f"{' / '.join(shape)} is used twice: DynamoDB refuses two operations on one item in a transaction"
            yield Problem("DW226", text, value=" / ".join(shape), fix="merge them")
        seen.add(shape)
