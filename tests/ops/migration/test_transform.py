"""A transform's results are checked before writing; bad items are rejected with all reasons."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from dynawright.ops.migration.output import RejectedError
from dynawright.ops.migration.transform import Transform
from tests.ops.migration import transforms
from tests.ops.migration.cloud import TRANSFORMS
from tests.ops.migration.memory import table
from tests.problems import refused

TABLE = replace(table("by-user", userId="S", number="N"), indexes={"day-index": {"day": "S", "userId": "S"}})
GOOD = {"userId": "u", "number": 1}


def transformed(returned: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    def function(item: Any) -> Any:
        if isinstance(returned, Exception):
            raise returned
        return returned

    monkeypatch.setattr(transforms, "same", function)
    return [output.item for output in Transform(f"{TRANSFORMS}:same", TABLE)({"a": {"S": "b"}})]


def test_the_function_has_pythons_values() -> None:
    seen: list[Any] = []
    transform = Transform(None, TABLE)
    transform._function = lambda item: seen.append(item)
    transform({"n": {"N": "1.5"}, "b": {"B": b"\0"}, "s": {"SS": ["x"]}, "m": {"M": {"l": {"L": [{"NULL": True}]}}}})
    assert seen == [{"n": Decimal("1.5"), "b": b"\0", "s": {"x"}, "m": {"l": [None]}}]
    assert type(seen[0]["b"]) is bytes


def test_none_one_and_several_are_fine(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = {"userId": {"S": "u"}, "number": {"N": "1"}}
    assert transformed(None, monkeypatch) == []
    assert transformed(GOOD, monkeypatch) == [typed]
    assert transformed([GOOD, {**GOOD, "number": 2}], monkeypatch) == [typed, {**typed, "number": {"N": "2"}}]


@pytest.mark.parametrize(
    ("returned", "reason"),
    [
        (KeyError("x"), "the transform raised KeyError: 'x'"),
        ("text", "the transform returned 'text': an item is a dictionary by attribute names"),
        ({1: 2}, "the transform returned {1: 2}: an item is a dictionary by attribute names"),
        ({}, "the key attribute 'userId' is missing; the key attribute 'number' is missing"),
        ({**GOOD, "userId": 7}, "the key attribute 'userId' is of type N; the table has S"),
        ({**GOOD, "userId": ""}, "the key attribute 'userId' is empty"),
        ({**GOOD, "userId": "é" * 1025}, "the key attribute 'userId' has 2,050 bytes; 2,048 are allowed"),
        ({**GOOD, "day": 1}, "'day', a key of the index day-index, is of type N; the table has S"),
        ({**GOOD, "day": ""}, "'day', a key of the index day-index, is empty"),
        ({**GOOD, "data": "x" * 409_600}, "the item has 409,619 bytes; 409,600 are allowed"),
        (
            {**GOOD, "price": 1.5},
            "the transform returned what DynamoDB can't hold: TypeError: Float types are not supported. Use Decimal types instead.",
        ),
        ({**GOOD, "price": Decimal("1e200")}, "the transform returned what DynamoDB can't hold: Overflow: "),
        (
            [GOOD, {**GOOD, "other": 1}],
            'the transform returned more than one item with the key {"number":{"N":"1"},"userId":{"S":"u"}}',
        ),
    ],
)
def test_what_the_table_can_not_take_is_rejected(returned: Any, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RejectedError) as rejected:
        transformed(returned, monkeypatch)
    assert str(rejected.value).startswith(reason)


@pytest.mark.parametrize("name", ["nothing:function", f"{TRANSFORMS}:nothing", "tests.ops", ":same", f"{TRANSFORMS}:NUMBER"])
def test_a_function_that_is_not_there_is_said(name: str) -> None:
    assert refused(lambda: Transform(name, TABLE)) == [("DW722", f"--transform {name}", name)]
