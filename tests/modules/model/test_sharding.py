"""A query of a sharded key is one request per shard."""

from typing import Any

from modules.model import Entity, Index, Key, Query, begins_with
from modules.model.sample import items
from modules.model.sharding import fan_out
from tests.modules.model.builders import API, ORDER, table

BY_DAY = Index("ByDay", Key("GSI1PK"), Key("GSI1SK"))
KEY = "DAY#{day}#{shard}"


def event(name: str, **parts: Any) -> Entity:
    return Entity(
        name, **{"PK": f"{name}#{{id}}", "SK": "METADATA", "GSI1PK": KEY, "GSI1SK": "{id}", "shards": {"shard": 3}, **parts}
    )


def requests(key: str, *entities: Entity, **more: Any) -> list[dict[str, int]]:
    model = table(entities=entities, indexes=[BY_DAY])
    return fan_out(model, Query("P1", "?", index="ByDay", GSI1PK=key, used_by=[API], **more))


def test_every_shard_is_asked_once() -> None:
    assert requests(KEY, event("EVENT")) == [{"shard": 0}, {"shard": 1}, {"shard": 2}]


def test_no_item_is_in_a_shard_that_is_not_asked() -> None:
    model = table(entities=[event("EVENT")], indexes=[BY_DAY])
    asked = {f"DAY#day1#{values['shard']}" for values in requests(KEY, event("EVENT"))}
    stored = {item["GSI1PK"] for item in items(model, model.entities[0], 0) if item["day"] == "day1"}
    assert stored <= asked


def test_entities_that_share_a_key_but_not_the_number_of_shards_are_asked_for_the_most() -> None:
    for counts in ((2, 4), (4, 2)):
        first, second = (event(f"EVENT{number}", shards={"shard": count}) for number, count in enumerate(counts))
        assert len(requests(KEY, first, second)) == 4


def test_two_sharded_places_are_asked_in_every_combination() -> None:
    both = event("EVENT", GSI1PK="DAY#{hour}#{shard}", shards={"hour": 2, "shard": 2})
    assert requests("DAY#{hour}#{shard}", both) == [
        {"hour": 0, "shard": 0},
        {"hour": 0, "shard": 1},
        {"hour": 1, "shard": 0},
        {"hour": 1, "shard": 1},
    ]


def test_a_key_without_a_shard_is_asked_once() -> None:
    assert requests("DAY#{day}", event("EVENT", GSI1PK="DAY#{day}", shards={})) == [{}]


def test_a_query_that_fixes_the_shard_is_asked_once() -> None:
    model = table(entities=[event("EVENT")], indexes=[BY_DAY])
    shard = items(model, model.entities[0], 0)[0]["GSI1PK"].rpartition("#")[2]
    assert requests(f"DAY#{{day}}#{shard}", event("EVENT")) == [{}]


def test_a_shard_of_an_entity_that_the_query_does_not_find_is_not_asked() -> None:
    assert requests("DAY#{day}", event("EVENT", GSI1PK="OTHER#{shard}"), event("PLAIN", GSI1PK="DAY#{day}", shards={})) == [{}]


def test_a_shard_in_the_sort_key_is_asked_for_too() -> None:
    sharded = event("EVENT", GSI1PK="DAY#{day}", GSI1SK="{shard}#{id}")
    assert requests("DAY#{day}", sharded, GSI1SK=begins_with("{shard}#")) == [{"shard": 0}, {"shard": 1}, {"shard": 2}]


def test_a_query_of_the_table_fans_out_like_one_of_an_index() -> None:
    model = table(entities=[ORDER, event("EVENT", PK="EVENTS#{shard}", SK="{id}")], indexes=[BY_DAY])
    assert len(fan_out(model, Query("P1", "?", PK="EVENTS#{shard}", used_by=[API]))) == 3
