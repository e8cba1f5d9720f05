"""Writing to the new table: only what is not there yet, or in batches over whatever is there."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from errors import UserError
from modules.model.limits import MAX_BATCH_WRITE_ITEMS
from modules.model.size import WRITE_UNIT_BYTES
from ops.migration.budget import Budget
from ops.migration.clock import Clock
from ops.migration.table import Table
from ops.migration.transform import Output
from ops.migration.value import text

MOST_BATCH_BYTES = 16 * 1024 * 1024
MOST_FRUITLESS_TRIES = 10
LONGEST_PAUSE_SECONDS = 20.0
REFUSED = ("ValidationException", "ItemCollectionSizeLimitExceededException")  # the item's own fault


@dataclass
class Written:
    """Of the items given, by their places: those that the table has now, those of which it keeps another version, those AWS refused."""

    copied: int = 0
    kept: int = 0
    refused: dict[int, str] = field(default_factory=dict)


Write = Callable[[Sequence[Output]], Written]


class PutIfAbsent:
    """One conditional request for each item. An item that is there, newer perhaps, stays as it is."""

    def __init__(self, client: Any, table: Table, budget: Budget) -> None:
        self._client, self._table, self._budget = client, table, budget

    def __call__(self, outputs: Sequence[Output]) -> Written:
        from botocore.exceptions import ClientError

        written = Written()
        for place, output in enumerate(outputs):
            try:
                self._put(output)
                written.copied += 1
            except ClientError as error:
                code = error.response["Error"]["Code"]
                if code == "ConditionalCheckFailedException":
                    same = text(error.response["Item"]) == text(output.item)  # written before a crash, or by the application
                    written.copied, written.kept = written.copied + same, written.kept + (not same)
                elif code in REFUSED:
                    written.refused[place] = _refusal(error)
                else:
                    raise
        return written

    def _put(self, output: Output) -> None:
        estimate, answer = units(output, self._table), {}
        self._budget.take(estimate)
        try:
            answer = self._client.put_item(
                TableName=self._table.name,
                Item=output.item,
                ConditionExpression="attribute_not_exists(#key)",
                ExpressionAttributeNames={"#key": next(iter(self._table.keys))},
                ReturnValuesOnConditionCheckFailure="ALL_OLD",
                ReturnConsumedCapacity="TOTAL",
            )
        finally:
            self._budget.settle(estimate, answer)


class Overwrite:
    """25 items a request, over whatever is there: BatchWriteItem knows no conditions."""

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
                written.refused[places[0]] = _refusal(error)
            else:
                for place in places:  # AWS does not say which of them it was
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
            if tries == MOST_FRUITLESS_TRIES:
                raise UserError(
                    [
                        f"{self._table.name} took no item of a batch, {tries} times in a row: lower --write-units or raise its capacity"
                    ]
                )
            keys = [self._table.key_text(one["PutRequest"]["Item"]) for one in unprocessed]
            if left := {key: left[key] for key in keys}:
                self._clock.pause(random.uniform(0, min(LONGEST_PAUSE_SECONDS, 0.1 * 2**tries)))  # noqa: S311


class WriteNothing:
    """For a plan: adds up what would be written."""

    def __init__(self, table: Table) -> None:
        self._table, self.units = table, 0.0

    def __call__(self, outputs: Sequence[Output]) -> Written:
        self.units += sum(units(output, self._table) for output in outputs)
        return Written(copied=len(outputs))


def batches(outputs: Sequence[Output]) -> Iterator[list[int]]:
    """The outputs' places, in batches that BatchWriteItem takes."""
    batch: list[int] = []
    size = 0
    for place, output in enumerate(outputs):
        length = len(json.dumps(text(output.item)))  # more than is sent: quotes are escaped twice
        if batch and (len(batch) == MAX_BATCH_WRITE_ITEMS or size + length > MOST_BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(place)
        size += length
    if batch:
        yield batch


def units(output: Output, table: Table) -> float:
    """About what a write costs: the item's, and as much for each index that has it."""
    indexes = sum(all(name in output.item for name in keys) for keys in table.indexes.values())
    return math.ceil(output.size / WRITE_UNIT_BYTES) * (1.0 + indexes)


def _refusal(error: Any) -> str:
    return f"AWS refused it: {error.response['Error']['Message']}"
