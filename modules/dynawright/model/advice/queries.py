"""Queries that return more items than their question says."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dynawright.model.advice.remark import Remark, remark
from dynawright.model.entity import Entity
from dynawright.model.index import Index
from dynawright.model.pattern import Query
from dynawright.model.reach import read_entities
from dynawright.model.table import TableModel

# Attributes that distinguish versions of an item: `timestamp`, `createdAt`, `created_at`, `order_date`, `version`.
_TIMES = re.compile(
    r"(.*_)?(timestamp|time|date|day|month|year|at|version|revision|sequence)|.*(Timestamp|Time|Date|Day|At|Version|Revision)"
)
_PROMISES = re.compile(r"\b(latest|newest|current|currently|most recent|last)\b(?!\s+first)", re.IGNORECASE)
_STATES = {"status", "state"}


def remarks(model: TableModel) -> Iterator[Remark]:
    for pattern in model.access_patterns:
        if isinstance(pattern, Query):
            yield from _ids_as_prefixes(model, pattern)
            yield from _histories(model, pattern)


def _ids_as_prefixes(model: TableModel, query: Query) -> Iterator[Remark]:
    for key, condition in query.key.items():
        text = condition.operands[0].text
        if condition.operator != "begins_with" or not text.endswith("}"):
            continue
        place = text[text.rindex("{") + 1 : -1]
        if is_time(place) or not any(place in entity.keys[key].parameters for entity in read_entities(model, query)):
            continue  # a day or the beginning of a name, which is meant to find all that begins so
        found = f"begins_with('{text}') ends with an id: asked for 1, it finds 1, 10 and 11"
        fix = f"end it with what follows the id in the key, or call the place {{{place}Prefix}} if a beginning is meant"
        yield remark(query, "DW271", found, value=text, fix=fix)


def _histories(model: TableModel, query: Query) -> Iterator[Remark]:
    """Warn of index queries that also return outdated versions, where each version is an item."""
    elsewhere = query.index is not None and isinstance(model.index(query.index), Index)
    newest_of = query.limit if query.descending else None
    promised = _PROMISES.search(query.question)
    for entity in read_entities(model, query):
        if elsewhere:
            by_state = any(_is_state(entity, condition.parameters) for condition in query.key.values())
            finds_old = _is_history(model, entity) and newest_of != 1 and (promised is not None or by_state)
            fix = "keep one item per thing, overwritten by each version, and only that one in the index"
        else:
            finds_old = promised is not None and _is_sorted_by_time(model, entity) and newest_of is None
            fix = "give descending=True and limit=1"
        if finds_old:
            what = f"promises the {promised[1].lower()}" if promised else "asks for one state"
            text = (
                f"it {what}, but each version of '{entity.name}' is an item of its own: it finds those that are out of date too"
            )
            yield remark(query, "DW272", text, value=query.question, fix=fix)


def _is_state(entity: Entity, parameters: tuple[str, ...]) -> bool:
    return any(name in _STATES and name in entity.attributes for name in parameters)


def _is_history(model: TableModel, entity: Entity) -> bool:
    """Return whether the items of a partition differ only in a time or version."""
    places = _sort_places(model, entity)
    return bool(places) and all(map(is_time, places))


def _is_sorted_by_time(model: TableModel, entity: Entity) -> bool:
    return any(map(is_time, _sort_places(model, entity)))


def _sort_places(model: TableModel, entity: Entity) -> tuple[str, ...]:
    return () if model.sort_key is None else entity.keys[model.sort_key.name].parameters


def is_time(name: str) -> bool:
    return _TIMES.fullmatch(name) is not None
