"""Stream records: read strictly, told apart, and in order."""

from datetime import UTC, datetime
from typing import Any

import pytest

from dynawright.runtime.errors import BadRecordError
from dynawright.runtime.record import read, sequence_number_of
from tests.runtime.records import record

TTL = {"type": "Service", "principalId": "dynamodb.amazonaws.com"}
REMOVED: dict[str, Any] = {"eventName": "REMOVE", "NewImage": None, "OldImage": {"PK": {"S": "a"}}}


def test_a_sound_record_is_read() -> None:
    found = read(record(7))
    assert (found.event_id, found.name, found.sequence_number) == ("e7", "INSERT", "7")
    assert (found.keys, found.new, found.old, found.expired) == ({"PK": "a"}, {"PK": "a"}, None, False)
    assert found.changed_at == datetime(2026, 9, 21, 14, 13, 20, 500000, tzinfo=UTC)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"eventName": "UPSERT"}, "eventName is 'UPSERT': INSERT, MODIFY or REMOVE is expected"),
        ({"eventID": None}, "eventID is missing"),
        ({"NewImage": None}, "NewImage is missing or no map of attributes"),
        ({"eventName": "MODIFY"}, "OldImage is missing or no map of attributes"),
        ({"eventName": "REMOVE"}, "OldImage is missing or no map of attributes"),
        ({"Keys": None}, "Keys is missing or no map of attributes"),
        ({"ApproximateCreationDateTime": "now"}, "ApproximateCreationDateTime is no number of seconds"),
        ({"SequenceNumber": None}, "a record has no sequence number: it can't be reported alone"),
    ],
)
def test_a_bad_record_says_why(parts: dict[str, Any], message: str) -> None:
    with pytest.raises(BadRecordError) as error:
        read(record(**parts))
    assert str(error.value) == message


@pytest.mark.parametrize("raw", [None, "text", {}, {"dynamodb": None}, {"dynamodb": {"SequenceNumber": 5}}])
def test_what_has_no_sequence_number_can_not_be_reported(raw: object) -> None:
    with pytest.raises(BadRecordError):
        sequence_number_of(raw)


def test_only_a_removal_by_dynamodb_itself_is_an_expiry() -> None:
    assert read(record(**REMOVED, userIdentity=TTL)).expired
    assert not read(record(**REMOVED)).expired
    assert not read(record(**REMOVED, userIdentity={**TTL, "principalId": "somebody"})).expired


def test_orders_sort_like_numbers_where_texts_would_not() -> None:
    numbers = (2, 10, 99_999_999_999_999_999_999, 10**39)
    orders = [read(record(number)).order for number in numbers]
    assert orders == sorted(orders)


def test_an_item_key_has_its_parts_in_the_order_of_their_names() -> None:
    keys = {"SK": {"S": "b"}, "PK": {"S": "a"}}
    assert read(record(Keys=keys)).item_key == "a|b"
