"""The estimate compared with the figures of the team's document."""

from __future__ import annotations

import pytest

from dynawright.monitoring.operations import READS
from dynawright.ops.load import load_of
from stacks.miyabi_lambda import model as miyabi_lambda
from tests.stacks.figures import figures


def test_the_load_has_the_documents_reads_writes_and_bytes() -> None:
    load = load_of(miyabi_lambda.SYSTEM, None)
    totals = {True: 0.0, False: 0.0}
    for pattern in miyabi_lambda.DATA.access_patterns:
        totals[pattern.operation in READS] += load.requests[pattern.id]
    assert totals == {True: 1_000_000, False: 500_000}


def test_the_indexes_cost_for_the_items_in_them_not_double() -> None:
    """The document: 2.50 reads, 6.25 writes, 1.25 for 5 GB, doubled twice for indexes, about 30."""
    found = figures(miyabi_lambda.SYSTEM, "miyabi-lambda-data", "ap-northeast-1", load_of(miyabi_lambda.SYSTEM, None))
    assert found["reads"] == pytest.approx(0.20, abs=0.01)
    assert found["writes of the table"] == pytest.approx(1.15, abs=0.01)
    assert found["writes"] / found["writes of the table"] == pytest.approx(1.17, abs=0.01)
    assert found["storage"] == pytest.approx(2.19, abs=0.01)
