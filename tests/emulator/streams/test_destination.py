"""The failure destination's objects have the form that AWS documents."""

import json
import re

from dynawright.emulator.streams.destination import RETRIES_EXHAUSTED, FailedBatch
from tests.runtime.records import record

ARN = "arn:aws:lambda:ap-northeast-1:111111111111:function:orders-audit-log-dev"
BATCH = FailedBatch([record(5), record(6)], "shardId-1", RETRIES_EXHAUSTED, 4, "Unhandled", 1_790_000_001.25)


def test_an_object_holds_the_metadata_and_the_whole_event() -> None:
    document = BATCH.document(ARN)
    assert re.fullmatch(r"[0-9a-f-]{36}", document["requestContext"].pop("requestId"))
    assert json.loads(document.pop("payload")) == {"Records": [record(5), record(6)]}
    assert document == {
        "requestContext": {"functionArn": ARN, "condition": "RetryAttemptsExhausted", "approximateInvokeCount": 4},
        "responseContext": {"statusCode": 200, "executedVersion": "$LATEST", "functionError": "Unhandled"},
        "version": "1.0",
        "timestamp": "2026-09-21T14:13:21.250Z",
        "DDBStreamBatchInfo": {
            "shardId": "shardId-1",
            "startSequenceNumber": "5",
            "endSequenceNumber": "6",
            "approximateArrivalOfFirstRecord": "2026-09-21T14:13:20Z",
            "approximateArrivalOfLastRecord": "2026-09-21T14:13:20Z",
            "batchSize": 2,
            "streamArn": "arn:aws:dynamodb:ap-northeast-1:111111111111:table/t/stream/1",
        },
    }


def test_a_function_that_only_reported_failures_has_no_error() -> None:
    reported = FailedBatch([record()], "shardId-1", RETRIES_EXHAUSTED, 1, None, 0)
    assert "functionError" not in reported.document(ARN)["responseContext"]


def test_an_objects_name_tells_mapping_shard_and_time() -> None:
    pattern = r"aws/lambda/uuid/shardId-1/2026/09/21/2026-09-21T14\.13\.21-[0-9a-f-]{36}"
    assert re.fullmatch(pattern, BATCH.key("uuid"))
