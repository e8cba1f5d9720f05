"""Queries of a write-sharded key: one request per shard, the answers merged."""

from __future__ import annotations

from itertools import product

from modules.model.checks.patterns import matching_entities
from modules.model.pattern import Query
from modules.model.table import TableModel


def fan_out(model: TableModel, query: Query) -> list[dict[str, int]]:
    """The values of the shards for each request of a query; one request without any where its key has none."""
    places = {name for condition in query.key.values() for name in condition.parameters}
    shards: dict[str, int] = {}
    for entity in matching_entities(model, query.key):
        for place, count in entity.shards.items():
            if place in places:
                shards[place] = max(count, shards.get(place, 0))  # entities that share a key may be spread differently
    return [dict(zip(shards, numbers, strict=True)) for numbers in product(*(range(count) for count in shards.values()))]
