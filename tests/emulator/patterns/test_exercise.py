"""Every kind of pattern, run on a table with right answers: no problems."""

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from dynawright.emulator.patterns.outcome import Outcome
from dynawright.model import (
    AccessPattern,
    BatchGet,
    BatchWrite,
    ConditionCheck,
    Delete,
    DeleteItem,
    Entity,
    Get,
    Key,
    Put,
    PutItem,
    Query,
    Scan,
    TransactWrite,
    Update,
    UpdateItem,
    at_least,
    at_most,
    begins_with,
    between,
    greater_than,
    less_than,
)
from dynawright.model.condition import KeyCondition
from dynawright.model.limits import Returns
from dynawright.model.table import TableModel
from dynawright.systems import systems
from tests.emulator.patterns.corrupted import Answer, Corrupted, holding_one_back
from tests.emulator.patterns.questions import (
    ADD_DOCUMENT,
    BATCH_GET,
    BATCH_WRITE,
    BY,
    CURRENT,
    FOLDER,
    GET,
    HISTORY,
    ITEM,
    LATEST,
    QUERY,
    SCAN,
    TRANSACT_GET,
)
from tests.emulator.patterns.tables import chunked, history, outcomes, problems, sharded, table


@pytest.mark.parametrize("model", [table for system in systems() for table in system.tables], ids=lambda m: m.name)
def test_every_pattern_of_every_system_is_answered_right(client: Any, model: TableModel) -> None:
    assert problems(client, model) == {}


def test_an_index_that_has_some_of_the_items_is_asked_for_one_that_it_has(client: Any) -> None:
    results = outcomes(client, history(*HISTORY))
    assert [outcome.problems for outcome in results] == [()] * len(HISTORY)
    assert 0 < results[1].items < 27


@pytest.mark.parametrize(
    "rank", ["{rank}", less_than("{x}"), at_most("{x}"), greater_than("{x}"), at_least("{x}"), between("{x}", "{y}")]
)
@pytest.mark.parametrize("key", [{"PK": "FOLDER#{folder}", "index": "ByRank"}, {"day": "{day}", "index": "ByDay"}])
def test_a_query_by_number_finds_some_but_not_all(client: Any, key: dict[str, Any], rank: str | KeyCondition) -> None:
    all_of_it = Query("P1", "?", **key, **BY)
    part_of_it = Query("P2", "?", **key, rank=rank, **BY)
    whole, part = outcomes(client, table(all_of_it, part_of_it))

    assert (whole.problems, part.problems) == ((), ())
    assert 0 < part.items < whole.items


@pytest.mark.parametrize(
    "pattern",
    [
        Get("P1", "?", **ITEM, attributes=["title", "PK"], consistent=True, **BY),
        Get("P1", "?", **CURRENT, **BY),
        QUERY,
        LATEST,
        Query("P1", "?", PK="FOLDER#{folder}", **BY),
        Query("P1", "?", **ITEM, consistent=True, **BY),
        Query("P1", "?", PK="FOLDER#{folder}", SK=begins_with("DOC#{name}"), **BY),
        Query("P1", "?", PK="FOLDER#{folder}", SK=between("DOC#{from}", "DOC#{to}~"), descending=True, **BY),
        Query("P1", "?", PK="FOLDER#{folder}", SK=at_least("DOC#{folder}"), **BY),  # one value everywhere
        Query("P1", "?", PK="FOLDER#{folder}", SK=begins_with("DOC#"), attributes=["title", "shared"], limit=2, **BY),
        Query("P1", "?", index="ByKind", kind="{kind}", **BY),
        Query("P1", "?", index="ByKind", kind="{kind}", SK=begins_with("DOC#"), attributes=["title", "SK"], **BY),
        Query("P1", "?", index="ByHash", hash="{hash}", **BY),
        Query(
            "P1", "?", index="ByDay", day="{day}", descending=True, limit=5, **BY
        ),  # several have the same rank: any of them will do
        Query("P1", "?", index="ByRank", PK="FOLDER#{folder}", descending=True, **BY),
        Query("P1", "?", index="InBytes", PK="FOLDER#{folder}", hash=begins_with("hash{x}"), **BY),
        SCAN,
        Scan("P1", "?", attributes=["title"], **BY),
        Scan("P1", "?", index="ByHash", **BY),
        BATCH_GET,
        BatchGet("P1", "?", **ITEM, attributes=["title"], **BY),
        BATCH_WRITE,
        BatchWrite("P1", "?", entities=["SETTINGS"], **BY),
        TRANSACT_GET,
        Put("P1", "?", entity="DOCUMENT", **BY),
        Delete("P1", "?", **ITEM, **BY),
        Delete("P1", "?", **CURRENT, condition="version = {version}", **BY),
    ],
)
def test_each_kind_of_pattern_is_answered_right(client: Any, pattern: AccessPattern) -> None:
    [outcome] = outcomes(client, table(pattern))

    assert outcome.problems == ()
    assert outcome.items > 0
    assert outcome.capacity_units > 0
    assert outcome.pattern is pattern


