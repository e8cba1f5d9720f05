"""Changes of entities as events on a bus."""

import json
from typing import Any

import pytest

from tests.functions.cloud import Item, typed
from tests.runtime.records import record

KEY = {"PK": "USER#1", "SK": "METADATA"}
USER: Item = {**KEY, "EntityType": "USER", "Data": {"name": "Ann"}}


def change(number: int, new: Item | None, old: Item | None = None) -> dict[str, Any]:
    name = "INSERT" if old is None else "REMOVE" if new is None else "MODIFY"
    images = {"NewImage": new, **({"OldImage": old} if old else {})}
    shown = {
        image: None if item is None else {name: typed(value) for name, value in item.items()} for image, item in images.items()
    }
    return record(number, eventName=name, Keys={name: typed(value) for name, value in KEY.items()}, **shown)


@pytest.fixture
def events(deploy: Any) -> Any:
    return deploy("miyabi_lambda", "entity_events")


def test_a_change_is_an_event(events: Any) -> None:
    assert events(change(1, {**USER, "Data": {"name": "Bea"}}, USER)) == []
    (found,) = events.received()
    assert (found["source"], found["detail-type"], found["time"]) == ("miyabi.data", "USER updated", "2026-09-21T14:13:20Z")
    assert found["detail"] == {
        "id": "e1",
        "order": "1".zfill(40),
        "entity": "USER",
        "change": "updated",
        "keys": KEY,
        "changedAttributes": ["Data"],
        "item": {**USER, "Data": {"name": "Bea"}},
    }


def test_a_record_that_comes_twice_is_one_event(events: Any) -> None:
    assert events(change(1, USER), change(1, USER)) == []
    assert len(events.received()) == 1


def test_a_deletion_and_an_expiry_are_told_apart(events: Any) -> None:
    expired = {**change(1, None, USER), "userIdentity": {"type": "Service", "principalId": "dynamodb.amazonaws.com"}}
    events(expired, change(2, None, USER))
    assert [found["detail-type"] for found in events.received()] == ["USER expired", "USER deleted"]


def test_an_item_that_no_event_can_hold_is_left_out(events: Any) -> None:
    assert events(change(1, {**USER, "Text": "é" * 150_000})) == []
    (found,) = events.received()
    assert found["detail"]["itemOmitted"] is True
    assert "item" not in found["detail"]
    assert len(json.dumps(found)) < 256 * 1024


def test_an_item_without_entity_type_fails_alone(events: Any) -> None:
    assert events(change(1, KEY), change(2, USER)) == ["1"]


def test_an_event_that_the_bus_did_not_take_comes_again(events: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """PutEvents answers 200 and says in its body what it did not take."""

    class Bus:
        def put_events(self, **request: Any) -> Any:
            return {"FailedEntryCount": 1, "Entries": [{"ErrorCode": "MalformedDetail"}]}

    with monkeypatch.context() as patch:
        patch.setattr("dynawright.runtime.destinations.client", lambda service: Bus())
        assert events(change(1, USER)) == ["1"]
    assert events(change(1, USER)) == []
    assert len(events.received()) == 1
