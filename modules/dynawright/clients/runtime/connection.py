"""Sends the requests of access patterns."""

from __future__ import annotations

import time
from _thread import allocate_lock  # threading takes a millisecond to import
from importlib import import_module
from itertools import chain, islice, product
from operator import itemgetter
from os import environ

from .batches import batches, unique, until_done
from .entities import NOTHING, whole_values
from .errors import ConditionFailed, InvalidRequest, TornValue, translated
from .keys import key_wire
from .patterns import Part
from .results import Results
from .values import from_wire, to_wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any, TypeVar

    from .access_log import Access
    from .cache import Cache
    from .keys import Values
    from .light import T
    from .patterns import BatchGet, BatchWrite, Get, Query, Scan, TransactGet, TransactWrite, Write
    from .values import Wire

    Built = TypeVar("Built")

METHODS = {"Put": "put_item", "Update": "update_item", "Delete": "delete_item"}


class Connection:
    """The tables of an environment, and a boto3 client that is created at the first request."""

    def __init__(
        self,
        environments: Mapping[str, Mapping[str, str]],
        environment: str | None,
        tables: Mapping[Any, str] | None,
        client: Any,
        now: Callable[[], float] | None,
        *,
        name: str = "",
        keys: Mapping[str, Sequence[str]] = NOTHING,
        log: Callable[[Access], None] | None = None,
        cache: Cache | None = None,
        cached: frozenset[str] = frozenset(),
    ) -> None:
        if (environment is None) == (tables is None):
            raise ValueError("give an environment or tables, one of the two")
        if environment is not None and environment not in environments:
            raise ValueError(f"environment {environment!r} does not exist; there are {', '.join(environments) or 'none'}")
        self._tables: Mapping[Any, str] = tables if environment is None else environments[environment]  # type: ignore[assignment]
        self._client, self._now, self._lock = client, now or time.time, allocate_lock()
        self._name, self._log = name, log
        self._keys = {named: keys[table] for table, named in self._tables.items() if table in keys} if log else NOTHING
        self._cache, self._cached = cache, cached if cache else frozenset()

    def get(self, pattern: Get[T], values: Values) -> T | None:
        key = self._built(pattern.id, key_wire, pattern.key, values)
        item = self._call(pattern.id, "get_item", pattern.table, {"Key": key, **pattern.request}).get("Item")
        answer: Any = None if item is None else from_wire(item)
        return answer  # type: ignore[no-any-return]

    def query(self, pattern: Query[T], values: Values) -> Results[T]:
        """Return the items of a key without shards."""
        asked = self._built(pattern.id, key_wire, pattern.values, values)
        request = {**pattern.request, "ExpressionAttributeValues": asked} if asked else pattern.request
        return Results(
            pattern.id, lambda more: self._call(pattern.id, "query", pattern.table, {**request, **more}), asked, pattern.page_size
        )

    def merged(self, pattern: Query[T], values: Values) -> Iterator[T]:
        """Return the items of all shards, in the order of the sort key."""
        numbers = product(*(range(count) for count in pattern.shards.values()))
        shards = [self.query(pattern, {**values, **dict(zip(pattern.shards, each, strict=True))}) for each in numbers]
        if pattern.sort_key is None:
            return chain.from_iterable(shards)
        from heapq import merge

        descending = not pattern.request.get("ScanIndexForward", True)
        order: Callable[[Any], Any] = itemgetter(pattern.sort_key)
        return merge(*shards, key=order, reverse=descending)

    def limited(self, pattern: Query[T], values: Values) -> list[T]:
        """Return the first items, up to the pattern's limit."""
        pattern = pattern._replace(page_size=pattern.limit)
        return list(islice(self.merged(pattern, values), pattern.limit))

    def first(self, pattern: Query[T], values: Values) -> T | None:
        """Return the item of a pattern whose limit is 1."""
        return next(iter(self.limited(pattern, values)), None)

    def whole(self, pattern: Query[T], values: Values) -> list[T]:
        """Return all items, with chunks joined."""
        items: Any = list(self.query(pattern, values))
        try:
            whole: list[Any] = whole_values(pattern.chunks, items)
        except ValueError as error:
            raise TornValue(pattern.id, f"{error}: read again") from None
        return whole

    def whole_one(self, pattern: Query[T], values: Values) -> T | None:
        """Return the value under the key, with its chunks joined."""
        return next(iter(self.whole(pattern, values)), None)

    def scan(self, pattern: Scan[T]) -> Results[T]:
        return Results(
            pattern.id, lambda more: self._call(pattern.id, "scan", pattern.table, {**pattern.request, **more}), (), None
        )

    def write(self, pattern: Write[T], values: Values) -> T | None:
        """Return the attributes that the pattern requests; None if there are none."""
        request = self._built(pattern.id, self._write, pattern, values)
        attributes = self._call(pattern.id, METHODS[pattern.operation], pattern.table, request).get("Attributes")
        answer: Any = from_wire(attributes) if attributes else None
        return answer  # type: ignore[no-any-return]

    def batch_get(self, pattern: BatchGet[T], keys: Iterable[Values]) -> list[T]:
        """Return the items that exist, in any order."""
        table = self._table(pattern.table)
        wires = unique(self._built(pattern.id, key_wire, pattern.key, values) for values in keys)
        items: list[Any] = []

        def send(batch: list[Wire]) -> list[Wire]:
            request = {"RequestItems": {table: {"Keys": batch, **pattern.request}}}
            answer = self._call(pattern.id, "batch_get_item", None, request)
            items.extend(from_wire(item) for item in answer["Responses"].get(table, []))
            left: list[Wire] = answer.get("UnprocessedKeys", {}).get(table, {}).get("Keys", [])
            return left

        for batch in batches(wires, 100):
            until_done(pattern.id, batch, send)
        return items

    def batch_write(self, pattern: BatchWrite, given: Mapping[str, Iterable[Values]]) -> None:
        """Put all items; of two with the same key, the last one."""
        table, now = self._table(pattern.table), int(self._now())
        items = [
            item
            for name, every in given.items()
            for values in every
            for item in self._built(pattern.id, pattern.entities[name].items, values, now)
        ]

        def send(batch: list[Wire]) -> list[Wire]:
            request = {"RequestItems": {table: [{"PutRequest": {"Item": item}} for item in batch]}}
            left = self._call(pattern.id, "batch_write_item", None, request).get("UnprocessedItems", {}).get(table, [])
            return [request["PutRequest"]["Item"] for request in left]

        for batch in batches(unique(items, pattern.key), 25):
            until_done(pattern.id, batch, send)

    def transact_get(self, pattern: TransactGet[T], values: Values) -> T:
        """Return the items in the pattern's order; None for one that does not exist."""
        gets = [
            {"Get": {"TableName": self._table(table), "Key": self._built(pattern.id, key_wire, key, values)}}
            for table, key in pattern.items
        ]
        answer = self._call(pattern.id, "transact_get_items", None, {"TransactItems": gets})
        items: Any = tuple(from_wire(response["Item"]) if response.get("Item") else None for response in answer["Responses"])
        return items  # type: ignore[no-any-return]

    def transact_write(self, pattern: TransactWrite, values: Values) -> None:
        parts = [self.part(part, values).request for part in pattern.parts]
        self._call(pattern.id, "transact_write_items", None, {"TransactItems": parts})

    def part(self, pattern: Write[Any], values: Values) -> Part:
        """Return a write for `transact` without sending it."""
        request = self._built(pattern.id, self._write, pattern, values)
        return Part(pattern.id, {pattern.operation: {"TableName": self._table(pattern.table), **request}})

    def transact(self, parts: Sequence[Part]) -> None:
        """Send the writes as one transaction: all succeed, or none."""
        ids = [part.pattern for part in parts]
        try:
            self._call(", ".join(ids), "transact_write_items", None, {"TransactItems": [part.request for part in parts]})
        except ConditionFailed as error:
            failed = ", ".join(ids[at] for at in error.parts)
            raise ConditionFailed(failed, error.item, error.parts) from error.__cause__

    def _write(self, write: Write[Any], values: Values) -> dict[str, Any]:
        now = int(self._now())
        values = {**values, **{name: now + seconds for name, seconds in write.expires.items()}}
        request = dict(write.request)
        if write.entity is None:
            request["Key"] = key_wire(write.key, values)
        else:
            own = {name: values[given] for name, given in write.given.items()}
            request["Item"] = write.entity.item({**values, **own}, now)
        if write.places:
            request["ExpressionAttributeValues"] = to_wire({f":{name}": values[name] for name in write.places})
        return request

    def _built(self, pattern: str, build: Callable[..., Built], *arguments: Any) -> Built:
        """Build a request from the values; the error for a value that can't be sent names the pattern."""
        try:
            return build(*arguments)
        except ValueError as error:
            raise InvalidRequest(pattern, str(error)) from None
        except TypeError as error:
            error.add_note(f"access pattern {pattern}")
            raise

    def _call(self, pattern: str, operation: str, table: str | None, request: Mapping[str, Any]) -> Mapping[str, Any]:
        if table is not None:
            request = {"TableName": self._table(table), **request}
        answer: Mapping[str, Any] = NOTHING
        from_cache, raised = False, None
        try:
            if self._cache and operation in self._cached and not request.get("ConsistentRead"):
                answer, from_cache = self._cache.call(self._name, operation, request, self._boto3)
            else:
                answer = getattr(self._boto3(), operation)(**request)
        except Exception as error:
            raised = translated(error, pattern)
            if raised is error:
                raise
            raise raised from error
        finally:
            if self._log is not None:
                from .access_log import Access  # few clients have a log

                failure = None if answer is not NOTHING else type(raised).__name__
                self._log(Access(pattern, operation, request, from_cache, failure, answer, self._keys))
        return answer

    def _table(self, name: str) -> str:
        if name not in self._tables:
            raise LookupError(f"table {name} has no name here: it is not built in this environment, or missing in tables=")
        return self._tables[name]

    def _boto3(self) -> Any:
        if self._client is None:
            with self._lock:  # boto3's default session is not safe for threads
                # boto3 ignores AWS_REGION, which may be the only variable in containers and shells.
                self._client = self._client or import_module("boto3").client("dynamodb", region_name=environ.get("AWS_REGION"))
        return self._client
