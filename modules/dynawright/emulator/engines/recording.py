"""An engine's recorded answers: items, consumed units, or the refusal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

NOT_COMPARED = ("ResponseMetadata", "ConsumedCapacity", "ItemCollectionMetrics", "LastEvaluatedKey", "ScannedCount", "Count")
PAGED = ("query", "scan")
DATA_OPERATIONS = (
    "get_item",
    "put_item",
    "update_item",
    "delete_item",
    "query",
    "scan",
    "batch_get_item",
    "batch_write_item",
    "transact_get_items",
    "transact_write_items",
)
TABLE = "the table"
Units = dict[str, float]
"""Consumed units of the table, under TABLE, and of each index, under its name."""


@dataclass
class Call:
    """A request with all its pages; `refusal` is empty if it succeeded."""

    operation: str
    arguments: Mapping[str, Any]
    answer: dict[str, Any] = field(default_factory=dict)
    units: Units = field(default_factory=dict)
    refusal: str = ""
    pages: int = 0


class Recorder:
    """A DynamoDB client that records answers, and always requests consumed units."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._calls: list[Call] = []
        self.exceptions = client.exceptions

    def take(self) -> list[Call]:
        """Return the calls since the last time."""
        calls, self._calls = self._calls, []
        return calls

    def __getattr__(self, operation: str) -> Any:
        method = getattr(self._client, operation)
        return (lambda **arguments: self._record(operation, method, arguments)) if operation in DATA_OPERATIONS else method

    def _record(self, operation: str, method: Any, arguments: dict[str, Any]) -> Any:
        call = self._call(operation, arguments)
        try:
            answer = method(**arguments, ReturnConsumedCapacity="INDEXES")
        except self.exceptions.ClientError as error:
            call.refusal = _refusal(error.response)
            raise
        call.pages += 1
        for name, value in answer.items():
            if name == "Items":
                call.answer.setdefault(name, []).extend(value)
            elif name not in NOT_COMPARED:
                call.answer[name] = value
        for place, units in consumed(answer.get("ConsumedCapacity", [])):
            call.units[place] = call.units.get(place, 0.0) + units
        return answer

    def _call(self, operation: str, arguments: dict[str, Any]) -> Call:
        """Return the call that a further page belongs to, or a new one."""
        request = {name: value for name, value in arguments.items() if name != "ExclusiveStartKey"}
        if "ExclusiveStartKey" not in arguments:
            self._calls.append(Call(operation, request))
        return self._calls[-1]


def consumed(reported: Any) -> Iterator[tuple[str, float]]:
    """Yield the units of the table and of each index in ConsumedCapacity."""
    for table in reported if isinstance(reported, list) else [reported]:
        yield TABLE, float(table.get("Table", {}).get("CapacityUnits", 0.0))
        for kind in ("GlobalSecondaryIndexes", "LocalSecondaryIndexes"):
            for index, units in table.get(kind, {}).items():
                yield index, float(units["CapacityUnits"])


def _refusal(response: Mapping[str, Any]) -> str:
    """Return the error's code; for a cancelled transaction with the reason of each part."""
    reasons = [reason.get("Code", "None") for reason in response.get("CancellationReasons", [])]
    code: str = response["Error"]["Code"]
    return f"{code} [{', '.join(reasons)}]" if reasons else code
