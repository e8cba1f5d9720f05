"""The actual cost of requests, summed over any period, stays within the budget."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dynawright.ops.migration.budget import Budget
from dynawright.ops.migration.clock import Clock, StoppedError
from dynawright.ops.migration.output import Output
from dynawright.ops.migration.overwrite import Overwrite
from dynawright.ops.migration.read import Reader
from dynawright.ops.migration.write import PutIfAbsent
from tests.functions.cloud import typed
from tests.ops.migration.cloud import FakeClock
from tests.ops.migration.memory import MemoryTables, table

TABLE = table("sessions", sessionId="S")
Spent = list[tuple[float, float]]
"""Times and units."""


def most_in_a_second(spent: Spent) -> float:
    return max(sum(units for at, units in spent if begin <= at < begin + 1) for begin, _ in spent)


def filled(items: int, size: int) -> MemoryTables:
    memory = MemoryTables(TABLE)
    for number in range(items):
        memory.put("sessions", {"sessionId": typed(str(number)), "data": typed("x" * size)})
    return memory


def watched(memory: MemoryTables, clock: FakeClock) -> Spent:
    """Return a list that is filled while requests are made."""
    spent: Spent = []

    def step(operation: str) -> None:
        spent.extend((clock.now(), units) for _, units in memory.units[len(spent) :])

    memory.step = step
    return spent


@given(
    costs=st.lists(st.tuples(st.floats(0.5, 300), st.floats(0.1, 3)), min_size=1, max_size=40),
    units_a_second=st.floats(1, 500),
)
def test_however_wrong_the_estimates_the_average_holds(costs: list[tuple[float, float]], units_a_second: float) -> None:
    clock = FakeClock()
    budget = Budget(units_a_second, clock)
    began, spent = clock.now(), 0.0
    for cost, factor in costs:
        budget.take(cost * factor)
        # only the units of the first second, and this request's own cost, may exceed it
        assert spent <= (clock.now() - began + 1) * units_a_second + 1e-6
        budget.settle(cost * factor, {"ConsumedCapacity": {"CapacityUnits": cost}})
        spent += cost
    assert budget.spent == pytest.approx(spent)


def test_nobody_waits_within_the_budget() -> None:
    clock = FakeClock()
    budget = Budget(10, clock)
    for _ in range(10):
        budget.take(1)
        budget.settle(1, {})
    assert sum(clock.paused) == 0
    budget.take(1)
    assert sum(clock.paused) == pytest.approx(0.1)


@pytest.mark.parametrize(("size", "units_a_second"), [(50, 5), (3000, 20), (20000, 10), (300, 1000)])
def test_reading_stays_within_the_budget_of_every_second(size: int, units_a_second: int) -> None:
    memory, clock = filled(300, size), FakeClock()
    spent = watched(memory, clock)
    read = [item for page in Reader(memory, TABLE, Budget(units_a_second, clock), 1).pages(0) for item in page.items]
    assert len(read) == 300
    largest = max(units for _, units in spent)
    assert most_in_a_second(spent) <= 2 * units_a_second + largest  # the units of the first second, and one page
    assert sum(units for _, units in spent) <= (clock.now() - 1000 + 1) * units_a_second + largest


@pytest.mark.parametrize("overwrite", [False, True])
def test_writing_stays_within_the_budget_of_every_second(overwrite: bool) -> None:
    memory, clock = filled(0, 0), FakeClock()
    spent, budget = watched(memory, clock), Budget(40, clock)
    outputs = []
    for number in range(200):
        item: dict[str, Any] = {"sessionId": typed(str(number)), "data": typed("x" * 1500)}
        outputs.append(Output(item, TABLE.key_text(item), 1500))
    write = Overwrite(memory, TABLE, budget, clock) if overwrite else PutIfAbsent(memory, TABLE, budget)
    assert write(outputs).copied == 200
    assert sum(units for _, units in spent) == budget.spent == 400
    assert most_in_a_second(spent) <= 2 * 40 + 50
    assert clock.now() - 1000 == pytest.approx((400 - 40) / 40, abs=1.3)


def test_whoever_waits_is_woken_to_stop() -> None:
    clock = Clock()
    budget = Budget(1, clock)
    budget.take(1000)
    threading.Timer(0.01, clock.stop).start()
    with pytest.raises(StoppedError):
        budget.take(1)
