"""An entity is declared as stored in chunks: what its key and its patterns must be."""

from collections.abc import Sequence
from typing import Any

import pytest

from dynawright.model import (
    AccessPattern,
    BatchWrite,
    Chunks,
    Entity,
    Get,
    Index,
    Key,
    Put,
    PutItem,
    Query,
    TransactWrite,
    begins_with,
)
from dynawright.model.sample import items, new_item, new_items
from tests.model.builders import API, problems, table
from tests.problems import Told

PARTS: dict[str, Any] = {
    "PK": "EXEC#{id}",
    "SK": "CHUNK#{Chunk}",
    "attributes": {"id": "S", "Body": "B"},
    "chunks": Chunks("Body", at_most=4),
}
RESULT = Entity("RESULT", **PARTS)
WRITE = BatchWrite("P1", "?", entities=["RESULT"], used_by=[API])
READ = Query("P2", "?", PK="EXEC#{id}", SK=begins_with("CHUNK#"), used_by=[API])


def refused(changes: dict[str, Any], **parts: Any) -> Sequence[Told]:
    return problems(table(**{"entities": [Entity("RESULT", **{**PARTS, **changes})], **parts}))


def refused_patterns(*patterns: AccessPattern) -> Sequence[Told]:
    return problems(table(entities=[RESULT], access_patterns=patterns))


def test_each_chunk_has_attributes_that_nobody_need_declare() -> None:
    assert RESULT.attributes == {"id": "S", "Body": "B", "Chunk": "N", "Chunks": "N", "Checksum": "S"}
    assert Entity("RESULT", PK="{id}", SK="{Chunk}", chunks=Chunks("Body", at_most=4)).attributes == {
        "id": "S",
        "Chunk": "N",
        "Chunks": "N",
        "Checksum": "S",
    }


@pytest.mark.parametrize("at_most", [2, 1000])
def test_a_sound_declaration_with_its_patterns_is_taken(at_most: int) -> None:
    entity = Entity("RESULT", **{**PARTS, "chunks": Chunks("Body", at_most=at_most)})
    assert problems(table(entities=[entity], access_patterns=[WRITE, READ])) == []


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        (
            {"chunks": Chunks("Bdoy", at_most=4)},
            ("DW211", "entity RESULT", "Bdoy"),
        ),
        (
            {"attributes": {"id": "S", "Body": "S"}},
            ("DW218", "entity RESULT", "S"),
        ),
        ({"chunks": Chunks("Body", at_most=1)}, ("DW218", "entity RESULT", 1)),
        ({"chunks": Chunks("Body", at_most=1001)}, ("DW218", "entity RESULT", 1001)),
        (
            {"attributes": {"id": "S", "Body": "B", "Checksum": "B"}},
            ("DW218", "entity RESULT", "Checksum"),
        ),
        (
            {"PK": "EXEC#{id}#{shard}", "shards": {"shard": 2}},
            ("DW218", "entity RESULT", None),
        ),
        (
            {"PK": "EXEC#{id}#{Chunk}"},
            ("DW218", "entity RESULT", "PK"),
        ),
        (
            {"SK": "{Chunk}#CHUNK"},
            ("DW218", "entity RESULT", "SK"),
        ),
        (
            {"SK": "CHUNKS"},
            ("DW218", "entity RESULT", "SK"),
        ),
    ],
)
def test_an_unsound_declaration_is_refused(changes: dict[str, Any], problem: Told) -> None:
    assert refused(changes) == [problem]


def test_a_chunk_number_in_an_indexs_key_is_refused() -> None:
    assert refused({"GSI1PK": "{Chunk}"}, indexes=[Index("GSI1", Key("GSI1PK"))]) == [("DW218", "entity RESULT", "GSI1PK")]


def test_a_sort_key_that_is_a_number_is_refused() -> None:
    assert refused({"SK": "{Chunk}"}, sort_key=Key("SK", "N")) == [("DW218", "entity RESULT", "SK")]


def test_a_table_without_a_sort_key_is_refused() -> None:
    entity = Entity("RESULT", PK="EXEC#{id}", attributes={"id": "S", "Body": "B"}, chunks=Chunks("Body", at_most=4))
    assert problems(table(entities=[entity], sort_key=None)) == [("DW218", "entity RESULT", None)]


@pytest.mark.parametrize(
    "pattern",
    [
        Put("P3", "?", entity="RESULT", used_by=[API]),
        TransactWrite("P3", "?", items=[PutItem("RESULT")], used_by=[API]),
    ],
)
def test_a_write_of_one_chunk_is_refused(pattern: AccessPattern) -> None:
    assert refused_patterns(READ, pattern) == [("DW218", "pattern P3", "RESULT")]


def test_a_limited_query_is_refused() -> None:
    limited = Query("P2", "?", PK="EXEC#{id}", limit=9, used_by=[API])
    assert refused_patterns(WRITE, limited) == [("DW218", "pattern P2", 9)]


def test_a_query_of_the_value_alone_is_refused() -> None:
    bare = Query("P2", "?", PK="EXEC#{id}", attributes=["Body", "Chunk"], used_by=[API])
    assert refused_patterns(WRITE, bare) == [("DW218", "pattern P2", "id, Chunks, Checksum")]


@pytest.mark.parametrize("attributes", [["id", "Chunk", "Chunks", "Checksum", "Body"], ["id"]])
def test_a_query_of_all_that_puts_chunks_together_or_of_no_value_is_taken(attributes: list[str]) -> None:
    assert refused_patterns(WRITE, Query("P2", "?", PK="EXEC#{id}", attributes=attributes, used_by=[API])) == []


def test_chunks_that_no_query_reads_are_refused() -> None:
    one = Get("P2", "?", PK="EXEC#{id}", SK="CHUNK#{Chunk}", used_by=[API])
    assert refused_patterns(WRITE, one) == [("DW218", "entity RESULT", "RESULT")]


def test_a_query_of_an_index_does_not_count_as_reading_the_chunks() -> None:
    entity = Entity("RESULT", **PARTS, GSI1PK="ALL#{id}")
    by_index = Query("P2", "?", index="GSI1", GSI1PK="ALL#{id}", used_by=[API])
    assert problems(table(entities=[entity], indexes=[Index("GSI1", Key("GSI1PK"))], access_patterns=[WRITE, by_index])) == [
        ("DW218", "entity RESULT", "RESULT")
    ]


def test_samples_are_whole_values_of_several_chunks() -> None:
    model = table(entities=[RESULT])
    assert [(item["id"], item["SK"]) for item in items(model, RESULT, 0)] == [
        (f"id{number}", f"CHUNK#00{chunk}") for number in (1, 10, 2) for chunk in range(3)
    ]
    assert [item["PK"] for item in new_items(model, RESULT, 7, 0)] == ["EXEC#id7"] * 3
    assert new_item(model, RESULT, 7, 0)["SK"] == "CHUNK#000"


def test_samples_have_no_more_chunks_than_declared() -> None:
    entity = Entity("RESULT", **{**PARTS, "chunks": Chunks("Body", at_most=2)})
    assert len(new_items(table(entities=[entity]), entity, 7, 0)) == 2
