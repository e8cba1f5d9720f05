"""Key attributes whose names mean something else in entities and patterns."""

import inspect
from typing import Any

from dynawright.model import ConditionCheck, DeleteItem, Entity, Get, GetItem, Key, Put, Query, System, UpdateItem, pattern
from dynawright.model.pattern import AccessPattern
from dynawright.model.reserved import RESERVED
from tests.model.builders import API, problems, table
from tests.problems import told

LIMITS = Entity("LIMIT", index_="LIMIT#{limit}", limit_="{limit}", attributes={"limit": "S"})
PARTS: Any = {"partition_key": Key("index"), "sort_key": Key("limit"), "entities": [LIMITS]}


def test_every_name_that_a_key_can_not_have_is_reserved() -> None:
    patterns = [one for one in vars(pattern).values() if isinstance(one, type) and issubclass(one, AccessPattern)]
    found: set[str] = set()
    for one in (Entity, GetItem, UpdateItem, DeleteItem, ConditionCheck, *patterns):
        parameters = inspect.signature(vars(one)["__init__"]).parameters.values()
        if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
            found |= {
                parameter.name
                for parameter in parameters
                if parameter.kind in (parameter.KEYWORD_ONLY, parameter.POSITIONAL_OR_KEYWORD)
            }
    assert found == RESERVED


def test_such_a_key_is_written_with_an_underscore() -> None:
    get = Get("P1", "?", index_="LIMIT#{limit}", limit_="{limit}", used_by=[API])
    query = Query("P2", "?", index_="LIMIT#{limit}", used_by=[API])
    model = table(**PARTS, access_patterns=[get, query, Put("P3", "?", entity="LIMIT", used_by=[API])])
    assert told(System("sales", [model]).warnings) == [("DW273", "system sales", "index, limit")]
    assert (list(LIMITS.keys), list(get.item.key), list(query.key)) == (["index", "limit"], ["index", "limit"], ["index"])


def test_a_mistake_with_such_a_key_says_how_it_is_written() -> None:
    query = Query("P1", "?", index="LIMIT#{limit}", used_by=[API])
    assert problems(table(**PARTS, access_patterns=[query])) == [
        ("DW211", "pattern P1", "LIMIT#{limit}"),
        ("DW212", "table orders", "index"),
        ("DW212", "table orders", "limit"),
    ]
