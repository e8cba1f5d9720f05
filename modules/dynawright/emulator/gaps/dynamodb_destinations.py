"""DynamoDB: Kinesis streaming destinations, which are stored but get no records."""

from typing import Any

from moto.core.responses import ActionResult
from moto.dynamodb.responses import DynamoHandler


def install() -> None:
    DynamoHandler.enable_kinesis_streaming_destination = _enable
    DynamoHandler.disable_kinesis_streaming_destination = _disable
    DynamoHandler.describe_kinesis_streaming_destination = _describe


def _enable(handler: Any) -> Any:
    """Add the operation, and those below."""
    arn = handler.body["StreamArn"]
    precision = handler.body.get("EnableKinesisStreamingConfiguration", {})
    _destinations(handler)[arn] = {"StreamArn": arn, "DestinationStatus": "ACTIVE", **precision}
    return _answer(handler, "ENABLING")


def _disable(handler: Any) -> Any:
    _destinations(handler)[handler.body["StreamArn"]]["DestinationStatus"] = "DISABLED"
    return _answer(handler, "DISABLING")


def _describe(handler: Any) -> Any:
    destinations = list(_destinations(handler).values())
    return ActionResult({"TableName": handler.body["TableName"], "KinesisDataStreamDestinations": destinations})


def _answer(handler: Any, status: str) -> Any:
    return ActionResult(
        {"TableName": handler.body["TableName"], "StreamArn": handler.body["StreamArn"], "DestinationStatus": status}
    )


def _destinations(handler: Any) -> dict[str, dict[str, Any]]:
    table = handler.dynamodb_backend.get_table(handler.body["TableName"])
    destinations: dict[str, dict[str, Any]] = table.__dict__.setdefault("kinesis_destinations", {})
    return destinations
