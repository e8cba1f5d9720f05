"""A failure bucket, and the function in AWS whose batches it has."""

import io
import json
from typing import Any

from botocore.exceptions import ClientError

BUCKET = "library-failures-local"
ARN = "arn:aws:lambda:ap-northeast-1:111111111111:function:library-loan-history-local"


class Lambda:
    """A function in AWS: fails the sequence numbers in `bad`; one in `fatal` fails the batch."""

    def __init__(self) -> None:
        self.invoked: list[list[str]] = []
        self.bad: set[str] = set()
        self.fatal: set[str] = set()
        self.refused: set[str] = set()
        self.settings: dict[str, Any] = {}
        self.payloads: list[bytes] = []

    def invoke(self, *, FunctionName: str, InvocationType: str, Payload: bytes) -> Any:  # noqa: N803
        assert (FunctionName, InvocationType) == (ARN, "RequestResponse")
        numbers = [record["dynamodb"]["SequenceNumber"] for record in json.loads(Payload)["Records"]]
        self.invoked.append(numbers)
        self.payloads.append(Payload)
        if self.refused & set(numbers):
            raise ClientError({"Error": {"Code": "TooManyRequestsException", "Message": "Rate Exceeded."}}, "Invoke")
        if self.fatal & set(numbers):
            return {"FunctionError": "Unhandled", "Payload": io.BytesIO(b'{"errorMessage": "no"}')}
        failures = [{"itemIdentifier": number} for number in numbers if number in self.bad]
        return {"Payload": io.BytesIO(json.dumps({"batchItemFailures": failures}).encode())}
