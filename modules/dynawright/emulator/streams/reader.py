"""Read a table's stream through the DynamoDB Streams API in Lambda's form."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from typing import Any

StreamRecord = dict[str, Any]


class StreamReader:
    """Reads on from call to call; `from_start` begins with the oldest record, otherwise with the next."""

    def __init__(self, client: Any, stream_arn: str, *, from_start: bool) -> None:
        self._client = client
        self._arn = stream_arn
        self._position = "TRIM_HORIZON" if from_start else "LATEST"
        self._iterators: dict[str, str | None] = {}
        self._discover()

    def read(self) -> Iterator[tuple[str, StreamRecord]]:
        """Yield every record since the last call, with its shard."""
        self._discover()
        for shard, iterator in self._iterators.items():
            while iterator is not None:
                page = self._client.get_records(ShardIterator=iterator)
                iterator = page.get("NextShardIterator")
                self._iterators[shard] = iterator
                yield from ((shard, lambda_record(record, self._arn)) for record in page["Records"])
                if not page["Records"]:
                    break

    def _discover(self) -> None:
        """Read shards that appear later from their start, so that no record is missed."""
        description = self._client.describe_stream(StreamArn=self._arn)["StreamDescription"]
        for shard in description["Shards"]:
            if shard["ShardId"] not in self._iterators:
                iterator = self._client.get_shard_iterator(
                    StreamArn=self._arn, ShardId=shard["ShardId"], ShardIteratorType=self._position
                )
                self._iterators[shard["ShardId"]] = iterator["ShardIterator"]
        self._position = "TRIM_HORIZON"


def lambda_record(record: Mapping[str, Any], stream_arn: str) -> StreamRecord:
    """Convert boto3's records to Lambda's: seconds, base64, and keys with lower-case first letters."""
    change = dict(record["dynamodb"])
    change["ApproximateCreationDateTime"] = change["ApproximateCreationDateTime"].timestamp()
    for image in ("Keys", "NewImage", "OldImage"):
        if image in change:
            change[image] = {name: _json_value(value) for name, value in change[image].items()}
    lambda_form: StreamRecord = {
        "eventID": record["eventID"],
        "eventName": record["eventName"],
        "eventVersion": record["eventVersion"],
        "eventSource": record["eventSource"],
        "awsRegion": stream_arn.split(":")[3],  # moto uses us-east-1 for every stream
        "dynamodb": change,
        "eventSourceARN": stream_arn,
    }
    if identity := record.get("userIdentity"):
        lambda_form["userIdentity"] = {"type": identity["Type"], "principalId": identity["PrincipalId"]}
    return lambda_form


def _json_value(typed: Mapping[str, Any]) -> dict[str, Any]:
    ((tag, value),) = typed.items()
    match tag:
        case "B":
            return {"B": base64.b64encode(bytes(value)).decode()}
        case "BS":
            return {"BS": [base64.b64encode(bytes(member)).decode() for member in value]}
        case "M":
            return {"M": {name: _json_value(inner) for name, inner in value.items()}}
        case "L":
            return {"L": [_json_value(inner) for inner in value]}
    return {tag: value}
