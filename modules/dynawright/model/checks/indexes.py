"""Checks of secondary indexes, TTL and what the indexes carry."""

from collections import Counter
from collections.abc import Iterator

from dynawright.model.checks.names import nearest
from dynawright.model.index import Index, LocalIndex
from dynawright.model.limits import (
    MAX_GLOBAL_INDEXES,
    MAX_INCLUDED_ATTRIBUTES,
    MAX_INCLUDED_IN_ONE_INDEX,
    MAX_LOCAL_INDEXES,
    MAX_NAME_BYTES,
    NAME_RULE,
    TABLE_OR_INDEX_NAME,
)
from dynawright.model.table import TableModel


def problems(model: TableModel) -> Iterator[str]:
    indexes = model.all_indexes
    if len(model.indexes) > MAX_GLOBAL_INDEXES:
        yield f"{len(model.indexes)} global indexes: at most {MAX_GLOBAL_INDEXES} are allowed; share an index between entities"
    if len(model.local_indexes) > MAX_LOCAL_INDEXES:
        yield f"{len(model.local_indexes)} local indexes: at most {MAX_LOCAL_INDEXES} are allowed; use global ones"
    for name, times in Counter(index.name for index in indexes).items():
        if times > 1:
            yield f"{times} indexes are named '{name}': global and local indexes share one set of names"
    for index in indexes:
        yield from _index_problems(model, index)
    included = sum(len(index.projection.attributes) for index in indexes)
    if included > MAX_INCLUDED_ATTRIBUTES:
        yield f"the indexes include {included} attributes: at most {MAX_INCLUDED_ATTRIBUTES} over all indexes are allowed; project ALL where most are needed"
    for local in model.local_indexes:
        if model.sort_key is None:
            yield f"local index '{local.name}' needs a table with a sort key; add one, or make it a global index"
        elif local.sort_key.name in (model.sort_key.name, model.partition_key.name):
            yield f"local index '{local.name}' sorts by '{local.sort_key.name}', which the table's key has already: choose another attribute"
    if model.ttl is not None:
        yield from _ttl_problems(model, model.ttl)


def _index_problems(model: TableModel, index: Index | LocalIndex) -> Iterator[str]:
    if not TABLE_OR_INDEX_NAME.fullmatch(index.name):
        yield f"the index name '{index.name}' is not allowed: {NAME_RULE}"
    if isinstance(index, Index) and index.sort_key and index.sort_key.name == index.partition_key.name:
        yield f"index '{index.name}' has '{index.sort_key.name}' as both keys: the two must be different attributes"
    projection = index.projection
    if projection.type == "INCLUDE" and not projection.attributes:
        yield f"index '{index.name}' includes nothing: name attributes in include(...), or use KEYS_ONLY"
    if len(projection.attributes) > MAX_INCLUDED_IN_ONE_INDEX:
        yield f"index '{index.name}' includes {len(projection.attributes)} attributes: at most {MAX_INCLUDED_IN_ONE_INDEX} in one index are allowed; project ALL where most are needed"
    keys = {key.name for key in (*model.key, *model.index_keys[index.name])}
    known = {*model.key_types, *(name for entity in model.entities for name in entity.declared), *filter(None, [model.ttl])}
    for name, times in Counter(projection.attributes).items():
        if times > 1:
            yield f"index '{index.name}' includes '{name}' {times} times"
        if name in keys:
            yield f"index '{index.name}' includes the key '{name}': keys are always projected; leave it out"
        if "." in name:
            yield f"index '{index.name}' includes '{name}': only top-level attributes can be projected"
        elif not 1 <= len(name.encode()) <= MAX_NAME_BYTES:
            yield f"index '{index.name}' includes a name of {len(name.encode())} bytes: 1 to {MAX_NAME_BYTES} are allowed"
        elif model.entities and name not in known:
            yield f"index '{index.name}' includes '{name}', which no entity declares{nearest(name, sorted(known - keys))}"


def _ttl_problems(model: TableModel, ttl: str) -> Iterator[str]:
    if "." in ttl:
        inner = ttl.rsplit(".", 1)[1]
        yield f"the TTL attribute '{ttl}' is inside another: TTL needs a top-level attribute; store {inner} at the top of the item"
    elif not 1 <= len(ttl.encode()) <= MAX_NAME_BYTES:
        yield f"the TTL attribute has a name of {len(ttl.encode())} bytes: 1 to {MAX_NAME_BYTES} are allowed"
    if ttl in model.key_types:
        yield f"the TTL attribute '{ttl}' is a key: TTL needs an attribute of its own, a Number of seconds"
