"""One table under exercise: its client, its reference, and the tally of the pattern that is running."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from harness.patterns.outcome import Outcome
from harness.patterns.reference import ReferenceTable
from harness.patterns.request import from_wire, to_wire
from modules.model.pattern import AccessPattern
from modules.model.sample import Item


class Session:
    def __init__(self, client: Any, table_name: str, table: ReferenceTable, now: int) -> None:
        self.client, self.table_name, self.table, self.now = client, table_name, table, now
        self.begin()

    def begin(self) -> None:
        self._items, self._requests, self._units, self._problems = 0, 0, 0.0, list[str]()

    def outcome(self, pattern: AccessPattern, seconds: float) -> Outcome:
        return Outcome(pattern, self._items, self._requests, self._units, seconds, tuple(self._problems))

    def call(self, method: str, **arguments: Any) -> dict[str, Any]:
        return self.call_any(method, TableName=self.table_name, **arguments)

    def call_any(self, method: str, **arguments: Any) -> dict[str, Any]:
        self._requests += 1
        answer: dict[str, Any] = getattr(self.client, method)(**arguments)
        return answer

    def expect_refusal(self, error: str, method: str, **arguments: Any) -> None:
        """The call must fail with the named error of DynamoDB."""
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

    def expect(self, what: str, found: Any, expected: Any) -> None:
        if found != expected:
            self.problem(f"{what}: got {found!r:.200}, expected {expected!r:.200}")

    def expect_same_items(self, found: list[Item], expected: list[Item]) -> None:
        """The same items, whatever their order."""
        missing = [item for item in expected if item not in found]
        extra = [item for item in found if item not in expected]
        if missing or extra or len(found) != len(expected):
            self.problem(
                f"got {len(found)} items, expected {len(expected)}; missing {missing!r:.200}; not expected {extra!r:.200}"
            )

    def expect_stored(self, key: Item) -> None:
        """The table holds for this key just what the reference holds."""
        names = [attribute.name for attribute in self.table.model.key]
        wire_key = to_wire({name: key[name] for name in names})
        answer = self.client.get_item(TableName=self.table_name, Key=wire_key, ConsistentRead=True)
        self.expect("afterwards", from_wire(answer.get("Item", {})), self.table.get(key) or {})
