"""Event patterns, as Lambda and EventBridge evaluate them."""

from typing import Any

import pytest

from dynawright.errors import UserError
from dynawright.rules.event_patterns import passes
from tests.problems import told

RECORD = {"eventName": "INSERT", "dynamodb": {"Keys": {"SK": {"S": "ORDER#1"}}, "SizeBytes": 26}}


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ({"eventName": ["INSERT", "MODIFY"]}, True),
        ({"eventName": ["MODIFY"]}, False),
        ({"$or": [{"eventName": ["MODIFY"]}, {"dynamodb": {"SizeBytes": [26]}}]}, True),
        ({"$or": [{"eventName": ["MODIFY"]}, {"dynamodb": {"SizeBytes": [27]}}]}, False),
        ({"eventName": ["MODIFY"], "$or": [{"dynamodb": {"SizeBytes": [26]}}]}, False),
        ({"dynamodb": {"Keys": {"SK": {"S": [{"prefix": "ORDER#"}]}}}}, True),
        ({"dynamodb": {"Keys": {"SK": {"S": [{"suffix": "#2"}]}}}}, False),
        ({"dynamodb": {"Keys": {"PK": {"S": [{"prefix": "ORDER#"}]}}}}, False),
        ({"dynamodb": {"SizeBytes": [{"numeric": [">", 20, "<=", 26]}]}}, True),
        ({"dynamodb": {"SizeBytes": [{"numeric": [">", 26]}]}}, False),
        ({"dynamodb": {"Keys": {"SK": {"S": [{"numeric": [">", 0]}]}}}}, False),
        ({"dynamodb": {"SizeBytes": ["26"]}}, False),
        ({"userIdentity": [{"exists": False}]}, True),
        ({"eventName": [{"exists": False}]}, False),
        ({"eventName": [{"anything-but": ["REMOVE"]}]}, True),
        ({"eventName": [{"anything-but": "INSERT"}]}, False),
        ({"missing": [{"anything-but": ["x"]}]}, False),
        ({"eventName": ["INSERT"], "dynamodb": {"Keys": {"SK": {"S": ["other"]}}}}, False),
    ],
)
def test_a_pattern_admits_what_it_describes(pattern: dict[str, Any], expected: bool) -> None:
    assert passes([pattern], RECORD) is expected


def test_without_patterns_everything_passes() -> None:
    assert passes([], RECORD)


def test_one_of_several_patterns_is_enough() -> None:
    assert passes([{"eventName": ["REMOVE"]}, {"eventName": ["INSERT"]}], RECORD)


def test_an_unknown_rule_is_an_error() -> None:
    with pytest.raises(UserError) as refusal:
        passes([{"eventName": [{"cidr": "10.0.0.0/8"}]}], RECORD)
    assert told(refusal.value.problems) == [("DW606", "", "cidr")]