@pytest.mark.parametrize(
    "condition",
    [
        "attribute_not_exists(PK)",
        "attribute_exists(PK)",
        "version = {expected:N}",
        "attribute_not_exists(PK) OR version = {expected:N}",
        "attribute_not_exists(PK) OR version < {version}",
    ],
)
@pytest.mark.parametrize("entity", ["DOCUMENT", "SETTINGS"])  # one of many, and a single one
def test_a_put_happens_only_where_its_condition_holds(client: Any, entity: str, condition: str) -> None:
    [outcome] = outcomes(client, table(Put("P1", "?", entity=entity, condition=condition, **BY)))

    assert outcome.problems == ()
    assert (outcome.items, outcome.requests) == (1, 2)


CONDITIONS = [
    "attribute_exists(PK)",
    "attribute_exists(PK) AND attribute_not_exists(title)",
    "title = {expected}",
    "title <> {title}",
    "version < {most:N}",
    "version <= {most:N}",
    "version > {least:N}",
    "version >= {least:N}",
    "{least:N} < version",
    "version BETWEEN {least:N} AND {most:N}",
    "title IN ({one}, {another})",
    "version = {expected} AND title <> {title}",
    "title = {expected} OR version = {expected_version:N}",
    "NOT version = {version}",
    "NOT (version = {version} OR title = {expected})",
    "attribute_exists(PK) AND (version = {version} OR attribute_not_exists(version))",
    "begins_with(title, {start})",
    "contains(title, {part})",
    "contains(tags, {tag})",
    "contains(pages, {page})",
    "attribute_type(title, {type})",
    "size(pages) < {most:N}",
    "metrics.number = {expected:N}",
    "pages[1] = {expected:N}",
    "shared = {shared}",
    "stock >= version",
]
UPDATES = [
    "SET title = {title}, version = version + {one}",
    "SET stock = stock - {quantity:N}",
    "SET version = if_not_exists(version, {zero}) + {one}",
    "SET title = kind",
    "SET metrics.total = {total:N}, metrics.name = {title}",
    "SET metrics.total = if_not_exists(metrics.total, {zero:N}) + {more:N}",
    "SET pages = list_append(pages, {more})",
    "SET pages = list_append(if_not_exists(pages, {none}), {more})",
    "SET pages[0] = {first:S}, pages[9] = {last:S}",
    "SET rank = {rank}, title = {hash}",
    "REMOVE title, metrics.number",
    "REMOVE pages[0], pages[1]",
    "ADD stock {quantity}",
    "ADD metrics.number {more:N}",
    "ADD tags {more}",
    "DELETE tags {gone}",
    "SET title = {title} REMOVE shared ADD stock {one:N} DELETE scores {gone}",
]


@pytest.fixture(scope="module")
def updates(dynamodb: Any) -> dict[str, Outcome]:
    """Condition or update → its outcome; all on one table, which is faster."""
    conditional = [
        Update(f"C{i}", "?", **ITEM, update="SET title = {title}", condition=c, **BY) for i, c in enumerate(CONDITIONS)
    ]
    plain = [Update(f"U{i}", "?", **ITEM, update=update, **BY) for i, update in enumerate(UPDATES)]
    results = outcomes(dynamodb, table(*conditional, *plain))
    dynamodb.delete_table(TableName="documents")
    return dict(zip((*CONDITIONS, *UPDATES), results, strict=True))


