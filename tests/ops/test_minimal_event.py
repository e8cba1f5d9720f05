"""Handwritten events are completed with Lambda's fields; existing fields stay."""

from typing import Any

import pytest

from dynawright.ops.minimal_event import filled
from dynawright.runtime.record import read

KEY = {"PK": {"S": "1"}, "SK": {"S": "2"}}
IMAGE = {**KEY, "Stock": {"N": "3"}}
ARN = "arn:aws:dynamodb:eu-west-1:111111111111:table/orders/stream/2026"


def complete(record: Any, number: int = 1) -> tuple[Any, list[str]]:
    return filled(record, number, keys=("PK", "SK"), stream_arn=ARN, now=1_790_000_000)


@pytest.mark.parametrize(
    ("images", "name"),
    [(("NewImage",), "INSERT"), (("OldImage",), "REMOVE"), (("NewImage", "OldImage"), "MODIFY")],
)
def test_images_are_enough(images: tuple[str, ...], name: str) -> None:
    record, lacked = complete({"dynamodb": dict.fromkeys(images, IMAGE)})
    found = read(record)
    assert (found.name, found.keys, record["eventSourceARN"]) == (name, {"PK": "1", "SK": "2"}, ARN)
    assert lacked == ["ApproximateCreationDateTime", "Keys", "SequenceNumber", "eventID", "eventName", "eventSourceARN"]


def test_records_are_told_apart() -> None:
    first, second = (read(complete({"dynamodb": {"NewImage": IMAGE}}, number)[0]) for number in (1, 2))
    assert first.event_id != second.event_id
    assert first.order < second.order


def test_what_is_there_stays() -> None:
    given = {
        "eventID": "e",
        "eventName": "REMOVE",
        "eventSourceARN": "arn",
        "dynamodb": {"NewImage": IMAGE, "Keys": {"PK": {"S": "9"}}, "SequenceNumber": "x", "ApproximateCreationDateTime": 1},
        "userIdentity": {"principalId": "dynamodb.amazonaws.com"},
    }
    assert complete(given) == (given, [])


@pytest.mark.parametrize("record", [None, "x", {}, {"dynamodb": None}])
def test_what_is_no_record_is_left_to_the_function(record: Any) -> None:
    assert complete(record) == (record, [])


def test_keys_that_no_image_has_stay_missing() -> None:
    record, lacked = complete({"dynamodb": {"NewImage": {"Stock": {"N": "3"}}}})
    assert "Keys" not in record["dynamodb"]
    assert "Keys" not in lacked
