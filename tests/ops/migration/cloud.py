"""Two tables in this process, `sessions` and `by-user`, a fake clock, and faults between calls."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache
from typing import Any

import boto3

from dynawright.ops.migration.clock import Clock, StoppedError
from dynawright.ops.migration.value import text
from tests.functions.cloud import typed, untyped

SOURCE, TARGET = "sessions", "by-user"
TRANSFORMS = "tests.ops.migration.transforms"


class FakeClock(Clock):
    """A clock whose waits advance the time."""

    def __init__(self) -> None:
        super().__init__()
        self.time = 1000.0
        self.paused: list[float] = []
        self._lock = threading.Lock()

    def now(self) -> float:
        return self.time

    def pause(self, seconds: float) -> None:
        with self._lock:
            if self.stopped.is_set():
                raise StoppedError
            self.time += seconds
            self.paused.append(seconds)


class Cloud:
    """Use it inside `mock_aws`."""

    def __init__(self) -> None:
        self.client = _client()
        self._handlers: list[tuple[str, Any]] = []
        self.create(SOURCE, sessionId="S")
        self.create(TARGET, userId="S", sessionId="S")

    def create(self, table: str, *, indexes: dict[str, dict[str, str]] | None = None, **keys: str) -> None:
        indexes = indexes or {}
        types = {**keys, **{name: type for index in indexes.values() for name, type in index.items()}}
        request: dict[str, Any] = {"TableName": table, "KeySchema": _schema(keys), "BillingMode": "PAY_PER_REQUEST"}
        request["AttributeDefinitions"] = [{"AttributeName": name, "AttributeType": type} for name, type in types.items()]
        if indexes:
            request["GlobalSecondaryIndexes"] = [
                {"IndexName": name, "KeySchema": _schema(index), "Projection": {"ProjectionType": "ALL"}}
                for name, index in indexes.items()
            ]
        self.client.create_table(**request)

    def put(self, table: str, **item: Any) -> None:
        self.client.put_item(TableName=table, Item={name: typed(value) for name, value in item.items()})

    def items(self, table: str) -> list[dict[str, Any]]:
        found = self.client.scan(TableName=table)["Items"]
        return [untyped(item) for item in sorted(found, key=text)]

    def on(self, event: str, handler: Callable[..., Any]) -> None:
        """Handle an event of botocore, such as `after-call.dynamodb.Scan`."""
        self.client.meta.events.register(event, handler)
        self._handlers.append((event, handler))

    def calm(self) -> None:
        """Remove all faults."""
        for event, handler in self._handlers:
            self.client.meta.events.unregister(event, handler)
        self._handlers.clear()


def _schema(keys: dict[str, str]) -> list[dict[str, str]]:
    return [{"AttributeName": name, "KeyType": kind} for name, kind in zip(keys, ("HASH", "RANGE"), strict=False)]


@cache
def _client() -> Any:
    """Return a client, made once for all tests: making one takes longer than a test."""
    return boto3.session.Session("emulator", "emulator", region_name="ap-northeast-1").client("dynamodb")
