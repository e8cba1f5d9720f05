"""DynamoDB's typed values: all its values can be parsed, and nothing else."""

from decimal import Decimal
from typing import Any

import pytest

from dynawright.runtime.attributes import item_of, value_of, wire
from dynawright.runtime.errors import BadRecordError

GOOD: list[tuple[dict[str, Any], Any]] = [
    ({"S": ""}, ""),
    ({"S": "日本"}, "日本"),
    ({"N": "-1.50"}, Decimal("-1.50")),
    ({"N": "1E+5"}, Decimal(100000)),
    ({"N": "0"}, Decimal(0)),
    ({"N": "12345678901234567890123456789012345678"}, Decimal("12345678901234567890123456789012345678")),
    ({"B": "aGk="}, b"hi"),
    ({"BOOL": False}, False),
    ({"NULL": True}, None),
    ({"SS": ["a", "b"]}, {"a", "b"}),
    ({"NS": ["1", "2"]}, {Decimal(1), Decimal(2)}),
    ({"BS": ["aGk="]}, {b"hi"}),
    ({"L": []}, []),
    ({"M": {"a": {"L": [{"S": "b"}]}}}, {"a": ["b"]}),
]
BAD: list[tuple[Any, str]] = [
    ({"S": 1}, "x has type S, but its value has not"),
    ({"BOOL": "false"}, "x has type BOOL, but its value has not"),
    ({"NULL": False}, "x has type NULL, but its value has not"),
    ({"N": "NaN"}, "x is of type N, but no number in DynamoDB's form"),
    ({"N": "Infinity"}, "x is of type N, but no number in DynamoDB's form"),
    ({"N": 1}, "x is of type N, but no number in DynamoDB's form"),
    ({"N": "\u0661"}, "x is of type N, but no number in DynamoDB's form"),
    ({"N": ""}, "x is of type N, but no number in DynamoDB's form"),
    ({"N": "1e126"}, "x is of type N, but beyond the 38 digits or the magnitude that DynamoDB keeps"),
    ({"N": "1" * 39}, "x is of type N, but beyond the 38 digits or the magnitude that DynamoDB keeps"),
    ({"B": "***"}, "x is of type B, but not base64"),
    ({"B": "日本"}, "x is of type B, but not base64"),
    ({"B": 7}, "x has type B, but its value has not"),
    ({"SS": []}, "x has type SS, but its value has not"),
    ({"NS": ["1", "1.0"]}, "x is of type NS, but has a member twice"),
    ({"L": {}}, "x has type L, but its value has not"),
    ({"M": {"y": {"L": [{"N": "NaN"}]}}}, "x.y[0] is of type N, but no number in DynamoDB's form"),
    ({"X": "?"}, "x has the type 'X', which DynamoDB does not have"),
    ({}, "x is no typed value, which is a map of one type to one value"),
    ({"S": "a", "N": "1"}, "x is no typed value, which is a map of one type to one value"),
    ("text", "x is no typed value, which is a map of one type to one value"),
]


@pytest.mark.parametrize(("typed", "value"), GOOD)
def test_what_dynamodb_writes_is_read(typed: dict[str, Any], value: Any) -> None:
    assert value_of(typed, "x") == value


@pytest.mark.parametrize(("typed", "message"), BAD)
def test_what_dynamodb_can_not_have_written_is_refused(typed: Any, message: str) -> None:
    with pytest.raises(BadRecordError) as error:
        value_of(typed, "x")
    assert str(error.value) == message


def test_nesting_beyond_dynamodbs_limit_is_refused() -> None:
    typed: dict[str, Any] = {"S": "deep"}
    for _ in range(32):
        typed = {"L": [typed]}
    value_of(typed, "x")
    with pytest.raises(BadRecordError, match="nested more than 32 levels deep"):
        value_of({"L": [typed]}, "x")


def test_an_absent_image_is_refused() -> None:
    with pytest.raises(BadRecordError, match="NewImage is missing or no map of attributes"):
        item_of(None, "NewImage")


def test_plain_values_are_typed_again() -> None:
    plain = {"a": "s", "b": Decimal("1E+2"), "c": True, "d": {"e": [1]}, "f": b"x", "g": None}
    assert wire(plain) == {
        "a": {"S": "s"},
        "b": {"N": "100"},
        "c": {"BOOL": True},
        "d": {"M": {"e": {"L": [{"N": "1"}]}}},
        "f": {"B": b"x"},
    }


def test_a_value_that_no_function_writes_is_refused() -> None:
    with pytest.raises(TypeError, match="float is not written to DynamoDB by these functions"):
        wire({"a": 1.5})
