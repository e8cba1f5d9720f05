"""Every kind of pattern, key and attribute, through a client."""

from pathlib import Path
from typing import Any

import pytest

from dynawright.model import AccessPattern, BatchWrite, Delete, Get, Put, Query, Scan, System, TableModel, Update, between
from tests.clients.exercise import exercised
from tests.clients.models import ORDERS
from tests.emulator.patterns.questions import (
    ADD_DOCUMENT,
    BATCH_GET,
    BATCH_WRITE,
    BY,
    CREATE,
    CURRENT,
    DELETE,
    GET,
    HISTORY,
    ITEM,
    LATEST,
    QUERY,
    RENAME,
    SCAN,
    TRANSACT_GET,
)
from tests.emulator.patterns.tables import chunked, history, sharded, table


def problems(client: Any, model: TableModel, folder: Path) -> dict[str, tuple[str, ...]]:
    return exercised(client, System("tests", [model]), model, folder)[0]


def test_every_pattern_of_the_example_is_answered_right(client: Any, tmp_path: Path) -> None:
    assert problems(client, ORDERS, tmp_path) == {}


@pytest.mark.parametrize(
    "pattern",
    [
        *(GET, QUERY, LATEST, SCAN, CREATE, RENAME, DELETE, BATCH_GET, BATCH_WRITE, TRANSACT_GET, ADD_DOCUMENT),
        Get("P1", "?", **CURRENT, attributes=["title"], **BY),
        Query("P1", "?", PK="FOLDER#{folder}", SK=between("DOC#{from}", "DOC#{to}~"), descending=True, **BY),
        Query("P1", "?", index="ByDay", day="{day}", rank=between("{class}", "{self}"), **BY),
        Query("P1", "?", index="ByHash", hash="{hash}", **BY),
        Query("P1", "?", index="ByKind", kind="{kind}", attributes=["title", "SK"], **BY),
        Scan("P1", "?", index="ByHash", **BY),
        Put("P1", "?", entity="DOCUMENT", condition="attribute_not_exists(PK) OR version < {expected:N}", **BY),
        Update("P1", "?", **ITEM, update="SET metrics.total = {total:N} REMOVE title ADD tags {more} DELETE scores {gone}", **BY),
        Delete("P1", "?", **CURRENT, condition="version = {version}", returns="ALL_OLD", **BY),
    ],
)
def test_each_kind_of_pattern_is_answered_right(client: Any, tmp_path: Path, pattern: AccessPattern) -> None:
    assert problems(client, table(pattern), tmp_path) == {}


@pytest.mark.parametrize("more", [{}, {"descending": True, "limit": 2}, {"attributes": ["name", "SK"]}])
def test_a_sharded_key_is_asked_in_every_shard(client: Any, tmp_path: Path, more: dict[str, Any]) -> None:
    assert problems(client, sharded(Query("P1", "?", PK="ALL#{shard}", **more, **BY)), tmp_path) == {}


def test_values_in_chunks_are_whole_beside_other_items(client: Any, tmp_path: Path) -> None:
    read = Query("P1", "?", PK="FOLDER#{folder}", **BY)
    assert problems(client, chunked(read, BatchWrite("P2", "?", entities=["RESULT", "FOLDER"], **BY)), tmp_path) == {}


def test_a_key_with_a_fixed_number_and_a_sparse_index_are_asked_right(client: Any, tmp_path: Path) -> None:
    assert problems(client, history(*HISTORY), tmp_path) == {}
