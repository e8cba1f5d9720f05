"""Three jobs behind one reader: each as if it were alone."""

import sys
from typing import Any

import pytest

from dynawright.runtime import Batch, ConfigurationError
from tests.stacks.shop.functions.records import BAD_STOCK, order, product


@pytest.fixture
def jobs(deploy: Any) -> Any:
    return deploy("shop", "stream_jobs")


def test_every_job_does_its_part(jobs: Any) -> None:
    assert jobs(order(1, "5"), product(2, 11, 9)) == []
    assert [message["kind"] for message in jobs.received()] == ["LOW_STOCK"]
    assert [item["Total"] for item in jobs.items("DynamoDBShop")] == [5]


def test_a_record_that_one_job_fails_on_comes_again_and_harms_no_other(jobs: Any) -> None:
    records = (order(1, "5"), product(2, 11, 9, Stock=BAD_STOCK), order(3, "5"))
    for _ in range(3):
        assert jobs(*records) == ["2"]
    assert [item["Orders"] for item in jobs.items("DynamoDBShop")] == [2]


def test_a_job_that_breaks_down_does_not_stop_the_others(jobs: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    jobs(order(1, "5"))

    def broken(batch: Batch) -> None:
        raise ConfigurationError("broken")

    monkeypatch.setattr(sys.modules["inventory_alerts.handler"], "run", broken)
    with pytest.raises(ConfigurationError, match="broken"):
        jobs(order(2, "5"))
    assert [item["Orders"] for item in jobs.items("DynamoDBShop")] == [2]
