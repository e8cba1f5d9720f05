"""Every kind of pattern, run on a table: right answers have no problems, wrong ones do."""

from collections.abc import Callable
from typing import Any

import pytest

from harness.patterns.exercise import exercise
from harness.patterns.outcome import Outcome
from modules.model import (
    AccessPattern,
    BatchGet,
    BatchWrite,
    ConditionCheck,
    Delete,
    DeleteItem,
    Entity,
    Get,
    GetItem,
    Put,
    PutItem,
    Query,
    Scan,
    TransactGet,
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
from modules.model.condition import KeyCondition
from modules.model.table import TableModel
from stacks.ai_chef.model import SYSTEM as AI_CHEF
from tests.harness.patterns.systems import SYSTEMS
from tests.harness.patterns.tables import ANYBODY, create, outcomes, problems, table

BY: dict[str, Any] = {"used_by": [ANYBODY]}
ITEM: dict[str, Any] = {"PK": "FOLDER#{folder}", "SK": "DOC#{name}"}
FOLDER: dict[str, Any] = {"PK": "FOLDER#{folder}", "SK": "METADATA"}
CURRENT: dict[str, Any] = {"PK": "SETTINGS", "SK": "CURRENT"}

GET = Get("P1", "?", **ITEM, **BY)
QUERY = Query("P1", "?", PK="FOLDER#{folder}", SK=begins_with("DOC#"), **BY)
LATEST = Query("P1", "?", PK="FOLDER#{folder}", SK=begins_with("DOC#"), descending=True, limit=2, **BY)
SCAN = Scan("P1", "?", **BY)
CREATE = Put("P1", "?", entity="DOCUMENT", condition="attribute_not_exists(PK)", **BY)
RENAME = Update("P1", "?", **ITEM, update="SET title = {title}", condition="attribute_exists(PK)", **BY)
DELETE = Delete("P1", "?", **ITEM, condition="attribute_exists(PK)", **BY)
BATCH_GET = BatchGet("P1", "?", **ITEM, **BY)
BATCH_WRITE = BatchWrite("P1", "?", entities=["DOCUMENT", "FOLDER"], **BY)
TRANSACT_GET = TransactGet("P1", "?", items=[GetItem(**ITEM), GetItem(**CURRENT)], **BY)
ADD_DOCUMENT = TransactWrite(
    "P1",
    "?",
    items=[
        PutItem("DOCUMENT", condition="attribute_not_exists(PK)"),
        UpdateItem("ADD documents {one:N}", condition="documents < {most:N}", **FOLDER),
    ],
    **BY,
)


@pytest.mark.parametrize("model", [table for system in (AI_CHEF, *SYSTEMS) for table in system.tables], ids=lambda m: m.name)
def test_every_pattern_of_every_system_is_answered_right(client: Any, model: TableModel) -> None:
    assert problems(client, model) == {}


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
        Query("P1", "?", PK="FOLDER#{folder}", SK=begins_with("DOC#"), attributes=["title", "shared"], limit=2, **BY),
        Query("P1", "?", index="ByKind", kind="{kind}", **BY),
        Query("P1", "?", index="ByKind", kind="{kind}", SK=begins_with("DOC#"), attributes=["title", "SK"], **BY),
        Query("P1", "?", index="ByHash", hash="{hash}", **BY),
        Query("P1", "?", index="ByDay", day="{day}", descending=True, limit=5, **BY),  # many have one rank: any of them will do
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
@pytest.mark.parametrize("entity", ["DOCUMENT", "SETTINGS"])  # one of many, and the only one
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
    """Condition or update → what came of it; all on one table, which is faster."""
    conditional = [
        Update(f"C{i}", "?", **ITEM, update="SET title = {title}", condition=c, **BY) for i, c in enumerate(CONDITIONS)
    ]
    plain = [Update(f"U{i}", "?", **ITEM, update=update, **BY) for i, update in enumerate(UPDATES)]
    found = outcomes(dynamodb, table(*conditional, *plain))
    dynamodb.delete_table(TableName="documents")
    return dict(zip((*CONDITIONS, *UPDATES), found, strict=True))


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


def test_patterns_do_not_get_in_each_others_way(client: Any) -> None:
    """Each finds the sample items as if it were the only one."""
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
    found = outcomes(client, table(*twice))

    assert [outcome.problems for outcome in found] == [()] * len(twice)
    assert found[-1].items == len(client.scan(TableName="documents")["Items"])


def test_an_outcome_counts_items_requests_and_capacity(client: Any) -> None:
    by_rank = Query("P2", "?", index="ByRank", PK="FOLDER#{folder}", **BY)
    get, query = outcomes(client, table(GET, by_rank))

    assert (get.items, get.requests, get.capacity_units, get.index) == (1, 2, 1.0, "")  # one is there, one is not
    assert (query.items, query.requests, query.capacity_units, query.index) == (3, 2, 1.0, "ByRank")  # two to a page
    assert get.seconds > 0


def test_a_batch_takes_no_more_than_twenty_five_writes(client: Any) -> None:
    [outcome] = outcomes(client, table(BatchWrite("P1", "?", entities=["DOCUMENT"], **BY)))

    assert (outcome.items, outcome.requests) == (30, 2)


# A client whose answers of one method are wrong. Each change gets the method and its arguments, and returns the answer.
Answer = dict[str, Any]
Change = Callable[[Callable[..., Answer], dict[str, Any]], Answer]


class Corrupted:
    def __init__(self, client: Any, method: str, change: Change) -> None:
        self._client, self._method, self._change = client, method, change

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._client, name)
        return (lambda **arguments: self._change(method, arguments)) if name == self._method else method


