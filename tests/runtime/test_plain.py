"""Items as ordinary JSON."""

import json
from decimal import Decimal
from typing import Any

import pytest

from dynawright.runtime.plain import as_json, plain


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Decimal("10.0"), 10),
        (Decimal("1.5"), 1.5),
        (Decimal("0.1"), 0.1),
        (Decimal("9007199254740993"), "9007199254740993"),
        (Decimal("0.12345678901234567890"), "0.12345678901234567890"),
        (b"hi", "aGk="),
        (frozenset({"b", "a"}), ["a", "b"]),
        ([{"a": Decimal(1)}, None, True], [{"a": 1}, None, True]),
    ],
)
def test_a_value_is_kept_as_exactly_as_json_can(value: Any, expected: Any) -> None:
    assert plain(value) == expected


def test_equal_items_have_equal_texts() -> None:
    text = as_json({"b": frozenset({Decimal(2), Decimal(1)}), "a": "é"})
    assert text == as_json({"a": "é", "b": frozenset({Decimal(1), Decimal(2)})})
    assert json.loads(text) == {"a": "é", "b": [1, 2]}
