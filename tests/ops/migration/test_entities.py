"""Items are identified by their keys, so that comparisons are counted by entity."""

from __future__ import annotations

from typing import Any

import pytest

from dynawright.model import Entity, Key, TableModel
from dynawright.ops.migration.entities import OTHER, by_key

MODEL = TableModel(
    "t",
    partition_key=Key("PK"),
    sort_key=Key("at", "N"),
    entities=[
        Entity("ANY", attributes={"id": "S", "at": "N"}, PK="{id}", at="{at}"),
        Entity("USER", attributes={"userId": "S", "at": "N"}, PK="USER#{userId}", at="{at}"),
        Entity("LOGIN", attributes={"userId": "S", "at": "N"}, PK="USER#LOGIN#{userId}", at="{at}"),
    ],
)


@pytest.mark.parametrize(
    ("key", "entity"),
    [("USER#1", "USER"), ("USER#LOGIN#1", "LOGIN"), ("else", "ANY"), ("", OTHER)],
)
def test_the_template_with_most_text_of_its_own_wins(key: str, entity: str) -> None:
    item: dict[str, Any] = {"PK": {"S": key}, "at": {"N": "1"}, "note": {"S": "USER#1"}}
    assert by_key(MODEL)(item) == entity
