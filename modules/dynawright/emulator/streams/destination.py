"""The S3 objects that Lambda writes for failed batches: one each, with the whole event.

Form and name follow AWS's page "Retain discarded records for a DynamoDB event source in Lambda".
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from dynawright.emulator.streams.reader import StreamRecord

RETRIES_EXHAUSTED = "RetryAttemptsExhausted"
AGE_EXCEEDED = "RecordAgeExceeded"  # AWS's page has no example of this one: nothing here or in ops depends on it


@dataclass(frozen=True)
class FailedBatch:
    """Records that the mapping gave up, with the reason."""

    records: Sequence[StreamRecord]
    shard_id: str
    condition: str
    invocations: int
    function_error: str | None
    at: float

    def document(self, function_arn: str) -> dict[str, Any]:
        first, last = self.records[0], self.records[-1]
        response: dict[str, Any] = {"statusCode": 200, "executedVersion": "$LATEST"}
        if self.function_error is not None:
            response["functionError"] = self.function_error
        return {
            "requestContext": {
                "requestId": str(uuid.uuid4()),
                "functionArn": function_arn,
                "condition": self.condition,
                "approximateInvokeCount": self.invocations,
            },
            "responseContext": response,
            "version": "1.0",
            "timestamp": f"{_time(self.at):%Y-%m-%dT%H:%M:%S.%f}"[:-3] + "Z",
            "DDBStreamBatchInfo": {
                "shardId": self.shard_id,
                "startSequenceNumber": first["dynamodb"].get("SequenceNumber"),
                "endSequenceNumber": last["dynamodb"].get("SequenceNumber"),
                "approximateArrivalOfFirstRecord": _arrival(first),
                "approximateArrivalOfLastRecord": _arrival(last),
                "batchSize": len(self.records),
                "streamArn": first["eventSourceARN"],
            },
            "payload": json.dumps({"Records": list(self.records)}),
        }

    def key(self, mapping_id: str) -> str:
        return f"aws/lambda/{mapping_id}/{self.shard_id}/{_time(self.at):%Y/%m/%d/%Y-%m-%dT%H.%M.%S}-{uuid.uuid4()}"


class FailureBucket:
    """Writes failed batches to S3 as Lambda does."""

    def __init__(self, client: Any, bucket: str, *, mapping_id: str, function_arn: str) -> None:
        self._client, self._bucket = client, bucket
        self._mapping_id, self._function_arn = mapping_id, function_arn

    def __call__(self, failed: FailedBatch) -> None:
        document = json.dumps(failed.document(self._function_arn))
        self._client.put_object(Bucket=self._bucket, Key=failed.key(self._mapping_id), Body=document.encode())


def _arrival(record: StreamRecord) -> str:
    return f"{_time(record['dynamodb']['ApproximateCreationDateTime']):%Y-%m-%dT%H:%M:%SZ}"


def _time(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
