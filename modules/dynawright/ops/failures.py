"""A failure bucket: batches that Lambda gave up, and records of their replays."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from dynawright.errors import Problem, UserError, warn

FAILURES = "aws/lambda/"  # prefix that Lambda writes to
REPLAYS = "replayed/"  # prefix of our records: replayed/<key of the batch>/<time>-<id>.json


@dataclass(frozen=True)
class Replay:
    """One attempt to process a batch again."""

    at: datetime
    function: str
    failed: tuple[str, ...]
    """Sequence numbers that failed again."""


@dataclass(frozen=True)
class Failure:
    """A batch that Lambda gave up; `problem` says why an object isn't one."""

    key: str
    document: dict[str, Any]
    records: Sequence[dict[str, Any]]
    problem: str = ""

    @property
    def function_arn(self) -> str:
        return str(self.document["requestContext"]["functionArn"])

    @property
    def function_name(self) -> str:
        return self.function_arn.split(":")[6]

    @property
    def condition(self) -> str:
        return str(self.document["requestContext"]["condition"])

    @property
    def shard_id(self) -> str:
        return str(self.document["DDBStreamBatchInfo"]["shardId"])

    @property
    def first_arrival(self) -> datetime:
        return datetime.fromisoformat(self.document["DDBStreamBatchInfo"]["approximateArrivalOfFirstRecord"])

    @property
    def order(self) -> tuple[str, str, str, str]:
        """Return a sort key: stream and shard, then the stream's order."""
        first = str(self.document["DDBStreamBatchInfo"].get("startSequenceNumber") or "")
        return str(self.document["DDBStreamBatchInfo"]["streamArn"]), self.shard_id, first.zfill(40), self.key


class FailureBucket:
    """List keys and read only the objects needed: a batch can have 6 MB, a bucket thousands of them."""

    def __init__(self, s3: Any, name: str) -> None:
        self._s3, self._name = s3, name

    def keys(self, ends: Sequence[str] = ()) -> list[str]:
        """Return the keys of batches that end like one of these; all if none is given."""
        keys = list(self._keys(FAILURES))
        missing = [end for end in ends if not any(key.endswith(end) for key in keys)]
        if missing:
            fix = "`dynawright replay list` shows them"
            raise UserError(
                Problem("DW711", f"there is no failed batch '{end}' in the bucket", value=end, fix=fix) for end in missing
            )
        return [key for key in keys if not ends or key.endswith(tuple(ends))]

    def failures(self, keys: Iterable[str]) -> list[Failure]:
        """Return the batches in the order of their streams; objects that aren't batches come last."""
        failures_read = [self.read(key) for key in keys]
        return sorted(
            failures_read,
            key=lambda failure: (bool(failure.problem), failure.order if not failure.problem else (failure.key, "", "", "")),
        )

    def read(self, key: str) -> Failure:
        try:
            document = self._document(key)
            payload = document["payload"]
            event = json.loads(payload) if isinstance(payload, str) else payload
            failure = Failure(key, document, event["Records"])
            _ = failure.function_name, failure.condition, failure.order, failure.first_arrival
        except (ValueError, KeyError, TypeError, IndexError) as error:
            problem = f"is not a batch of a DynamoDB stream with its records ({type(error).__name__}: {error})"
            return Failure(key, {}, [], problem)
        return failure

    def keep(self, failure: Failure, through: str, failed: Sequence[str]) -> None:
        """Write a record of a replay beside the batch, which is never changed."""
        now = datetime.now(UTC)
        key = f"{REPLAYS}{failure.key}/{now:%Y-%m-%dT%H.%M.%S}-{uuid.uuid4()}.json"
        about = {"replayOf": failure.key, "function": failure.function_name, "at": now.isoformat(), "through": through}
        body = json.dumps({**about, "failed": list(failed)}).encode()
        self._s3.put_object(Bucket=self._name, Key=key, Body=body, ContentType="application/json")

    def replays(self, keys: Iterable[str]) -> dict[str, list[Replay]]:
        """Return the replays of these batches, without batches that have none."""
        wanted, by_key = set(keys), dict[str, list[Replay]]()
        for key in self._keys(REPLAYS):
            batch = key.removeprefix(REPLAYS).rpartition("/")[0]
            if batch not in wanted:
                continue
            try:
                record = self._document(key)
                at, failed = datetime.fromisoformat(record["at"]), tuple(map(str, record["failed"]))
                by_key.setdefault(batch, []).append(Replay(at, str(record["function"]), failed))
            except (ValueError, KeyError, TypeError) as error:
                warn(f"{key} is no record of a replay ({type(error).__name__}: {error}): it counts for nothing; delete it")
        return by_key

    def _document(self, key: str) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(self._s3.get_object(Bucket=self._name, Key=key)["Body"].read())
        return document

    def _keys(self, prefix: str) -> Iterator[str]:
        for page in self._s3.get_paginator("list_objects_v2").paginate(Bucket=self._name, Prefix=prefix):
            yield from (entry["Key"] for entry in page.get("Contents", []))


def is_done(replays: Iterable[Replay]) -> bool:
    """Whether a replay processed the whole batch."""
    return any(not replay.failed for replay in replays)
