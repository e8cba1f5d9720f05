"""The content of a failure bucket: batches that Lambda gave up, and records of their replays."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from dynawright.errors import Problem, UserError, warn

FAILURES = "aws/lambda/"  # where Lambda writes
REPLAYS = "replayed/"  # where we do: replayed/<key of the batch>/<time>-<id>.json


@dataclass(frozen=True)
class Replay:
    """One attempt to process a batch once more."""

    at: datetime
    function: str
    failed: tuple[str, ...]
    """The sequence numbers that failed again."""


@dataclass(frozen=True)
class Failure:
    """A batch that Lambda gave up. `problem` says why an object is none."""

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
        """By stream and shard, then as the stream had them."""
        first = str(self.document["DDBStreamBatchInfo"].get("startSequenceNumber") or "")
        return str(self.document["DDBStreamBatchInfo"]["streamArn"]), self.shard_id, first.zfill(40), self.key


class FailureBucket:
    """List keys, read only what the command needs: a batch can have 6 MB, a bucket thousands."""

    def __init__(self, s3: Any, name: str) -> None:
        self._s3, self._name = s3, name

    def keys(self, ends: Sequence[str] = ()) -> list[str]:
        """Of the batches whose keys end like one of these; of all if none is given."""
        keys = list(self._keys(FAILURES))
        missing = [end for end in ends if not any(key.endswith(end) for key in keys)]
        if missing:
            fix = "`dynawright replay list` shows them"
            raise UserError(
                Problem("DW711", f"there is no failed batch '{end}' in the bucket", value=end, fix=fix) for end in missing
            )
        return [key for key in keys if not ends or key.endswith(tuple(ends))]

    def failures(self, keys: Iterable[str]) -> list[Failure]:
        """In the order of the streams; objects that are no failed batches come last."""
        found = [self.read(key) for key in keys]
        return sorted(found, key=lambda one: (bool(one.problem), one.order if not one.problem else (one.key, "", "", "")))

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
        """The record of a replay, beside the batch; the batch itself is never changed."""
        now = datetime.now(UTC)
        key = f"{REPLAYS}{failure.key}/{now:%Y-%m-%dT%H.%M.%S}-{uuid.uuid4()}.json"
        about = {"replayOf": failure.key, "function": failure.function_name, "at": now.isoformat(), "through": through}
        body = json.dumps({**about, "failed": list(failed)}).encode()
        self._s3.put_object(Bucket=self._name, Key=key, Body=body, ContentType="application/json")

    def replays(self, keys: Iterable[str]) -> dict[str, list[Replay]]:
        """Of each of these batches; a batch that has none is left out."""
        wanted, found = set(keys), dict[str, list[Replay]]()
        for key in self._keys(REPLAYS):
            batch = key.removeprefix(REPLAYS).rpartition("/")[0]
            if batch not in wanted:
                continue
            try:
                record = self._document(key)
                at, failed = datetime.fromisoformat(record["at"]), tuple(map(str, record["failed"]))
                found.setdefault(batch, []).append(Replay(at, str(record["function"]), failed))
            except (ValueError, KeyError, TypeError) as error:
                warn(f"{key} is no record of a replay ({type(error).__name__}: {error}): it counts for nothing; delete it")
        return found

    def _document(self, key: str) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(self._s3.get_object(Bucket=self._name, Key=key)["Body"].read())
        return document

    def _keys(self, prefix: str) -> Iterator[str]:
        for page in self._s3.get_paginator("list_objects_v2").paginate(Bucket=self._name, Prefix=prefix):
            yield from (entry["Key"] for entry in page.get("Contents", []))


def is_done(replays: Iterable[Replay]) -> bool:
    """Some replay processed all of the batch."""
    return any(not replay.failed for replay in replays)
