"""Write to the new table in batches, replacing existing items."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from dynawright.errors import Place, Problem, UserError
from dynawright.model.limits import MAX_BATCH_WRITE_ITEMS
from dynawright.ops.migration.budget import Budget
from dynawright.ops.migration.clock import Clock
from dynawright.ops.migration.output import Output
from dynawright.ops.migration.patient import MOST_TRIES, pause
from dynawright.ops.migration.table import Table
from dynawright.ops.migration.value import text
from dynawright.ops.migration.write import REFUSED, Written, refusal, units

MOST_BATCH_BYTES = 16 * 1024 * 1024


class Overwrite:
    """Writes 25 items per request and replaces existing ones: BatchWriteItem has no conditions."""

    def __init__(self, client: Any, table: Table, budget: Budget, clock: Clock) -> None:
        self._client, self._table, self._budget, self._clock = client, table, budget, clock

    def __call__(self, outputs: Sequence[Output]) -> Written:
        written = Written()
        for batch in batches(outputs):
            self._batch(batch, outputs, written)
        return written

    def _batch(self, places: Sequence[int], outputs: Sequence[Output], written: Written) -> None:
        from botocore.exceptions import ClientError

        try:
            self._write([outputs[place] for place in places])
            written.copied += len(places)
        except ClientError as error:
            if error.response["Error"]["Code"] not in REFUSED:
                raise
            if len(places) == 1:
                written.refused[places[0]] = refusal(error)
            else:
                for place in places:  # AWS does not say which item failed
                    self._batch([place], outputs, written)

    def _write(self, outputs: Sequence[Output]) -> None:
        left, tries = {output.key: output for output in outputs}, 0
        while left:
            estimate = sum(units(output, self._table) for output in left.values())
            self._budget.take(estimate)
            requests = [{"PutRequest": {"Item": output.item}} for output in left.values()]
            answer = self._client.batch_write_item(RequestItems={self._table.name: requests}, ReturnConsumedCapacity="TOTAL")
            self._budget.settle(estimate, answer)
            unprocessed = answer.get("UnprocessedItems", {}).get(self._table.name, [])
            tries = tries + 1 if len(unprocessed) == len(left) else 0
            if tries == MOST_TRIES:
                text = f"the table took no item of a batch, {tries} times in a row"
                fix = "lower --write-units, or raise its capacity"
                raise UserError([Problem("DW723", text, Place(path=f"table {self._table.name}"), self._table.name, fix=fix)])
            keys = [self._table.key_text(request["PutRequest"]["Item"]) for request in unprocessed]
            if left := {key: left[key] for key in keys}:
                pause(tries, self._clock)


def batches(outputs: Sequence[Output]) -> Iterator[list[int]]:
    """Yield positions of the outputs, in batches within BatchWriteItem's limits."""
    batch: list[int] = []
    size = 0
    for place, output in enumerate(outputs):
        length = len(json.dumps(text(output.item)))  # an upper limit: quotes are escaped twice
        if batch and (len(batch) == MAX_BATCH_WRITE_ITEMS or size + length > MOST_BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(place)
        size += length
    if batch:
        yield batch
