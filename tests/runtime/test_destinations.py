"""Messages to topics and buses have an id; a rejected event is not a success."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from dynawright.runtime import Message, destinations, to_event_bus, to_topic
from dynawright.runtime.destinations import TRIES
from dynawright.runtime.errors import NotTakenError

TOPIC = "arn:aws:sns:ap-northeast-1:111111111111:news"
Answers = list[dict[str, Any]]


class Aws:
    """Keeps each request, and answers as it is told."""

    def __init__(self, answers: Answers) -> None:
        self.requests: list[dict[str, Any]] = []
        self.answers = answers

    def publish(self, **request: Any) -> None:
        self.requests.append(request)

    def put_events(self, **request: Any) -> dict[str, Any]:
        self.requests.append(request)
        return {"Entries": [self.answers.pop(0)]}


@pytest.fixture
def aws(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Aws]:
    def made(*answers: dict[str, Any]) -> Aws:
        aws = Aws(list(answers))
        monkeypatch.setattr(destinations, "client", lambda service: aws)
        monkeypatch.setattr(destinations, "pause", lambda attempt: None)
        return aws

    return made


def event() -> Message:
    return to_event_bus("news", "e1", {"a": 1}, source="orders", detail_type="new", time=datetime(2026, 1, 1, tzinfo=UTC))


def test_a_topic_gets_the_id_in_the_message_and_among_its_attributes(aws: Callable[..., Aws]) -> None:
    made = aws()
    to_topic(TOPIC, "e1", {"order": "7"}, subject="New", attributes={"kind": "order"}).send()
    (request,) = made.requests
    assert json.loads(request["Message"]) == {"id": "e1", "order": "7"}
    assert {name: value["StringValue"] for name, value in request["MessageAttributes"].items()} == {"id": "e1", "kind": "order"}
    assert {*request} == {"TopicArn", "Message", "MessageAttributes", "Subject"}


def test_a_fifo_topic_drops_repeats_by_the_id(aws: Callable[..., Aws]) -> None:
    made = aws()
    to_topic(f"{TOPIC}.fifo", "e1", {}, group="PRODUCT#a b" + "x" * 200).send()
    assert made.requests[0]["MessageDeduplicationId"] == "e1"
    assert made.requests[0]["MessageGroupId"] == ("PRODUCT-a-b" + "x" * 200)[:128]


def test_an_event_has_the_id_in_its_detail(aws: Callable[..., Aws]) -> None:
    made = aws({"EventId": "1"})
    event().send()
    (entry,) = made.requests[0]["Entries"]
    assert json.loads(entry.pop("Detail")) == {"a": 1, "id": "e1"}
    assert entry == {
        "EventBusName": "news",
        "Source": "orders",
        "DetailType": "new",
        "Time": datetime(2026, 1, 1, tzinfo=UTC),
    }


@pytest.mark.parametrize("code", ["ThrottlingException", "InternalFailure"])
def test_an_event_that_may_be_taken_a_little_later_is_sent_again(aws: Callable[..., Aws], code: str) -> None:
    made = aws({"ErrorCode": code}, {"EventId": "1"})
    event().send()
    assert len(made.requests) == 2


@pytest.mark.parametrize(("code", "sent"), [("ThrottlingException", TRIES), ("MalformedDetail", 1)])
def test_an_event_that_the_bus_did_not_take_is_no_success(aws: Callable[..., Aws], code: str, sent: int) -> None:
    made = aws(*[{"ErrorCode": code}] * TRIES)
    with pytest.raises(NotTakenError, match=code):
        event().send()
    assert len(made.requests) == sent