KINDS: tuple[Returns, ...] = ("ALL_OLD", "ALL_NEW", "UPDATED_OLD", "UPDATED_NEW")
RETURNING = [update for update in UPDATES if "[" not in update and "." not in update]


@pytest.fixture(scope="module")
def returns(dynamodb: Any) -> dict[tuple[str, str], Outcome]:
    """Update and its return values → its outcome."""
    both = [(update, kind) for update in RETURNING for kind in KINDS]
    patterns = [Update(f"R{i}", "?", **ITEM, update=update, returns=kind, **BY) for i, (update, kind) in enumerate(both)]
    results = outcomes(dynamodb, table(*patterns))
    dynamodb.delete_table(TableName="documents")
    return dict(zip(both, results, strict=True))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("update", RETURNING)
def test_an_update_answers_with_what_its_pattern_returns(returns: dict[tuple[str, str], Outcome], update: str, kind: str) -> None:
    assert returns[update, kind].problems == ()


@pytest.mark.parametrize(
    "pattern",
    [
        Put("P1", "?", entity="DOCUMENT", returns="ALL_OLD", **BY),
        Delete("P1", "?", **ITEM, condition="attribute_exists(PK)", returns="ALL_OLD", **BY),
    ],
    ids=lambda pattern: type(pattern).__name__,
)
def test_a_put_and_a_delete_answer_with_the_item_that_was_there(client: Any, pattern: AccessPattern) -> None:
    sent: list[str] = []

    def recorded(method: Callable[..., Answer], given: dict[str, Any]) -> Answer:
        sent.append(given["ReturnValues"])
        return method(**given)

    name = "put_item" if isinstance(pattern, Put) else "delete_item"
    assert problems(Corrupted(client, name, recorded), table(pattern)) == {}
    assert set(sent) == {"ALL_OLD"}


@pytest.mark.parametrize("condition", CONDITIONS)
def test_an_update_happens_only_where_its_condition_holds(updates: dict[str, Outcome], condition: str) -> None:
    assert updates[condition].problems == ()
    assert (updates[condition].items, updates[condition].requests) == (1, 2)


@pytest.mark.parametrize("update", UPDATES)
def test_each_kind_of_update_is_answered_right(updates: dict[str, Outcome], update: str) -> None:
    assert updates[update].problems == ()
    assert (updates[update].items, updates[update].requests) == (1, 1)


@pytest.mark.parametrize(
    ("items", "requests"),
    [
        ([PutItem("DOCUMENT"), PutItem("FOLDER")], 1),
        ([PutItem("DOCUMENT", condition="attribute_not_exists(PK)"), PutItem("FOLDER", condition="attribute_not_exists(PK)")], 3),
        (ADD_DOCUMENT.items, 3),
        ([UpdateItem("SET stock = stock - {n}", condition="stock >= {n}", **ITEM), DeleteItem(**FOLDER)], 2),
        ([ConditionCheck("attribute_exists(PK)", **FOLDER), PutItem("DOCUMENT")], 2),
        ([DeleteItem(condition="version = {version}", **ITEM), UpdateItem("ADD documents {n:N}", **FOLDER)], 2),
        ([UpdateItem("SET title = {title}, version = {version}", condition="version < {version}", **CURRENT)], 2),
    ],
)
def test_a_transaction_happens_whole_or_not_at_all(client: Any, items: list[Any], requests: int) -> None:
    [outcome] = outcomes(client, table(TransactWrite("P1", "?", items=items, **BY)))

    assert outcome.problems == ()
    assert (outcome.items, outcome.requests) == (len(items), requests)


