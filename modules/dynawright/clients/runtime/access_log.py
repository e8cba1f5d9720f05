"""Logs who made which request: one line each, also for requests that a cache serves.

CloudTrail does not see requests that a cache serves.
"""

from __future__ import annotations

from .light import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any


class Caller(NamedTuple):
    """The user for whom the application makes a request; None for unknown parts."""

    actor: str | None = None
    tenant: str | None = None
    ip_address: str | None = None
    user_agent: str | None = None
    request_id: str | None = None


class Access(NamedTuple):
    """A request as it was sent."""

    pattern: str
    operation: str
    request: Mapping[str, Any]
    from_cache: bool
    error: str | None
    answer: Mapping[str, Any]
    keys: Mapping[str, Sequence[str]]
    """The key attributes by table."""


class AccessLog:
    """Writes JSON lines.

    Keys are hashed with `hash_key`: lines of an item can be found without disclosing its key.

    `caller` is called at each request; it may read a context variable that the web framework sets.
    """

    def __init__(self, caller: Callable[[], Caller], *, hash_key: bytes, emit: Callable[[str], object] = print) -> None:
        if len(hash_key) < 32:
            raise ValueError("hash_key must have 32 bytes or more")
        self._caller, self._hash_key, self._emit = caller, hash_key, emit

    def __call__(self, access: Access) -> None:
        import json
        from datetime import datetime, timezone

        caller = self._caller()
        answered: Mapping[str, Any] = access.answer.get("ResponseMetadata") or {}
        line = {
            "timestamp": datetime.now(timezone.utc).isoformat(timespec="milliseconds"),  # noqa: UP017
            "actor": caller.actor,
            "tenant": caller.tenant,
            "operation": access.operation,
            "pattern": access.pattern,
            "keys": [self._hashed(table, key) for table, key in _keys(access)],
            "source": None if access.error else "cache" if access.from_cache else "table",
            "error": access.error,
            "ipAddress": caller.ip_address,
            "userAgent": caller.user_agent,
            "requestId": caller.request_id,
            "awsRequestId": answered.get("RequestId"),
        }
        self._emit(json.dumps({name: value for name, value in line.items() if value is not None}))

    def _hashed(self, table: str, key: Mapping[str, Any]) -> str:
        import json
        from hashlib import sha256
        from hmac import new

        text = json.dumps([table, key], sort_keys=True, default=lambda value: value.hex())
        return new(self._hash_key, text.encode(), sha256).hexdigest()


def _keys(access: Access) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield table and key of each item in a request; for a query, the key values in its condition."""
    request = access.request
    if "TransactItems" in request:
        for part in request["TransactItems"]:
            for single in part.values():
                yield from _of_single(single, access.keys)
    elif "RequestItems" in request:
        for table, asked in request["RequestItems"].items():
            for each in asked["Keys"] if isinstance(asked, dict) else [write["PutRequest"] for write in asked]:
                yield table, _key(each["Item"], access.keys[table]) if "Item" in each else each
    else:
        yield from _of_single(request, access.keys)


def _of_single(request: Mapping[str, Any], keys: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    table = request["TableName"]
    if "Item" in request:
        yield table, _key(request["Item"], keys[table])
    elif "Key" in request:
        yield table, request["Key"]
    elif "KeyConditionExpression" in request:
        for name, value in request.get("ExpressionAttributeValues", {}).items():
            yield table, {name: value}


def _key(item: Mapping[str, Any], names: Sequence[str]) -> Mapping[str, Any]:
    return {name: item[name] for name in names}
