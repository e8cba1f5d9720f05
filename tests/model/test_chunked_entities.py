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

PARTS: dict[str, Any] = {
    "PK": "EXEC#{id}",
    "SK": "CHUNK#{Chunk}",
    "attributes": {"id": "S", "Body": "B"},
    "chunks": Chunks("Body", at_most=4),
}
RESULT = Entity("RESULT", **PARTS)
WRITE = BatchWrite("P1", "?", entities=["RESULT"], used_by=[API])
READ = Query("P2", "?", PK="EXEC#{id}", SK=begins_with("CHUNK#"), used_by=[API])


def refused(changes: dict[str, Any], **parts: Any) -> Sequence[str]:
    return problems(table(**{"entities": [Entity("RESULT", **{**PARTS, **changes})], **parts}))


def refused_patterns(*patterns: AccessPattern) -> Sequence[str]:
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
            "has chunks of 'Bdoy', which it does not declare as an attribute; did you mean 'Body'?",
        ),
        (
            {"attributes": {"id": "S", "Body": "S"}},
            "has chunks of 'Body' of type S: declare it as B, and encode text before it is cut",
        ),
        ({"chunks": Chunks("Body", at_most=1)}, "has at most 1 chunks of 'Body': 2 to 1000 are allowed"),
        ({"chunks": Chunks("Body", at_most=1001)}, "has at most 1001 chunks of 'Body': 2 to 1000 are allowed"),
        (
            {"attributes": {"id": "S", "Body": "B", "Checksum": "B"}},
            "declares 'Checksum' as B: each chunk has it as S; leave it out, or name yours otherwise",
        ),
        (
            {"PK": "EXEC#{id}#{shard}", "shards": {"shard": 2}},
            "has chunks and shards: the chunks of one value would lie in several partitions; drop one of the two",
        ),
        (
            {"PK": "EXEC#{id}#{Chunk}"},
            "builds PK from '{Chunk}': no Query would find the chunks together; only the table's sort key has it",
        ),
        (
            {"SK": "{Chunk}#CHUNK"},
            "has chunks, so that SK must be of type S and end in '{Chunk}', their number, such as 'CHUNK#{Chunk}'",
        ),
        (
            {"SK": "CHUNKS"},
            "has chunks, so that SK must be of type S and end in '{Chunk}', their number, such as 'CHUNK#{Chunk}'",
        ),
    ],
)
def test_an_unsound_declaration_is_refused(changes: dict[str, Any], problem: str) -> None:
    assert refused(changes) == [f"sales/orders: entity 'RESULT' {problem}"]


def test_a_chunk_number_in_an_indexs_key_is_refused() -> None:
    assert refused({"GSI1PK": "{Chunk}"}, indexes=[Index("GSI1", Key("GSI1PK"))]) == [
        "sales/orders: entity 'RESULT' builds GSI1PK from '{Chunk}': no Query would find the chunks together; only the table's sort key has it"
    ]


def test_a_sort_key_that_is_a_number_is_refused() -> None:
    assert refused({"SK": "{Chunk}"}, sort_key=Key("SK", "N")) == [
        "sales/orders: entity 'RESULT' has chunks, so that SK must be of type S and end in '{Chunk}', their number, such as 'CHUNK#{Chunk}'"
    ]


def test_a_table_without_a_sort_key_is_refused() -> None:
    entity = Entity("RESULT", PK="EXEC#{id}", attributes={"id": "S", "Body": "B"}, chunks=Chunks("Body", at_most=4))
    assert problems(table(entities=[entity], sort_key=None)) == [
        "sales/orders: entity 'RESULT' has chunks, but the table has no sort key that tells them apart: give the table one"
    ]


@pytest.mark.parametrize(
    "pattern",
    [
        Put("P3", "?", entity="RESULT", used_by=[API]),
        TransactWrite("P3", "?", items=[PutItem("RESULT")], used_by=[API]),
    ],
)
def test_a_write_of_one_chunk_is_refused(pattern: AccessPattern) -> None:
    assert refused_patterns(READ, pattern) == [
        "sales/orders: pattern P3 puts 'RESULT' as one item, but it is stored in chunks: use BatchWrite"
    ]


def test_a_limited_query_is_refused() -> None:
    limited = Query("P2", "?", PK="EXEC#{id}", limit=9, used_by=[API])
    assert refused_patterns(WRITE, limited) == [
        "sales/orders: pattern P2 reads 'RESULT', which is stored in chunks, with limit 9: a value may be cut off; leave limit out"
    ]


def test_a_query_of_the_value_alone_is_refused() -> None:
    bare = Query("P2", "?", PK="EXEC#{id}", attributes=["Body", "Chunk"], used_by=[API])
    assert refused_patterns(WRITE, bare) == [
        "sales/orders: pattern P2 reads chunks of 'RESULT' without id, Chunks, Checksum, by which they are put together: add them to attributes"
    ]


@pytest.mark.parametrize("attributes", [["id", "Chunk", "Chunks", "Checksum", "Body"], ["id"]])
def test_a_query_of_all_that_puts_chunks_together_or_of_no_value_is_taken(attributes: list[str]) -> None:
    assert refused_patterns(WRITE, Query("P2", "?", PK="EXEC#{id}", attributes=attributes, used_by=[API])) == []


def test_chunks_that_no_query_reads_are_refused() -> None:
    one = Get("P2", "?", PK="EXEC#{id}", SK="CHUNK#{Chunk}", used_by=[API])
    assert refused_patterns(WRITE, one) == [
        "sales/orders: entity 'RESULT' is written in chunks, but no Query of the table reads them: declare the one that does"
    ]


def test_a_query_of_an_index_does_not_count_as_reading_the_chunks() -> None:
    entity = Entity("RESULT", **PARTS, GSI1PK="ALL#{id}")
    by_index = Query("P2", "?", index="GSI1", GSI1PK="ALL#{id}", used_by=[API])
    assert problems(table(entities=[entity], indexes=[Index("GSI1", Key("GSI1PK"))], access_patterns=[WRITE, by_index])) == [
        "sales/orders: entity 'RESULT' is written in chunks, but no Query of the table reads them: declare the one that does"
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
