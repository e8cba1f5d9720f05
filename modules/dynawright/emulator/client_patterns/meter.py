"""Count a boto3 client's requests, items and capacity units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

SINGLE_WRITES = ("put_item", "update_item", "delete_item")
OPERATIONS = (
    *SINGLE_WRITES,
    "get_item",
    "query",
    "scan",
    "batch_get_item",
    "batch_write_item",
    "transact_get_items",
    "transact_write_items",
)


class Meter:
    """Forwards requests to a client and counts them; other attributes are the client's own."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self.items, self.requests, self.units = 0, 0, 0.0
        self._counts = True

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Pause counting, for requests that repeat counted ones in another form."""
        self._counts = False
        yield
        self._counts = True

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._client, name)
        if name not in OPERATIONS:
            return method

        def call(**arguments: Any) -> Any:
            if not self._counts:
                return method(**arguments)
            self.requests += 1
            answer = method(**arguments, ReturnConsumedCapacity="TOTAL")
            self.items += _items(name, arguments, answer)
            self.units += sum(consumption["CapacityUnits"] for consumption in _listed(answer.get("ConsumedCapacity")))
            return answer

        return call


def _items(name: str, arguments: Mapping[str, Any], answer: Mapping[str, Any]) -> int:
    """Return the number of items read or written."""
    match name:
        case "get_item":
            return int("Item" in answer)
        case "query" | "scan":
            return len(answer["Items"])
        case "batch_get_item":
            return sum(map(len, answer["Responses"].values()))
        case "batch_write_item":
            return sum(map(len, arguments["RequestItems"].values()))
        case "transact_get_items":
            return sum(bool(response.get("Item")) for response in answer["Responses"])
        case "transact_write_items":
            return len(arguments["TransactItems"])
    return 1


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value] if value else []
