"""Read every item of a table, page by page, in parallel segments and within a budget."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dynawright.ops.migration.budget import Budget
from dynawright.ops.migration.source import Page
from dynawright.ops.migration.table import Table
from dynawright.ops.migration.value import Item

MOST_UNITS = 256  # per page, which has at most 1 MB and is read consistently
MOST_ITEMS = 1000  # per page, which is written again after a crash


class Reader:
    """Reads consistently, so that items written before the first page are never missed."""

    def __init__(self, client: Any, table: Table, budget: Budget, segments: int) -> None:
        self.table, self.segments = table, segments
        self.name, self.items, self.key_text = table.name, table.items, table.key_text
        self.client, self.budget = client, budget

    def pages(self, segment: int, start: Item | None = None) -> Iterator[Page]:
        # no page costs more than the segment's share of a second: the budget holds every second, not just on average
        share = min(MOST_UNITS, max(1.0, self.budget.units_a_second / self.segments))
        an_item = 1.0  # units; an estimate until the first page
        while True:
            limit = max(1, min(MOST_ITEMS, int(share / an_item)))
            estimate = an_item * limit
            self.budget.take(estimate)
            answer = self.client.scan(
                TableName=self.table.name,
                Segment=segment,
                TotalSegments=self.segments,
                Limit=limit,
                ConsistentRead=True,
                ReturnConsumedCapacity="TOTAL",
                **({"ExclusiveStartKey": start} if start else {}),
            )
            used = self.budget.settle(estimate, answer)
            items, start = answer["Items"], answer.get("LastEvaluatedKey")
            yield Page(items, start)
            if start is None:
                return
            an_item = max(used / len(items), 0.001) if items else an_item

    def get(self, key: Item) -> Item | None:
        self.budget.take(1)
        answer = self.client.get_item(TableName=self.table.name, Key=key, ConsistentRead=True, ReturnConsumedCapacity="TOTAL")
        self.budget.settle(1, answer)
        item: Item | None = answer.get("Item")
        return item
