"""CloudWatch on the emulator with CBOR requests by botocore's serializer, like newer AWS SDKs."""

import gzip
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import requests
from botocore.loaders import Loader
from botocore.model import ServiceModel
from botocore.parsers import create_parser
from botocore.serialize import create_serializer

from dynawright.emulator.emulator import Emulator

REGION = "ap-northeast-1"
CBOR = "smithy-rpc-v2-cbor"
CLOUDWATCH = ServiceModel(Loader().load_service_model("cloudwatch", "service-2"))
CREDENTIAL = f"Credential=emulator/20261118/{REGION}/monitoring/aws4_request"
ALARM: dict[str, Any] = {
    "AlarmName": "errors",
    "AlarmActions": [f"arn:aws:sns:{REGION}:111122223333:alarms"],
    "Namespace": "AWS/DynamoDB",
    "MetricName": "SystemErrors",
    "Dimensions": [{"Name": "TableName", "Value": "orders"}],
    "Statistic": "Sum",
    "Period": 60,
    "EvaluationPeriods": 3,
    "Threshold": 0.5,
    "ComparisonOperator": "GreaterThanThreshold",
    "Tags": [{"Key": "Environment", "Value": "local"}],
}


@pytest.fixture(scope="module")
def emulator() -> Iterator[Emulator]:
    with Emulator("111122223333") as running:
        yield running


def send(emulator: Emulator, path: str, body: bytes, **headers: str) -> requests.Response:
    sent = {"smithy-protocol": "rpc-v2-cbor", "Content-Type": "application/cbor"}
    sent |= {"Authorization": f"AWS4-HMAC-SHA256 {CREDENTIAL}, SignedHeaders=host, Signature=0"} | headers
    return requests.post(emulator.endpoint_url + path, data=body, headers=sent, proxies={"http": ""}, timeout=60)


def ask(emulator: Emulator, operation: str, *, compressed: bool = False, **values: Any) -> Any:
    """Return botocore's parsed answer."""
    model = CLOUDWATCH.operation_model(operation)
    request = create_serializer(CBOR).serialize_to_request(values, model)
    assert request["headers"]["smithy-protocol"] == "rpc-v2-cbor"
    body, headers = request["body"], {}
    if compressed:
        body, headers = gzip.compress(body), {"Content-Encoding": "gzip"}
    response = send(emulator, request["url_path"], body, **headers)
    assert response.headers["smithy-protocol"] == "rpc-v2-cbor"
    answer = {"body": response.content, "headers": dict(response.headers), "status_code": response.status_code}
    return create_parser(CBOR).parse(answer, model.output_shape)


def alarm(emulator: Emulator) -> Any:
    return ask(emulator, "DescribeAlarms", AlarmNames=["errors"])["MetricAlarms"][0]


def test_an_alarm_comes_back_as_it_was_put(emulator: Emulator) -> None:
    ask(emulator, "PutMetricAlarm", **ALARM)
    described = alarm(emulator)
    assert {name: described[name] for name in ALARM if name != "Tags"} == {name: ALARM[name] for name in ALARM if name != "Tags"}
    assert ask(emulator, "ListTagsForResource", ResourceARN=described["AlarmArn"])["Tags"] == ALARM["Tags"]


def test_both_protocols_describe_the_same(emulator: Emulator) -> None:
    ask(emulator, "PutMetricAlarm", **ALARM)
    in_json = emulator.client("cloudwatch", REGION).describe_alarms(AlarmNames=["errors"])["MetricAlarms"]
    assert [alarm(emulator)] == in_json


def test_times_are_times(emulator: Emulator) -> None:
    minute = datetime(2026, 11, 18, 10, 30, tzinfo=UTC)
    data = [
        {"MetricName": "Orders", "Timestamp": minute, "Value": 2.5},
        {"MetricName": "Orders", "Timestamp": minute, "Value": 4},
    ]
    ask(emulator, "PutMetricData", Namespace="shop", MetricData=data, compressed=True)
    answer = ask(
        emulator,
        "GetMetricStatistics",
        Namespace="shop",
        MetricName="Orders",
        StartTime=minute,
        EndTime=minute.replace(minute=31),
        Period=60,
        Statistics=["Sum"],
    )
    assert [(point["Timestamp"], point["Sum"]) for point in answer["Datapoints"]] == [(minute, 6.5)]


def test_an_operation_without_an_answer_answers_with_nothing(emulator: Emulator) -> None:
    ask(emulator, "PutMetricAlarm", **ALARM)
    request = create_serializer(CBOR).serialize_to_request({"AlarmNames": ["errors"]}, CLOUDWATCH.operation_model("DeleteAlarms"))
    response = send(emulator, request["url_path"], request["body"])
    assert (response.status_code, response.content) == (200, b"")
    assert ask(emulator, "DescribeAlarms", AlarmNames=["errors"])["MetricAlarms"] == []


def test_a_refusal_has_its_code(emulator: Emulator) -> None:
    answer = ask(emulator, "GetDashboard", DashboardName="none")
    assert answer["ResponseMetadata"]["HTTPStatusCode"] == 404
    assert (answer["Error"]["Code"], bool(answer["Error"]["Message"])) == ("ResourceNotFound", True)


def test_an_operation_that_does_not_exist_is_refused(emulator: Emulator) -> None:
    response = send(emulator, "/service/GraniteServiceVersion20100801/operation/PutNothing", b"\xa0")
    assert (response.status_code, response.headers["smithy-protocol"]) == (404, "rpc-v2-cbor")
    assert b"UnknownOperationException" in response.content


def test_what_other_sdks_send_is_read(emulator: Emulator) -> None:
    """Go's encoder and others may write maps and lists of indefinite length."""
    body = b"\xbf\x6aAlarmNames\x9f\x66errors\xff\xff"
    ask(emulator, "PutMetricAlarm", **ALARM)
    response = send(emulator, "/service/GraniteServiceVersion20100801/operation/DescribeAlarms", body)
    assert b"AWS/DynamoDB" in response.content
