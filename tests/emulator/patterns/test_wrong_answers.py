"""The harness can fail: wrong answers, and answers that prove nothing, are problems."""

from typing import Any

import pytest

from dynawright.emulator.patterns.exercise import exercise
from dynawright.model import (
    AccessPattern,
    Delete,
    DeleteItem,
    Entity,
    Get,
    Put,
    PutItem,
    Query,
    TransactWrite,
    Update,
    begins_with,
    between,
)
from tests.emulator.patterns.corrupted import (
    Change,
    Corrupted,
    answering,
    first_only,
    holding_one_back,
    ignoring,
    nothing,
    refused_yet_done,
    refused_yet_put,
    unconditional,
    with_extra,
    without_first,
)
from tests.emulator.patterns.questions import (
    ADD_DOCUMENT,
    BATCH_GET,
    BATCH_WRITE,
    BY,
    CREATE,
    DELETE,
    GET,
    ITEM,
    LATEST,
    QUERY,
    RENAME,
    SCAN,
    TRANSACT_GET,
)
from tests.emulator.patterns.tables import chunked, create, outcomes, problems, sharded, table


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
            SCAN, "scan", answering(Items=without_first), "items, expected 13; missing [{'folder': ", id="Scan drops an item"
        ),
        pytest.param(
            CREATE,
            "put_item",
            unconditional,
            "put_item succeeded although its condition does not hold",
            id="Put ignores the condition",
        ),
        pytest.param(RENAME, "update_item", refused_yet_done, "afterwards: got {'PK': ", id="Update is refused, yet done"),
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
            "got 8 items, expected 9; missing [{'folder': ",
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
            RENAME,
            "update_item",
            lambda method, given: method(**given | {"ReturnValues": "ALL_OLD"}),
            "returned: got {'folder': ",
            id="Update shows the item that nothing was asked of",
        ),
        pytest.param(
            Update("P1", "?", **ITEM, update="SET title = {title}", returns="ALL_NEW", **BY),
            "update_item",
            lambda method, given: method(**given | {"ReturnValues": "ALL_OLD"}),
            "returned: got {'folder': ",
            id="Update shows the item as it was",
        ),
        pytest.param(
            Update("P1", "?", **ITEM, update="SET title = {title}", returns="UPDATED_NEW", **BY),
            "update_item",
            lambda method, given: method(**given | {"ReturnValues": "ALL_NEW"}),
            "returned: got {'folder': ",
            id="Update shows more than it changed",
        ),
        pytest.param(
            Delete("P1", "?", **ITEM, returns="ALL_OLD", **BY),
            "delete_item",
            ignoring("ReturnValues"),
            "returned: got {}, expected {'folder': ",
            id="Delete does not show the item",
        ),
        pytest.param(
            BATCH_WRITE, "batch_write_item", nothing, "afterwards: got {}, expected {'folder': ", id="BatchWrite writes nothing"
        ),
        pytest.param(
            BATCH_WRITE,
            "batch_write_item",
            holding_one_back,
            "unprocessed items: got {'documents': [{'PutRequest': ",
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
            TransactWrite("P1", "?", items=[PutItem("DOCUMENT"), PutItem("FOLDER")], **BY),
            "transact_write_items",
            nothing,
            "afterwards: got {}, expected {'folder': ",
            id="TransactWrite without conditions writes nothing",
        ),
        pytest.param(
            ADD_DOCUMENT,
            "transact_write_items",
            nothing,
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


def test_a_shard_that_answers_out_of_order_is_a_problem(client: Any) -> None:
    backwards = Corrupted(client, "query", answering(Items=lambda items: items[::-1]))
    [outcome] = outcomes(backwards, sharded(Query("P1", "?", PK="ALL#{shard}", **BY)))

    assert all(problem.startswith("the order: got [") for problem in outcome.problems)
    assert len(outcome.problems) > 1


def test_a_value_that_lacks_a_chunk_is_a_problem(client: Any) -> None:
    forgetful = Corrupted(client, "query", answering(Items=without_first))
    [outcome] = outcomes(forgetful, chunked(Query("P1", "?", PK="FOLDER#{folder}", SK=begins_with("RESULT#"), **BY)))

    assert any("chunk 0 is missing" in problem for problem in outcome.problems)


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


def test_a_query_that_no_sample_item_answers_proves_nothing(client: Any) -> None:
    fixed = Query("P1", "?", PK="FOLDER#{folder}", SK=between("X", "Y"), **BY)

    assert problems(client, table(fixed)) == {"P1": ("no sample item answers it, so that nothing is proven",)}
