"""Checks of secondary indexes, their projections and TTL."""

from collections.abc import Iterator

from dynawright.errors import Problem, must_be, unknown
from dynawright.model.checks.keys import same_key
from dynawright.model.checks.names import attribute_name_problems, repeated, same_names
from dynawright.model.index import Index, LocalIndex
from dynawright.model.limits import (
    MAX_GLOBAL_INDEXES,
    MAX_INCLUDED_ATTRIBUTES,
    MAX_INCLUDED_IN_ONE_INDEX,
    MAX_LOCAL_INDEXES,
    NAME_RULE,
    TABLE_OR_INDEX_NAME,
)
from dynawright.model.table import TableModel

PROJECT_ALL = "project ALL where most are needed"


def problems(model: TableModel) -> Iterator[Problem]:
    indexes = model.all_indexes
    included = sum(len(index.projection.attributes) for index in indexes)
    for count, most, what, fix in (
        (len(model.indexes), MAX_GLOBAL_INDEXES, "global indexes", "share an index between entities"),
        (len(model.local_indexes), MAX_LOCAL_INDEXES, "local indexes", "use global ones"),
        (included, MAX_INCLUDED_ATTRIBUTES, "attributes included in all indexes", PROJECT_ALL),
    ):
        if count > most:
            yield _too_many(what, count, most, fix).at(model.place)
    fix = "rename one; global and local indexes share one set of names"
    yield from same_names(((index.name, index) for index in indexes), fix=fix)
    for index in indexes:
        yield from (problem.at(index.place) for problem in _index_problems(model, index))
    for local in model.local_indexes:
        if model.sort_key is None:
            fix = "add a sort key to the table, or make it a global index"
            yield Problem("DW208", "a local index needs a table with a sort key", local.place, fix=fix)
        elif local.sort_key.name in (model.sort_key.name, model.partition_key.name):
            text = f"sort key '{local.sort_key.name}' is a key of the table already"
            yield Problem("DW208", text, local.place, local.sort_key.name, fix="choose another attribute")
    if model.ttl is not None:
        yield from (problem.at(model.place) for problem in _ttl_problems(model, model.ttl))


def _too_many(what: str, count: int, most: int, fix: str) -> Problem:
    return Problem("DW205", f"there must be at most {most} {what}, got {count}", value=count, allowed=f"at most {most}", fix=fix)


def _index_problems(model: TableModel, index: Index | LocalIndex) -> Iterator[Problem]:
    if not TABLE_OR_INDEX_NAME.fullmatch(index.name):
        yield must_be("DW202", NAME_RULE, index.name)
    if isinstance(index, Index) and index.sort_key and index.sort_key.name == index.partition_key.name:
        yield same_key(index.sort_key)
    projection = index.projection
    if projection.type == "INCLUDE" and not projection.attributes:
        yield Problem("DW207", "include() names no attribute", fix="name some, or use KEYS_ONLY")
    if len(projection.attributes) > MAX_INCLUDED_IN_ONE_INDEX:
        yield _too_many("included attributes", len(projection.attributes), MAX_INCLUDED_IN_ONE_INDEX, PROJECT_ALL)
    yield from repeated("DW207", "included attribute", projection.attributes)
    keys = {key.name for key in (*model.key, *model.index_keys[index.name])}
    known = {*model.key_types, *(name for entity in model.entities for name in entity.declared), *filter(None, [model.ttl])}
    for name in dict.fromkeys(projection.attributes):
        wrong = list(attribute_name_problems("included attribute", name))
        yield from wrong
        if name in keys:
            yield Problem(
                "DW207", f"'{name}' is a key, and keys are always projected", value=name, fix="leave it out of include()"
            )
        elif not wrong and model.entities and name not in known:
            yield unknown("DW211", "attribute", name, sorted(known - keys))


def _ttl_problems(model: TableModel, ttl: str) -> Iterator[Problem]:
    yield from attribute_name_problems("TTL attribute", ttl)
    if ttl in model.key_types:
        fix = "use an attribute of its own, a Number of seconds since 1970"
        yield Problem("DW209", f"TTL attribute '{ttl}' is a key", value=ttl, fix=fix)
