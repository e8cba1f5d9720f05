"""A request is read as moto reads it, or refused."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.test import EnvironBuilder

from dynawright.emulator.iam.call import UnknownCallError, read_call
from dynawright.iam.operations.call import Call

SCOPE = "KEY/20260101/eu-west-1/{}/aws4_request"


def read(service: str, headers: dict[str, str] | None = None, **request: Any) -> Call:
    scope = f"AWS4-HMAC-SHA256 Credential={SCOPE.format(service)}, SignedHeaders=host, Signature=x"
    return read_call(EnvironBuilder(headers={"Authorization": scope, **(headers or {})}, **request).get_environ())


def test_a_target_names_the_operation() -> None:
    call = read("dynamodb", {"X-Amz-Target": "DynamoDB_20120810.GetItem"}, method="POST", data=b'{"TableName": "a"}')
    assert (str(call), call.parameters) == ("dynamodb:GetItem", {"TableName": "a"})


@pytest.mark.parametrize("prefix", ["CloudTrail_20131101", "com.amazonaws.cloudtrail.v20131101.CloudTrail_20131101"])
def test_cloudtrail_is_called_by_its_short_and_its_long_prefix(prefix: str) -> None:
    assert (
        str(read("cloudtrail", {"X-Amz-Target": f"{prefix}.CreateTrail"}, method="POST", data=b"{}")) == "cloudtrail:CreateTrail"
    )


@pytest.mark.parametrize(
    ("service", "target", "request_parts"),
    [
        ("s3", "AmazonS3.ListBuckets", {"path": "/bucket/object"}),
        ("s3", ".ListBuckets", {"path": "/bucket/object"}),
        ("dynamodb", "DynamoDB_20111205.GetItem", {"method": "POST", "data": b"{}"}),
        ("sqs", "AmazonSQS.ListQueues", {"method": "POST", "query_string": "Action=PurgeQueue", "data": b"{}"}),
        ("sts", None, {"method": "POST", "query_string": "Action=GetCallerIdentity", "data": {"Action": "AssumeRole"}}),
        ("sqs", None, {"method": "POST", "query_string": "QueueUrl=a", "data": {"Action": "PurgeQueue", "QueueUrl": "b"}}),
    ],
    ids=["no target prefix", "empty target prefix", "old target prefix", "target and action", "two actions", "parameter twice"],
)
def test_a_request_that_can_be_read_in_two_ways_is_refused(
    service: str, target: str | None, request_parts: dict[str, Any]
) -> None:
    with pytest.raises(UnknownCallError):
        read(service, {"X-Amz-Target": target} if target else {}, **request_parts)


@pytest.mark.parametrize(
    "request_parts",
    [
        {
            "headers": {
                "Authorization": f"AWS4-HMAC-SHA256 Credential=A/today/eu-west-1/dynamodb/aws4_request, {SCOPE.format('sts')}"
            }
        },
        {
            "headers": {"Authorization": f"Credential={SCOPE.format('s3')} x/x/eu-west-1/iam/x"},
            "query_string": "Action=CreateUser",
        },
        {"headers": {"Authorization": f"AWS4-HMAC-SHA256 Credential={SCOPE.format('s3')}, x", "Host": "s3-control.example.com"}},
        {"query_string": f"Action=GetCallerIdentity&X-Amz-Credential={SCOPE.format('sts')}"},
    ],
    ids=["a malformed scope before another", "two scopes", "another host", "a URL signed for another service"],
)
def test_a_request_that_would_reach_another_service_is_refused(request_parts: dict[str, Any]) -> None:
    with pytest.raises(UnknownCallError, match="another service"):
        read_call(EnvironBuilder(path="/", **request_parts).get_environ())