@pytest.mark.parametrize(
    "items",
    [
        ADD_DOCUMENT.items,  # the new document is in the folder that counts it
        [ConditionCheck("attribute_not_exists(title)", **ITEM), UpdateItem("ADD documents {one:N}", **FOLDER)],
        [UpdateItem("ADD documents {one:N}", **FOLDER), DeleteItem(condition="attribute_not_exists(title)", **ITEM)],
    ],
)
def test_the_parts_of_a_transaction_share_their_parameters(client: Any, items: list[Any]) -> None:
    sent: list[dict[str, Any]] = []

    def record(method: Callable[..., Answer], arguments: dict[str, Any]) -> Answer:
        sent.append(arguments)
        return method(**arguments)

    [outcome] = outcomes(Corrupted(client, "transact_write_items", record), table(TransactWrite("P1", "?", items=items, **BY)))

    assert outcome.problems == ()
    for request in sent:
        parts = [part for item in request["TransactItems"] for part in item.values()]
        assert len({part.get("Key", part.get("Item"))["PK"]["S"] for part in parts}) == 1


def test_a_key_parameter_in_an_expression_has_the_type_of_its_attribute(client: Any) -> None:
    reading = Entity("READING", PK="{sensor}", at="{at}", attributes={"sensor": "S", "at": "N", "seen": "N"})
    see = Update("P1", "?", PK="{sensor}", at="{at}", update="SET seen = {at}", condition="at = {at}", **BY)
    model = table(see, sort_key=Key("at", "N"), indexes=[], local_indexes=[], entities=[reading])

    assert problems(client, model) == {}
    assert {item["seen"]["N"] for item in client.scan(TableName="documents")["Items"] if "seen" in item}


def test_a_range_is_chosen_among_the_items_of_one_partition(client: Any) -> None:
    nested = Entity("NESTED", PK="FOLDER#{folder}", SK="DOC#{folder}#{name}")
    since = Query("P1", "?", PK="FOLDER#{folder}", SK=greater_than("DOC#{from}"), **BY)

    assert problems(client, table(since, indexes=[], local_indexes=[], entities=[nested])) == {}


def test_a_put_is_tried_only_on_items_of_its_own_entity(client: Any) -> None:
    deeper = Entity("DEEPER", PK="FOLDER#{folder}#{more}", SK="DOC#{more}")  # looks like a document in a folder, too
    flat = Entity("FLAT", PK="FOLDER#{folder}", SK="DOC#{name}")
    replace = Put("P1", "?", entity="FLAT", condition="attribute_exists(PK)", **BY)

    assert problems(client, table(replace, indexes=[], local_indexes=[], entities=[deeper, flat])) == {}


def test_a_batch_asks_for_no_more_than_a_hundred_items(client: Any) -> None:
    attributes: dict[str, Any] = dict.fromkeys(("kind", "x", "y", "z"), "S")
    alike = [Entity(f"E{i}", PK=f"E{i}#{{x}}", SK="{y}#{z}", attributes=attributes) for i in range(4)]
    every = BatchGet("P1", "?", PK="{kind}#{x}", SK="{y}#{z}", **BY)
    [outcome] = outcomes(client, table(every, indexes=[], local_indexes=[], entities=alike))

    assert outcome.problems == ()
    assert (outcome.items, outcome.requests) == (99, 1)  # and a missing one


@pytest.mark.parametrize("more", [{}, {"descending": True, "limit": 2}, {"attributes": ["name", "SK"]}])
def test_a_query_of_a_sharded_key_asks_every_shard(client: Any, more: dict[str, Any]) -> None:
    [outcome] = outcomes(client, sharded(Query("P1", "?", PK="ALL#{shard}", **more, **BY)))

    assert outcome.problems == ()
    assert outcome.requests >= 3
    assert outcome.items >= 3


def test_a_query_with_pages_of_its_own_reads_more_than_one_of_them(client: Any) -> None:
    asked: list[int] = []

    def noted(method: Callable[..., Answer], arguments: dict[str, Any]) -> Answer:
        asked.append(arguments["Limit"])
        return method(**arguments)

    [outcome] = outcomes(
        Corrupted(client, "query", noted), table(Query("P1", "?", index="ByDay", day="{day}", page_size=7, **BY))
    )

    assert outcome.problems == ()
    assert outcome.items > 7
    assert asked == [7] * outcome.requests
    assert outcome.requests > 1


