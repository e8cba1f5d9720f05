"""The estimate compared with the figures of the team's document."""

from __future__ import annotations

import re

import pytest

from dynawright.ops.estimate import table_cost
from dynawright.ops.load import load_of
from dynawright.prices.dynamodb import prices
from dynawright.settings import load_named
from stacks.miyabi_progress import model as miyabi_progress
from tests.ops.conftest import Ops
from tests.ops.conftest import ops as ops
from tests.stacks.figures import figures

SETTINGS = load_named("production").for_system("miyabi_progress")


WRITES = ("PT6", "PT15")
READS = ("PT1", "PT2", "PT3", "PT4", "PT5", "PT7", "PT8")


def test_the_load_has_the_documents_reads_and_writes() -> None:
    """10 reads and 5 writes a second. What the stream function adds is its own."""
    load = load_of(miyabi_progress.SYSTEM, None)
    assert [sum(load.requests[id] for id in ids) for ids in (READS, WRITES)] == [26_000_000, 13_000_000]


def test_a_report_costs_nine_units_where_the_document_counts_one() -> None:
    """Report and task in one transaction, 2 units each; two indexes change twice, a third once."""
    found = figures(miyabi_progress.SYSTEM, "miyabi-tasks", "us-east-1", load_of(miyabi_progress.SYSTEM, None))
    document = 13 * 1.25  # of a price that has been halved since
    assert found["writes"] == pytest.approx((12.9 * 9 + 0.1) * 0.625)
    assert found["writes"] / document == pytest.approx(4.47, abs=0.01)


def test_reports_are_stored_once_where_each_index_would_hold_all_of_them() -> None:
    """0.25 dollars for 1 GB in the document; 39 million reports of 90 days are 22 GB, unindexed."""
    system = miyabi_progress.SYSTEM
    cost = table_cost(miyabi_progress.TASKS, "miyabi-tasks", SETTINGS, prices("us-east-1"), load_of(system, None))
    assert 22 < cost.storage.table_gb < 23
    assert cost.storage.indexes_gb < 0.2


def test_provisioned_units_cost_a_fifth_of_what_the_document_says() -> None:
    """5 RCU for 2.50 and 5 WCU for 2.50 in the document."""
    row = prices("us-east-1")
    assert (round(5 * 730 * row.read_unit_hour, 2), round(5 * 730 * row.write_unit_hour, 2)) == (0.47, 2.37)


def test_provisioned_capacity_is_cheaper_as_chosen(ops: Ops, capsys: pytest.CaptureFixture[str]) -> None:
    assert ops("cost", "-s", "miyabi_progress") == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("  miyabi-tasks-production: ")]
    assert [re.sub(r"[0-9.]+", "…", line) for line in lines] == [
        "  miyabi-tasks-production: provisioned is cheaper by … (as chosen)"
    ]