def answering(**fields: Callable[[Any], Any]) -> Change:
    """Changes fields of the answer that are there."""

    def change(method: Callable[..., Answer], arguments: dict[str, Any]) -> Answer:
        answer = method(**arguments)
        return answer | {name: field(answer[name]) for name, field in fields.items() if name in answer}

    return change


def ignoring(*arguments: str) -> Change:
    """Does as if these arguments had not been given."""
    return lambda method, given: method(**{name: value for name, value in given.items() if name not in arguments})


def unconditional(method: Callable[..., Answer], arguments: dict[str, Any]) -> Answer:
    """Ignores the condition, and the values that only it needs."""
    update = arguments.get("UpdateExpression", "")
    names = {name: value for name, value in arguments.get("ExpressionAttributeNames", {}).items() if name in update}
    rest = {name: value for name, value in arguments.items() if name not in ("ConditionExpression", "ExpressionAttributeNames")}
    return method(**rest, **({"ExpressionAttributeNames": names} if names else {}))


def nothing(_: Callable[..., Answer], __: dict[str, Any]) -> Answer:
    return {}


def refused_yet_put(method: Callable[..., Answer], arguments: dict[str, Any]) -> Answer:
    """Refuses a transaction, but carries its first part out."""
    try:
        return method(**arguments)
    except Exception:
        put = arguments["TransactItems"][0]["Put"]
        method.__self__.put_item(TableName=put["TableName"], Item=put["Item"] | {"title": {"S": "half"}})  # type: ignore[attr-defined]
        raise


def without_first(items: list[Any]) -> list[Any]:
    return items[1:]


def first_only(items: list[Any]) -> list[Any]:
    return [items[0]] * len(items)


def with_extra(item: Answer) -> Answer:
    return item | {"secret": {"S": "x"}}