@pytest.mark.parametrize("more", [{}, {"SK": begins_with("RESULT#")}, {"descending": True}, {"attributes": ["folder"]}])
def test_a_query_reads_the_chunks_of_a_large_value_page_by_page(client: Any, more: dict[str, Any]) -> None:
    [outcome] = outcomes(client, chunked(Query("P1", "?", PK="FOLDER#{folder}", **more, **BY)))

    assert outcome.problems == ()
    assert outcome.requests >= 2
    assert outcome.items >= 3


def test_no_sample_is_a_chunk_without_its_part_of_the_value(client: Any) -> None:
    outcomes(client, chunked(Query("P1", "?", PK="FOLDER#{folder}", **BY)))
    pages = client.get_paginator("scan").paginate(TableName="documents")

    assert all("body" in item for page in pages for item in page["Items"] if "Chunk" in item)


def test_a_batch_writes_whole_values_and_pays_for_every_kilobyte(client: Any) -> None:
    read = Query("P2", "?", PK="FOLDER#{folder}", SK=begins_with("RESULT#"), **BY)
    written, _ = outcomes(client, chunked(BatchWrite("P1", "?", entities=["RESULT"], **BY), read))

    assert written.problems == ()
    assert written.items == 2 * 3
    assert written.capacity_units == written.items * (320 + 1)  # plus the key and the count


@pytest.mark.parametrize("update", ["SET ends = {ends:N}", "SET ends = if_not_exists(ends, {ends:N})"])
def test_a_ttl_that_an_update_sets_is_the_one_that_its_entity_declares(client: Any, update: str) -> None:
    marker = Entity("MARKER", PK="{id}", SK="M", expires_after=timedelta(days=2))
    begin = Update("P1", "?", PK="{id}", SK="M", update=update, **BY)
    before = time.time()
    [outcome] = outcomes(client, table(begin, indexes=[], local_indexes=[], entities=[marker], ttl="ends"))

    assert outcome.problems == ()
    expiries = {int(item["ends"]["N"]) for item in client.scan(TableName="documents")["Items"] if "ends" in item}
    assert expiries
    assert all(before + 2 * 86_400 - 1 <= expiry <= time.time() + 2 * 86_400 for expiry in expiries)


def test_sample_items_that_a_batch_leaves_out_are_put_again(client: Any) -> None:
    many = Entity("MANY", PK="{x}", SK="{y}#{z}")
    busy = Corrupted(client, "batch_write_item", holding_one_back)
    [outcome] = outcomes(busy, table(SCAN, indexes=[], local_indexes=[], entities=[many]))

    assert outcome.problems == ()
    assert outcome.items == 27


def test_patterns_do_not_get_in_each_others_way(client: Any) -> None:
    """Each finds the sample items as if it ran alone."""
    twice = [
        Put("P1", "?", entity="SETTINGS", condition="attribute_not_exists(PK)", **BY),
        Put("P2", "?", entity="SETTINGS", condition="attribute_not_exists(PK)", **BY),
        Delete("P3", "?", **CURRENT, **BY),
        Get("P4", "?", **CURRENT, **BY),
        Update("P5", "?", **CURRENT, update="REMOVE title", **BY),
        Update("P6", "?", **CURRENT, update="SET version = {version}", condition="title = {title}", **BY),
        BatchWrite("P7", "?", entities=["DOCUMENT"], **BY),
        Scan("P8", "?", **BY),
    ]
    results = outcomes(client, table(*twice))

    assert [outcome.problems for outcome in results] == [()] * len(twice)
    assert results[-1].items == len(client.scan(TableName="documents")["Items"])


def test_an_outcome_counts_items_requests_and_capacity(client: Any) -> None:
    by_rank = Query("P2", "?", index="ByRank", PK="FOLDER#{folder}", **BY)
    get, query = outcomes(client, table(GET, by_rank))

    assert (get.items, get.requests, get.capacity_units, get.index) == (1, 2, 1.0, "")  # one exists, one doesn't
    assert (query.items, query.requests, query.capacity_units, query.index) == (3, 2, 1.0, "ByRank")  # two to a page
    assert get.seconds > 0


def test_a_batch_takes_no_more_than_twenty_five_writes(client: Any) -> None:
    [outcome] = outcomes(client, table(BatchWrite("P1", "?", entities=["DOCUMENT"], **BY)))

    assert (outcome.items, outcome.requests) == (30, 2)
