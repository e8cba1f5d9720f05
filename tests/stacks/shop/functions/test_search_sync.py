"""Products in the search index: always the newest, also when old records come late."""

import sys
from typing import Any

import pytest

from dynawright.runtime.search import RefusedError
from tests.functions.world import Index
from tests.stacks.shop.functions.records import order, product


@pytest.fixture
def index() -> Index:
    return Index()


@pytest.fixture
def sync(deploy: Any, index: Index, monkeypatch: pytest.MonkeyPatch) -> Any:
    deployed = deploy("shop", "search_sync", SEARCH_ENDPOINT="https://search.example")
    deployed.function.load()
    monkeypatch.setattr(sys.modules["search_sync.handler"], "send", index.send)
    return deployed


def answer(monkeypatch: pytest.MonkeyPatch, given: Any) -> None:
    def send(endpoint: str, body: bytes) -> list[int]:
        if isinstance(given, Exception):
            raise given
        return list(given)

    monkeypatch.setattr(sys.modules["search_sync.handler"], "send", send)


def test_without_an_endpoint_it_is_off(deploy: Any) -> None:
    assert deploy("shop", "search_sync")(product(1, 5, 4)) == []


def test_a_product_is_indexed_changed_and_deleted(sync: Any, index: Index) -> None:
    assert sync(product(1, None, 5), product(2, 5, 4), order(9, "1")) == []
    assert {id: document["Stock"] for id, document in index.documents.items()} == {"PRODUCT#1|METADATA": 4}
    assert sync(product(3, 4, None)) == []
    assert index.documents == {}


def test_an_old_record_that_comes_late_changes_nothing(sync: Any, index: Index) -> None:
    sync(product(2, 5, 4))
    assert sync(product(1, None, 5)) == []
    assert index.documents["PRODUCT#1|METADATA"]["Stock"] == 4
    sync(product(3, 4, None))
    assert sync(product(2, 5, 4)) == []
    assert index.documents == {}


def test_a_version_is_above_every_earlier_one(sync: Any, index: Index) -> None:
    sync(product(1, None, 5), product(1, None, 5), product(10**30, 5, 4))
    assert index.versions == {"PRODUCT#1|METADATA": 3}


def test_only_the_position_of_a_deleted_document_may_expire(sync: Any) -> None:
    sync(product(1, None, 5), product(2, 5, None))
    assert "ExpiresAt" in sync.items("DynamoDBShopProcessed")[0]
    sync(product(3, None, 5))
    assert "ExpiresAt" not in sync.items("DynamoDBShopProcessed")[0]


@pytest.mark.parametrize(
    ("statuses", "failed"),
    [([200, 200], []), ([409, 404], []), ([404, 200], ["1"]), ([429, 200], ["1"]), ([200, 500], ["2"]), ([400, 503], ["1", "2"])],
)
def test_what_the_index_refused_comes_again(
    sync: Any, monkeypatch: pytest.MonkeyPatch, statuses: list[int], failed: list[str]
) -> None:
    """A missing document is fine for deletions; for index operations the index is missing."""
    answer(monkeypatch, statuses)
    assert sync(product(1, None, 5), product(2, 5, None)) == failed


def test_a_request_that_is_refused_for_one_record_goes_record_by_record(
    sync: Any, index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []

    def send(endpoint: str, body: bytes) -> list[int]:
        sizes.append(body.count(b'{"index"'))
        if b"poison" in body:
            raise RefusedError(400)
        return index.send(endpoint, body)

    monkeypatch.setattr(sys.modules["search_sync.handler"], "send", send)
    assert sync(product(1, None, 5), product(2, 5, 4, Name={"S": "poison"}), product(3, 4, 3)) == ["2"]
    assert sizes == [3, 1, 1, 1]
    assert index.documents["PRODUCT#1|METADATA"]["Stock"] == 3


def test_a_request_that_is_refused_for_who_asks_is_not_cut(sync: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    answer(monkeypatch, RefusedError(403))
    assert sync(product(1, None, 5), product(2, 5, 4)) == ["1", "2"]


def test_a_key_that_is_too_long_for_an_id_fails_alone(sync: Any, index: Index) -> None:
    long = product(2, 5, 4)
    long["dynamodb"]["Keys"]["PK"] = {"S": "PRODUCT#" + "é" * 252}
    assert sync(product(1, None, 5), long) == ["2"]
    assert list(index.documents) == ["PRODUCT#1|METADATA"]


def test_a_refused_request_fails_all_of_its_records(sync: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    answer(monkeypatch, RuntimeError("no"))
    assert sync(product(1, None, 5), product(2, 5, 4)) == ["1", "2"]


def test_requests_are_cut_before_they_are_too_large(sync: Any, index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []

    def send(endpoint: str, body: bytes) -> list[int]:
        sizes.append(len(body))
        return index.send(endpoint, body)

    monkeypatch.setattr(sys.modules["search_sync.handler"], "send", send)
    text = {"S": "x" * 390_000}
    assert sync(*(product(number, 5, 4, Text=text) for number in range(1, 21))) == []
    assert len(sizes) == 2
    assert max(sizes) <= 5_000_000
