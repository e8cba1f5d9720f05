"""Queries of a write-sharded key: one request per shard, with merged answers.

answers = [query(**shards) for shards in fan_out(DATA, MESSAGES)]  # all pages of each, or `limit` items
messages = merge(DATA, MESSAGES, answers)
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import merge as merged
from itertools import chain, islice, product
from operator import itemgetter

from dynawright.model.item import Item
from dynawright.model.matching import matching_entities
from dynawright.model.pattern import Query
from dynawright.model.table import TableModel


def fan_out(model: TableModel, query: Query) -> list[dict[str, int]]:
    """Return the shard values for each request of a query; one empty request if its key has no shards."""
    places = {name for condition in query.key.values() for name in condition.parameters}
    shards: dict[str, int] = {}
    for entity in matching_entities(model, query.key):
        for place, count in entity.shards.items():
            if place in places:
                shards[place] = max(count, shards.get(place, 0))  # entities that share a key may have different numbers of shards
    return [dict(zip(shards, numbers, strict=True)) for numbers in product(*(range(count) for count in shards.values()))]


def merge(model: TableModel, query: Query, answers: Iterable[Iterable[Item]]) -> list[Item]:
    """Return the answers of all requests as one: in the query's order, and at most its limit."""
    keys = model.key if query.index is None else model.index_keys[query.index]
    if len(keys) == 1:
        return list(islice(chain.from_iterable(answers), query.limit))
    return list(islice(merged(*answers, key=itemgetter(keys[1].name), reverse=query.descending), query.limit))