@pytest.mark.parametrize(
    ("pattern", "method", "change", "problem"),
    [
        pytest.param(
            GET, "get_item", answering(Item=lambda _: {}), "the item: got {}, expected {'folder': ", id="Get finds nothing"
        ),
        pytest.param(
            GET, "get_item", answering(Item=with_extra), "the item: got {'folder': ", id="Get returns an extra attribute"
        ),
        pytest.param(
            Get("P1", "?", **ITEM, attributes=["title"], **BY),
            "get_item",
            ignoring("ProjectionExpression", "ExpressionAttributeNames"),
            "the item: got {'folder': ",
            id="Get ignores the projection",
        ),
        pytest.param(
            GET,
            "get_item",
            lambda method, given: {"Item": given["Key"]},
            "no item: got {'PK': 'FOLDER#80', 'SK': 'DOC#80'}, expected {}",
            id="Get makes an item up",
        ),
        pytest.param(
            QUERY,
            "query",
            answering(Items=without_first),
            "got 1 items, expected 3; missing [{'folder': ",
            id="Query drops an item",
        ),
        pytest.param(
            QUERY,
            "query",
            answering(Items=first_only),
            "got 3 items, expected 3; missing [{'folder': ",
            id="Query repeats an item",
        ),
        pytest.param(
            QUERY,
            "query",
            answering(Items=lambda items: items[::-1]),
            "the order: got ['DOC#name10', 'DOC#name1', ",
            id="Query reorders a page",
        ),
        pytest.param(
            QUERY,
            "query",
            answering(Items=lambda items: [with_extra(item) for item in items]),
            "got 3 items, expected 3; missing [{'folder': ",
            id="Query returns an extra attribute",
        ),
        pytest.param(
            QUERY, "query", ignoring("Limit"), "a page has 3 items where 2 were asked for", id="Query lets a page be too long"
        ),
        pytest.param(
            QUERY,
            "query",
            lambda method, given: {"Items": method(**given)["Items"]},
            "the order: got ['DOC#name1', 'DOC#name10'], expected ['DOC#name1', 'DOC#name10', 'DOC#name2']",
            id="Query stops after a page",
        ),
        pytest.param(
            LATEST, "query", ignoring("Limit"), "a page has 3 items where 2 were asked for", id="Query ignores the limit"
        ),
        pytest.param(
            LATEST,
            "query",
            ignoring("ScanIndexForward"),
            "the order: got ['DOC#name1', 'DOC#name10'], expected ['DOC#name2', 'DOC#name10']",
            id="Query ignores the direction",
        ),
        pytest.param(
            LATEST,
            "query",
            answering(Items=without_first),
            "the order: got ['DOC#name10'], expected ['DOC#name2', 'DOC#name10']",
            id="Query drops an item of a limited answer",
        ),
        pytest.param(
            Query("P1", "?", index="ByHash", hash="{hash}", **BY),
            "query",
            answering(Items=lambda items: [item | {"title": {"S": "x"}} for item in items]),
            "missing [{'hash': ",
            id="Query returns what the index does not carry",
        ),
        pytest.param(
            SCAN, "scan", answering(Items=without_first), "items, expected 15; missing [{'folder': ", id="Scan drops an item"
        ),
        pytest.param(
            CREATE,
            "put_item",
            unconditional,
            "put_item succeeded although its condition does not hold",
            id="Put ignores the condition",
        ),
        pytest.param(CREATE, "put_item", nothing, "afterwards: got {}, expected {'folder': ", id="Put stores nothing"),
        pytest.param(
            RENAME,
            "update_item",
            unconditional,
            "update_item succeeded although its condition does not hold",
            id="Update ignores the condition",
        ),
        pytest.param(RENAME, "update_item", nothing, "afterwards: got {'folder': ", id="Update changes nothing"),
        pytest.param(
            DELETE,
            "delete_item",
            unconditional,
            "delete_item succeeded although its condition does not hold",
            id="Delete ignores the condition",
        ),
        pytest.param(DELETE, "delete_item", nothing, "afterwards: got {'folder': ", id="Delete deletes nothing"),
        pytest.param(
            BATCH_GET,
            "batch_get_item",
            answering(Responses=lambda found: {name: without_first(items) for name, items in found.items()}),
            "got 9 items, expected 10; missing [{'folder': ",
            id="BatchGet drops an item",
        ),
        pytest.param(
            BATCH_GET,
            "batch_get_item",
            answering(UnprocessedKeys=lambda _: {"documents": {}}),
            "unprocessed keys: got {'documents': {}}, expected {}",
            id="BatchGet leaves keys out",
        ),
        pytest.param(
            BATCH_WRITE, "batch_write_item", nothing, "afterwards: got {}, expected {'folder': ", id="BatchWrite writes nothing"
        ),
        pytest.param(
            BATCH_WRITE,
            "batch_write_item",
            answering(UnprocessedItems=lambda _: {"documents": []}),
            "unprocessed items: got {'documents': []}, expected {}",
            id="BatchWrite leaves items out",
        ),
        pytest.param(
            TRANSACT_GET,
            "transact_get_items",
            answering(Responses=lambda found: found[::-1]),
            "the items: got [{'title': ",
            id="TransactGet mixes its answers up",
        ),
        pytest.param(
            ADD_DOCUMENT,
            "transact_write_items",
            lambda method, given: {},
            "transact_write_items succeeded although its condition does not hold",
            id="TransactWrite ignores its conditions",
        ),
        pytest.param(
            ADD_DOCUMENT, "transact_write_items", nothing, "afterwards: got {}, expected {", id="TransactWrite writes nothing"
        ),
        pytest.param(
            ADD_DOCUMENT,
            "transact_write_items",
            refused_yet_put,
            "afterwards: got {'folder': ",
            id="TransactWrite is carried out in part",
        ),
    ],
)
def test_a_wrong_answer_is_a_problem(client: Any, pattern: AccessPattern, method: str, change: Change, problem: str) -> None:
    [outcome] = outcomes(Corrupted(client, method, change), table(pattern))

    assert any(problem in found for found in outcome.problems), outcome.problems


