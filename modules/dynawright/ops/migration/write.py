"""Write to the new table, with one conditional request for each item."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from dynawright.model.size import WRITE_UNIT_BYTES
from dynawright.ops.migration.budget import Budget
from dynawright.ops.migration.output import Output
from dynawright.ops.migration.table import Table
from dynawright.ops.migration.value import Item, text

REFUSED = ("ValidationException", "ItemCollectionSizeLimitExceededException")  # faults of the item itself
ABSENT = "attribute_not_exists(#key)"
OLDER = f"{ABSENT} OR #version < :version"
NOT_NEWER = f"{ABSENT} OR attribute_not_exists(#version) OR #version <= :version"


@dataclass
class Written:
    """Positions of items by result: stored, another version kept, rejected by AWS."""

    copied: int = 0
    kept: int = 0
    refused: dict[int, str] = field(default_factory=dict)


Write = Callable[[Sequence[Output]], Written]


class Put:
    """Replaces existing items, but never a newer version, if items have versions."""

    conditions: tuple[str | None, str] = (None, NOT_NEWER)
    """Conditions for an item without a version, and for one with it."""

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
                    written.refused[place] = refusal(error)
                else:
                    raise
        return written

    def _put(self, output: Output) -> None:
        estimate, answer = units(output, self._table), {}
        self._budget.take(estimate)
        try:
            answer = self._client.put_item(
                TableName=self._table.name, Item=output.item, ReturnConsumedCapacity="TOTAL", **self._conditional(output)
            )
        finally:
            self._budget.settle(estimate, answer)

    def _conditional(self, output: Output) -> dict[str, Any]:
        condition = self.conditions[output.version is not None]
        if condition is None:
            return {}
        request: dict[str, Any] = {
            "ConditionExpression": condition,
            "ExpressionAttributeNames": {"#key": next(iter(self._table.keys))},
            "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
        }
        if output.version is not None:
            request["ExpressionAttributeNames"]["#version"] = output.version
            request["ExpressionAttributeValues"] = {":version": output.item[output.version]}
        return request


class PutIfAbsent(Put):
    """Keeps an existing item, unless it is known to be older."""

    conditions = (ABSENT, OLDER)


class Delete:
    """Deletes items by their keys."""

    def __init__(self, client: Any, table: Table, budget: Budget) -> None:
        self._client, self._table, self._budget = client, table, budget

    def __call__(self, key: Item) -> None:
        self._budget.take(1)
        answer = self._client.delete_item(TableName=self._table.name, Key=key, ReturnConsumedCapacity="TOTAL")
        self._budget.settle(1, answer)


class WriteNothing:
    """For a plan: counts what would be written."""

    def __init__(self, table: Table) -> None:
        self._table, self.units = table, 0.0

    def __call__(self, outputs: Sequence[Output]) -> Written:
        self.units += sum(units(output, self._table) for output in outputs)
        return Written(copied=len(outputs))


def units(output: Output, table: Table) -> float:
    """Return about what a write costs: the item's units, and as many for each index that has it."""
    indexes = sum(all(name in output.item for name in keys) for keys in table.indexes.values())
    return math.ceil(output.size / WRITE_UNIT_BYTES) * (1.0 + indexes)


def refusal(error: Any) -> str:
    return f"AWS refused it: {error.response['Error']['Message']}"
