"""A DAX cluster in front of a table, with a fallback to DynamoDB."""

from __future__ import annotations

import time
from _thread import allocate_lock
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

READS = frozenset({"get_item", "batch_get_item", "query", "scan"})
WRITES = frozenset({"put_item", "update_item", "delete_item", "batch_write_item"})
ANSWERS = {
    "ConditionalCheckFailedException",
    "ItemCollectionSizeLimitExceededException",
    "ProvisionedThroughputExceededException",
    "RequestLimitExceeded",
    "ResourceNotFoundException",
    "ThrottlingException",
    "ValidationException",
}
"""Errors of DynamoDB itself that the cache passes on."""


class Resting(Exception):  # noqa: N818
    """The cache has just failed or is connecting: requests go to DynamoDB without waiting."""


class Cache:
    """A DAX cluster. Needs the package amazon-dax-client, and code in the cluster's VPC.

    `endpoint` is the cluster's, such as `daxs://flags.abc.dax-clusters.eu-west-1.amazonaws.com`. A request waits at most `timeout`
    seconds for each connect and read; after a failure, requests go to DynamoDB for `pause` seconds. `emit` gets fallbacks as lines
    in CloudWatch's embedded metric format. Of a failure, only the time of the next attempt is kept.
    """

    def __init__(
        self,
        endpoint: str,
        *,
        region: str | None = None,
        timeout: float = 0.5,
        pause: float = 1.0,
        emit: Callable[[str], object] = print,
        connect: Callable[[str, str | None, float], Any] | None = None,
    ) -> None:
        if connect is None and import_module("importlib.util").find_spec("amazondax") is None:  # a fallback would hide this error
            raise ModuleNotFoundError("a cache needs AWS's client: install this package with its extra [cache]", name="amazondax")
        self._endpoint, self._region, self._timeout, self._pause = endpoint, region, timeout, pause
        self._emit, self._connect = emit, connect or connected
        self._client: Any = None
        self._connecting, self._counting = allocate_lock(), allocate_lock()
        self._rests_until = self._told_at = 0.0
        self._fallbacks: dict[str, int] = {}

    def call(self, name: str, operation: str, request: Mapping[str, Any], direct: Callable[[], Any]) -> tuple[Any, bool]:
        """Return the answer, and whether the cache served it. `direct` returns DynamoDB's client."""
        try:
            answer = getattr(self._connected(), operation)(**request)
        except Exception as error:
            code = _code(error)
            if operation in WRITES and code in ANSWERS:
                raise  # DynamoDB refused the write and would refuse it again
            if code not in ANSWERS and not isinstance(error, Resting):
                self._rests_until = time.monotonic() + self._pause
            self._count(name, code or type(error).__name__)
        else:
            if self._fallbacks:
                self._tell("")
            return answer, True
        return getattr(direct(), operation)(**request), False

    def close(self) -> None:
        """Close the cluster's connections and threads; a later request opens new ones."""
        client, self._client = self._client, None
        if client is not None:
            client.close()

    def _connected(self) -> Any:
        if time.monotonic() < self._rests_until:
            raise Resting
        if self._client is None:
            if not self._connecting.acquire(blocking=False):
                raise Resting
            try:
                self._client = self._client or self._connect(self._endpoint, self._region, self._timeout)
            finally:
                self._connecting.release()
        return self._client

    def _count(self, name: str, reason: str) -> None:
        """Count a fallback; write a line at once, then at most one per second."""
        with self._counting:
            self._fallbacks[name] = self._fallbacks.get(name, 0) + 1
            is_due = time.monotonic() >= self._told_at + 1
        if is_due:
            self._tell(reason)

    def _tell(self, reason: str) -> None:
        import json

        with self._counting:
            counts, self._fallbacks, self._told_at = self._fallbacks, {}, time.monotonic()
        metric = {"Name": "CacheFallbacks", "Unit": "Count"}
        about = {"Namespace": "DynamoDBClients", "Dimensions": [["Client"]], "Metrics": [metric]}
        for name, count in counts.items():
            line = {"_aws": {"Timestamp": int(time.time() * 1000), "CloudWatchMetrics": [about]}}
            self._emit(json.dumps({**line, "Client": name, "CacheFallbacks": count, **({"reason": reason} if reason else {})}))


def connected(endpoint: str, region: str | None, timeout: float) -> Any:
    """Return AWS's DAX client without retries: DynamoDB is the second attempt."""
    dax, botocore = import_module("amazondax"), import_module("botocore.config")
    config = botocore.Config(connect_timeout=timeout, read_timeout=timeout, retries={"max_attempts": 0})
    return dax.AmazonDaxClient(endpoint_url=endpoint, region_name=region, config=config)


def _code(error: Exception) -> str:
    response: Mapping[str, Any] = getattr(error, "response", None) or {}
    return str(response.get("Error", {}).get("Code", ""))