def test_a_pattern_that_dynamodb_refuses_is_a_problem_and_the_others_still_run(client: Any) -> None:
    by_kind = Query("P2", "?", index="ByKind", kind="{kind}", **BY)
    create(client, table(indexes=[], local_indexes=[], entities=[Entity("OTHER", PK="{x}", SK="{y}")]))
    first, second, third = exercise(client, table(GET, by_kind, Get("P3", "?", **ITEM, **BY)), "documents")

    assert (first.problems, third.problems) == ((), ())
    [problem] = second.problems
    assert problem.startswith("An error occurred (")
    assert "when calling the Query operation" in problem


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        (
            Put("P1", "?", entity="SETTINGS", condition="version < version", **BY),
            "no sample item satisfies the condition 'version < version'",
        ),
        (
            Update("P1", "?", **ITEM, update="REMOVE title", condition="version < version", **BY),
            "no sample item satisfies the condition 'version < version'",
        ),
        (
            Delete("P1", "?", **ITEM, condition="attribute_exists(PK) OR attribute_not_exists(PK)", **BY),
            "no sample item fails the condition 'attribute_exists(PK) OR attribute_not_exists(PK)'",
        ),
        (
            TransactWrite("P1", "?", items=[DeleteItem(condition="version < version", **ITEM)], **BY),
            "no sample items satisfy the conditions of all parts",
        ),
        (
            TransactWrite(
                "P1", "?", items=[DeleteItem(condition="attribute_exists(PK) OR attribute_not_exists(PK)", **ITEM)], **BY
            ),
            "no sample items fail the condition 'attribute_exists(PK) OR attribute_not_exists(PK)' alone",
        ),
    ],
)
def test_a_condition_that_can_not_be_tried_both_ways_is_a_problem(client: Any, pattern: AccessPattern, problem: str) -> None:
    assert problems(client, table(pattern)) == {"P1": (problem,)}
