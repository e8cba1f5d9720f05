"""What lies in a failure bucket: batches that Lambda gave up, and the records of their replays beside them."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from errors import UserError

FAILURES = "aws/lambda/"  # where Lambda writes
REPLAYS = "replayed/"  # where we do: replayed/<key of the batch>/<time>-<id>.json


@dataclass(frozen=True)
class Replay:
    """One attempt to process a batch once more."""

    at: datetime
    through: str
    failed: tuple[str, ...]
    """The sequence numbers that failed again."""


@dataclass(frozen=True)
class Failure:
    """A batch that Lambda gave up. `problem` says why an object is none."""

    key: str
    document: dict[str, Any]
    records: Sequence[dict[str, Any]]
    replays: tuple[Replay, ...] = ()
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
        """By stream and shard, then as the stream had them."""
        first = str(self.document["DDBStreamBatchInfo"].get("startSequenceNumber") or "")
        return str(self.document["DDBStreamBatchInfo"]["streamArn"]), self.shard_id, first.zfill(40), self.key

    @property
    def is_done(self) -> bool:
        """Some replay processed all of it."""
        return any(not replay.failed for replay in self.replays)


class FailureBucket:
    def __init__(self, s3: Any, name: str) -> None:
        self._s3, self._name = s3, name

    def failures(self) -> list[Failure]:
        """In the order of the streams; objects that are no failed batches come last."""
        replays = self._replays()
        found = [replace(self.read(key), replays=tuple(replays.get(key, ()))) for key in self._keys(FAILURES)]
        return sorted(found, key=lambda one: (bool(one.problem), one.order if not one.problem else (one.key, "", "", "")))

    def read(self, key: str) -> Failure:
        body = self._s3.get_object(Bucket=self._name, Key=key)["Body"].read()
        try:
            document = json.loads(body)
            payload = document["payload"]
            event = json.loads(payload) if isinstance(payload, str) else payload
            records = event["Records"]
            failure = Failure(key, document, records)
            _ = failure.function_name, failure.condition, failure.order, failure.first_arrival
        except (ValueError, KeyError, TypeError, IndexError) as error:
            problem = f"is no batch of a DynamoDB stream with its records ({type(error).__name__}: {error})"
            return Failure(key, {}, [], problem=problem)
        return failure

    def keep(self, failure: Failure, through: str, failed: Sequence[str]) -> None:
        """The record of a replay, beside the batch; the batch itself is never changed."""
        now = datetime.now(UTC)
        key = f"{REPLAYS}{failure.key}/{now:%Y-%m-%dT%H.%M.%S}-{uuid.uuid4()}.json"
        record = {"replayOf": failure.key, "at": now.isoformat(), "through": through, "failed": list(failed)}
        self._s3.put_object(Bucket=self._name, Key=key, Body=json.dumps(record).encode(), ContentType="application/json")

    def _replays(self) -> dict[str, list[Replay]]:
        found: dict[str, list[Replay]] = {}
        for key in self._keys(REPLAYS):
            record = json.loads(self._s3.get_object(Bucket=self._name, Key=key)["Body"].read())
            replay = Replay(datetime.fromisoformat(record["at"]), record["through"], tuple(record["failed"]))
            found.setdefault(record["replayOf"], []).append(replay)
        return found

    def _keys(self, prefix: str) -> Iterator[str]:
        for page in self._s3.get_paginator("list_objects_v2").paginate(Bucket=self._name, Prefix=prefix):
            yield from (one["Key"] for one in page.get("Contents", []))


def chosen(failures: Sequence[Failure], *, keys: Sequence[str], function: str | None) -> list[Failure]:
    """Those whose keys are given (or end like it), of the function that is given; all if nothing is."""
    missing = [key for key in keys if not any(one.key.endswith(key) for one in failures)]
    if missing:
        raise UserError([f"there is no failed batch '{key}' in the bucket: `replay list` shows them" for key in missing])
    found = [one for one in failures if not keys or any(one.key.endswith(key) for key in keys)]
    unreadable = [f"{one.key} {one.problem}" for one in found if one.problem and keys]
    if unreadable:
        raise UserError(unreadable)
    return [one for one in found if not one.problem and function in (None, one.function_name)]
