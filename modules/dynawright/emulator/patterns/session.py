"""One table under test: its client, its reference, and the counts of the current pattern."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from dynawright.emulator.patterns.outcome import Outcome
from dynawright.emulator.patterns.reference import ReferenceTable
from dynawright.emulator.patterns.request import from_wire, to_wire
from dynawright.model.item import Item
from dynawright.model.limits import MAX_BATCH_WRITE_ITEMS
from dynawright.model.pattern import AccessPattern


class Session:
    """`client` prepares the table, reads it, and makes the pattern's requests."""

    def __init__(self, client: Any, table_name: str, table: ReferenceTable, now: int) -> None:
        self.client, self.table_name, self.table, self.now = client, table_name, table, now
        self.begin()

    def begin(self) -> None:
        self._items, self._requests, self._units, self._problems = 0, 0, 0.0, list[str]()

    def fill(self, items: Iterable[Item]) -> None:
        """Make the table contain exactly these items, whatever the last pattern left there."""
        wanted = ReferenceTable(self.table.model, items).items
        extra = [item for key, item in self.table.items.items() if key not in wanted]
        missing = [item for item in wanted.values() if self.table.get(item) != item]
        requests: list[dict[str, Any]] = [{"DeleteRequest": {"Key": self._key(item)}} for item in extra]
        requests += [{"PutRequest": {"Item": to_wire(item)}} for item in missing]
        for at in range(0, len(requests), MAX_BATCH_WRITE_ITEMS):
            left = {self.table_name: requests[at : at + MAX_BATCH_WRITE_ITEMS]}
            while left:
                left = self.client.batch_write_item(RequestItems=left).get("UnprocessedItems", {})
        self.table.items = dict(wanted)

    def outcome(self, pattern: AccessPattern, seconds: float) -> Outcome:
        return Outcome(pattern, self._items, self._requests, self._units, seconds, tuple(self._problems))

    def call(self, method: str, **arguments: Any) -> dict[str, Any]:
        return self.call_any(method, TableName=self.table_name, **arguments)

    def call_any(self, method: str, **arguments: Any) -> dict[str, Any]:
        self._requests += 1
        answer: dict[str, Any] = getattr(self.client, method)(**arguments)
        return answer

    def expect_refusal(self, error: str, method: str, **arguments: Any) -> None:
        """Expect the call to fail with this DynamoDB error."""
        self._requests += 1
        try:
            getattr(self.client, method)(**arguments)
        except getattr(self.client.exceptions, error):
            return
        self.problem(f"{method} succeeded although its condition does not hold")

    def read(self, items: Sequence[Item], units: float) -> None:
        self._items += len(items)
        self._units += units

    def wrote(self, units: float) -> None:
        self._items += 1
        self._units += units

    def problem(self, text: str) -> None:
        self._problems.append(text)

    def expect(self, what: str, actual: Any, expected: Any) -> None:
        if actual != expected:
            self.problem(f"{what}: got {actual!r:.200}, expected {expected!r:.200}")

    def expect_items(self, actual: list[Item], expected: list[Item], limit: int | None = None) -> None:
        """Expect the same items in any order; with a limit, as many of them."""
        missing, extra = list(expected), []
        for item in actual:
            if item in missing:
                missing.remove(item)
            else:
                extra.append(item)
        wanted = len(expected) if limit is None else min(limit, len(expected))
        if extra or len(actual) != wanted:
            self.problem(f"got {len(actual)} items, expected {wanted}; missing {missing!r:.200}; not expected {extra!r:.200}")

    def expect_stored(self, key: Item) -> None:
        """Expect the table and the reference to have the same item for this key."""
        answer = self.client.get_item(TableName=self.table_name, Key=self._key(key), ConsistentRead=True)
        self.expect("afterwards", from_wire(answer.get("Item", {})), self.table.get(key) or {})

    def _key(self, item: Item) -> dict[str, Any]:
        return to_wire({key.name: item[key.name] for key in self.table.model.key})
