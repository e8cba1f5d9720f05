"""Tables that a model can't declare are refused before anything is written."""

from __future__ import annotations

from typing import Any

import pytest

from dynawright.errors import UserError
from dynawright.ops.adopt.facts import TableFacts
from dynawright.ops.adopt.unsupported import check_supported


def facts(*keys: tuple[str, str]) -> TableFacts:
    index = {"IndexName": "by-place", "KeySchema": [{"AttributeName": name, "KeyType": kind} for name, kind in keys]}
    return TableFacts({"TableName": "orders", "GlobalSecondaryIndexes": [index]})


def test_an_index_by_one_attribute_of_each_kind_is_supported() -> None:
    check_supported([facts(("country", "HASH"), ("city", "RANGE"))])


@pytest.mark.parametrize("keys", [[("country", "HASH"), ("city", "HASH")], [("a", "HASH"), ("b", "RANGE"), ("c", "RANGE")]])
def test_an_index_by_several_attributes_is_refused(keys: Any) -> None:
    with pytest.raises(UserError) as caught:
        check_supported([facts(*keys)])
    assert [(problem.code, problem.value) for problem in caught.value.problems] == [("DW741", "by-place")]
