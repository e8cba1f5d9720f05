"""A query of a sharded key is one request per shard, and their answers become one."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from dynawright.model import Entity, Index, Key, Query, begins_with
from dynawright.model.sample import items
from dynawright.model.sharding import fan_out, merge
from tests.model.builders import API, ORDER, problems_of, table

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


NUMBERED = table(sort_key=Key("SK", "N"), entities=[event("EVENT", PK="EVENTS#{shard}", SK="{id}", attributes={"id": "N"})])


@given(st.lists(st.lists(st.integers(0, 20)), max_size=6), st.booleans(), st.none() | st.integers(1, 12))
def test_the_merged_answer_is_that_of_a_key_that_is_not_sharded(
    shards: list[list[int]], descending: bool, limit: int | None
) -> None:
    query = Query("P1", "?", PK="EVENTS#{shard}", descending=descending, limit=limit, used_by=[API])
    answers = [
        [{"SK": number, "shard": shard} for number in sorted(numbers, reverse=descending)[:limit]]
        for shard, numbers in enumerate(shards)
    ]
    found = merge(NUMBERED, query, answers)

    everything = sorted((number for numbers in shards for number in numbers), reverse=descending)
    assert [item["SK"] for item in found] == everything[:limit]
    assert all(found.count(item) <= answers[item["shard"]].count(item) for item in found)


def test_an_index_is_merged_by_its_own_sort_key() -> None:
    model = table(entities=[event("EVENT")], indexes=[BY_DAY])
    query = Query("P1", "?", index="ByDay", GSI1PK=KEY, used_by=[API])
    answers = [[{"SK": "z", "GSI1SK": "a"}, {"SK": "a", "GSI1SK": "c"}], [{"SK": "m", "GSI1SK": "b"}]]
    assert [item["GSI1SK"] for item in merge(model, query, answers)] == ["a", "b", "c"]


def test_without_a_sort_key_the_answers_follow_each_other() -> None:
    model = table(entities=[event("EVENT", GSI1SK="{id}")], indexes=[Index("ByDay", Key("GSI1PK"))])
    query = Query("P1", "?", index="ByDay", GSI1PK=KEY, limit=2, used_by=[API])
    assert merge(model, query, [[{"n": 2}], [], [{"n": 1}, {"n": 3}]]) == [{"n": 2}, {"n": 1}]


def test_a_sharded_query_reads_the_key_by_which_its_answers_are_merged() -> None:
    day = Query("P1", "?", index="ByDay", GSI1PK=KEY, attributes=["id"], used_by=[API])
    assert problems_of(day, entities=[event("EVENT")], indexes=[BY_DAY]) == [("DW223", "pattern P1", "GSI1SK")]
    whole = Query("P1", "?", index="ByDay", GSI1PK=KEY, attributes=["id", "GSI1SK"], used_by=[API])
    assert problems_of(whole, entities=[event("EVENT")], indexes=[BY_DAY]) == []


def test_a_sharded_query_has_no_pages() -> None:
    paged = Query("P1", "?", index="ByDay", GSI1PK=KEY, page_size=50, used_by=[API])
    assert problems_of(paged, entities=[event("EVENT")], indexes=[BY_DAY]) == [("DW223", "pattern P1", 50)]
