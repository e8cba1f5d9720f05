"""What the estimate says next to the figures of the team's document."""

from __future__ import annotations

import pytest

from dynawright.ops.estimate import table_cost
from dynawright.ops.load import load_of
from dynawright.prices.dynamodb import prices
from dynawright.settings import load_named
from stacks.miyabi_progress import model as miyabi_progress
from tests.ops.conftest import Ops
from tests.ops.conftest import ops as ops
from tests.stacks.figures import figures


def test_miyabi_progress_costs_twice_its_documents_writes_and_a_quarter_of_its_reads() -> None:
    """The document has the prices from before the cut (1.25 and 0.25), forgets the three indexes, and halves no read."""
    found = figures(miyabi_progress.SYSTEM, "miyabi-tasks", "us-east-1", load_of(miyabi_progress.SYSTEM, None))
    document = {"writes": 13 * 1.25, "reads": 26 * 0.25}
    assert document == {"writes": 16.25, "reads": 6.50}
    assert found["writes"] == pytest.approx(document["writes"] / 2 * 4)
    assert found["reads"] == pytest.approx(document["reads"] / 2 / 2)


def test_miyabi_progress_stores_90_days_of_reports_where_its_document_says_one_gigabyte() -> None:
    """0.25 dollars in the document: 39 million reports and their three copies are 120 GB."""
    found = figures(miyabi_progress.SYSTEM, "miyabi-tasks", "us-east-1", load_of(miyabi_progress.SYSTEM, None))
    assert 29 < found["storage"] < 31


def test_miyabi_progress_needs_eight_units_in_four_places_where_its_document_provisions_five_in_one() -> None:
    """5 RCU for 2.50 and 5 WCU for 2.50 in the document: such units cost 0.47 and 2.37, and are too few."""
    settings = load_named("production").for_system("miyabi_progress")
    load = load_of(miyabi_progress.SYSTEM, None)
    found = table_cost(miyabi_progress.TASKS, "miyabi-tasks", settings, prices("us-east-1"), load)
    assert [one.capacity_units for one in found.throughput if one.kind == "write"] == [8, 8, 8, 8]
    row = prices("us-east-1")
    assert (round(5 * 730 * row.read_unit_hour, 2), round(5 * 730 * row.write_unit_hour, 2)) == (0.47, 2.37)
    assert sum(one.provisioned_usd for one in found.throughput if one.kind == "write") == pytest.approx(32 * 730 * 0.00065)


def test_provisioned_capacity_is_cheaper_as_chosen(ops: Ops, capsys: pytest.CaptureFixture[str]) -> None:
    assert ops("cost", "-s", "miyabi_progress") == 0
    assert "  miyabi-tasks-production: provisioned is cheaper by 19.21 (as chosen)" in capsys.readouterr().out.splitlines()
