"""Counts that Locust lacks, summed over workers: units, wrong answers, failed conditions, throttles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

CONDITION_CODES = ("ConditionalCheckFailedException", "TransactionCanceledException")
READS = ("get_item", "query", "scan", "batch_get_item", "transact_get_items")


@dataclass
class Counts:
    """Counts of one pattern."""

    requests: int = 0
    conditions: int = 0
    throttles: int = 0
    errors: int = 0
    checked: int = 0
    wrong: int = 0
    read_units: float = 0.0
    write_units: float = 0.0

    def add(self, other: Mapping[str, float]) -> None:
        for field in fields(self):
            setattr(self, field.name, getattr(self, field.name) + other[field.name])


class Tally:
    """Counts of all patterns since the last report to the master."""

    def __init__(self) -> None:
        self.patterns: dict[str, Counts] = {}
        self.messages: list[str] = []
        """The first wrong answers and errors."""

    def of(self, pattern: str) -> Counts:
        return self.patterns.setdefault(pattern, Counts())

    def say(self, text: str) -> None:
        if len(self.messages) < 20:
            self.messages.append(text)

    def take(self) -> dict[str, Any]:
        """Return all counts and reset them."""
        taken = {"patterns": {id: asdict(counts) for id, counts in self.patterns.items()}, "messages": self.messages}
        self.patterns, self.messages = {}, []
        return taken

    def add(self, taken: Mapping[str, Any]) -> None:
        for id, counts in taken["patterns"].items():
            self.of(id).add(counts)
        for text in taken["messages"]:
            self.say(text)


class Measured:
    """Forwards requests to a boto3 client and sums the consumed units."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self.read_units = self.write_units = 0.0
        self.refused_units = 0.0
        """The minimum cost of writes whose condition fails: AWS bills them without reporting units."""

    def __getattr__(self, operation: str) -> Any:
        method = getattr(self._client, operation)

        def call(**arguments: Any) -> Any:
            try:
                answer = method(**arguments, ReturnConsumedCapacity="TOTAL")
            except Exception as error:
                response: Any = getattr(error, "response", None) or {}
                self.refused_units += response.get("Error", {}).get("Code") in CONDITION_CODES
                raise
            consumed = answer.get("ConsumedCapacity") or []
            units = sum(consumption["CapacityUnits"] for consumption in (consumed if isinstance(consumed, list) else [consumed]))
            if operation in READS:
                self.read_units += units
            else:
                self.write_units += units
            return answer

        return call
