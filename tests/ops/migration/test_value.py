"""Values as text are equal exactly where DynamoDB considers them equal."""

import pytest

from dynawright.ops.migration.value import EXPIRES_WITHIN, Item, is_expired, key_from, text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"N": "1"}, {"N": "1.0"}),
        ({"N": "100"}, {"N": "1E2"}),
        ({"N": "0"}, {"N": "-0.0"}),
        ({"NS": ["1", "20"]}, {"NS": ["2E1", "1.0"]}),
        ({"SS": ["a", "b"]}, {"SS": ["b", "a"]}),
        ({"BS": [b"a", b"b"]}, {"BS": [b"b", b"a"]}),
        ({"M": {"a": {"N": "1"}, "b": {"S": ""}}}, {"M": {"b": {"S": ""}, "a": {"N": "01"}}}),
        ({"L": [{"N": "1"}]}, {"L": [{"N": "1.00"}]}),
    ],
)
def test_one_value_written_in_two_ways_has_one_text(one: Item, other: Item) -> None:
    assert text({"a": one}) == text({"a": other})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"N": "1"}, {"S": "1"}),
        ({"B": b"a"}, {"S": "YQ=="}),
        ({"L": [{"S": "a"}, {"S": "b"}]}, {"L": [{"S": "b"}, {"S": "a"}]}),
        ({"N": "12345678901234567890123456789012345678"}, {"N": "12345678901234567890123456789012345679"}),
        ({"NULL": True}, {"BOOL": True}),
        ({"M": {"N": {"S": "1.0"}}}, {"M": {"N": {"S": "1"}}}),
    ],
)
def test_two_values_have_two_texts(one: Item, other: Item) -> None:
    assert text({"a": one}) != text({"a": other})


def test_a_key_comes_back_from_its_text() -> None:
    key = {"PK": {"B": b"\0\xff"}, "SK": {"N": "12.5"}}
    assert key_from(text(key)) == key


@pytest.mark.parametrize(
    ("item", "expired"),
    [
        ({"TTL": {"N": "1000000000"}}, True),
        ({"TTL": {"N": "1000000001"}}, False),
        ({"TTL": {"N": str(1000000000 - EXPIRES_WITHIN)}}, False),  # DynamoDB keeps it
        ({"TTL": {"S": "1"}}, False),
        ({}, False),
    ],
)
def test_items_expire_as_dynamodb_has_it(item: Item, expired: bool) -> None:
    assert is_expired(item, "TTL", now=1_000_000_000) is expired
    assert is_expired(item, None, now=1_000_000_000) is False
