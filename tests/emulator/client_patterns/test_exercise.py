"""The harness can fail: wrong answers to a client are reported as problems."""

from collections.abc import Mapping
from typing import Any

import pytest
from botocore.exceptions import ClientError

from dynawright.emulator.client_patterns.exercise import exercise_clients
from dynawright.emulator.patterns.definition import definition
from dynawright.emulator.patterns.outcome import Outcome
from dynawright.model import AccessPattern, Query, System, TableModel, begins_with
from tests.emulator.patterns.corrupted import (
    Change,
    Corrupted,
    answering,
    ignoring,
    nothing,
    refused_yet_done,
    unconditional,
    with_extra,
    without_first,
)
from tests.emulator.patterns.questions import ADD_DOCUMENT, BATCH_GET, BATCH_WRITE, BY, CREATE, DELETE, GET, QUERY, RENAME, SCAN
from tests.emulator.patterns.tables import chunked, sharded, table


def outcomes(client: Any, corrupted: Any, model: TableModel) -> list[Outcome]:
    """Run the patterns; only their own requests go to the corrupted client."""
    client.create_table(**definition(model, model.name))
    return exercise_clients(client, System("tests", [model]), [model], str, lambda _: corrupted)


def denied(_: Any, __: Mapping[str, Any]) -> Any:
    raise ClientError({"Error": {"Code": "AccessDeniedException", "Message": "not authorized"}}, "Operation")


@pytest.mark.parametrize(
    ("pattern", "method", "change", "problem"),
    [
        pytest.param(GET, "get_item", answering(Item=with_extra), "the answer: got {'folder': ", id="Get returns more"),
        pytest.param(GET, "get_item", denied, "P1: not authorized", id="Get is denied"),
        pytest.param(QUERY, "query", answering(Items=without_first), "the order: got [", id="Query drops an item"),
        pytest.param(QUERY, "query", ignoring("Limit"), "a page has 3 items where 2 were asked for", id="a page is too long"),
        pytest.param(SCAN, "scan", answering(Items=without_first), "missing [{'folder': ", id="Scan drops an item"),
        pytest.param(
            BATCH_GET,
            "batch_get_item",
            answering(Responses=lambda found: {name: without_first(items) for name, items in found.items()}),
            "got 8 items, expected 9",
            id="BatchGet drops an item",
        ),
        pytest.param(BATCH_WRITE, "batch_write_item", nothing, "afterwards: got {}", id="BatchWrite writes nothing"),
        pytest.param(CREATE, "put_item", unconditional, "it succeeded although", id="Put ignores the condition"),
        pytest.param(RENAME, "update_item", refused_yet_done, "afterwards: got {'PK': ", id="Update is refused, yet done"),
        pytest.param(DELETE, "delete_item", nothing, "afterwards: got {'folder': ", id="Delete deletes nothing"),
        pytest.param(ADD_DOCUMENT, "transact_write_items", nothing, "it succeeded although", id="TransactWrite does nothing"),
    ],
)
def test_a_wrong_answer_is_a_problem_of_the_consumer_that_got_it(
    client: Any, pattern: AccessPattern, method: str, change: Change, problem: str
) -> None:
    [outcome] = outcomes(client, Corrupted(client, method, change), table(pattern))
    assert any(found.startswith("anybody: ") and problem in found for found in outcome.problems), outcome.problems


def test_a_shard_that_answers_out_of_order_is_a_problem(client: Any) -> None:
    backwards = Corrupted(client, "query", answering(Items=lambda items: items[::-1]))
    [outcome] = outcomes(client, backwards, sharded(Query("P1", "?", PK="ALL#{shard}", **BY)))
    assert any("the order: got [" in problem for problem in outcome.problems)


def test_a_value_that_lacks_a_chunk_is_a_problem(client: Any) -> None:
    forgetful = Corrupted(client, "query", answering(Items=without_first))
    model = chunked(Query("P1", "?", PK="FOLDER#{folder}", SK=begins_with("RESULT#"), **BY))
    [outcome] = outcomes(client, forgetful, model)
    assert any("chunk" in problem for problem in outcome.problems)


def test_items_requests_and_units_are_those_of_one_way_of_asking(client: Any) -> None:
    """Pages are read besides, and not counted."""
    [outcome] = outcomes(client, client, table(QUERY))
    assert (outcome.problems, outcome.items, outcome.requests) == ((), 3, 1)
    assert outcome.capacity_units == 0.5


def test_refused_requests_count_as_requests_only(client: Any) -> None:
    """Two parts of a transaction have conditions, and each is tried."""
    [outcome] = outcomes(client, client, table(ADD_DOCUMENT))
    assert (outcome.problems, outcome.items, outcome.requests) == ((), 2, 3)
    assert outcome.capacity_units >= 4  # a transaction is billed twice
