"""A place agrees with a simulator of single requests; its figures add up."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dynawright.model.heat import Demand
from dynawright.model.traffic import Keys
from dynawright.ops.simulate import rules
from dynawright.ops.simulate.assumptions import EVERYTHING, NOTHING, Assumed
from dynawright.ops.simulate.capacity import Capacity, OnDemand, Provisioned
from dynawright.ops.simulate.partitions import Partitions, hot_keys
from dynawright.ops.simulate.place import Place
from dynawright.settings import AutoscalingSettings, TableSettings
from tests.ops.simulate.single_requests import throttled_units

KEYS = st.one_of(
    st.builds(Keys, st.integers(1, 30)),
    st.builds(Keys, st.integers(2, 30), zipf=st.floats(0.3, 2)),
    st.builds(Keys, st.integers(5, 30), hot_values=st.integers(1, 4), hot_percent=st.floats(50, 95)),
    st.builds(Keys, st.integers(2, 30), every_seconds=st.just(3600)),
)
DEMANDS = st.lists(
    st.tuples(KEYS, st.floats(20, 120), st.lists(st.floats(0, 40), min_size=4, max_size=4)), min_size=1, max_size=3
)


def fixed(units: int) -> TableSettings:
    return TableSettings(capacity_mode="provisioned", write_capacity_units=units, autoscaling=AutoscalingSettings(enabled=False))


def place_of(demands: list[Demand], peaks: list[float], count: int, capacity: Capacity, assumed: Assumed) -> Place:
    hot = [*hot_keys(demands, peaks, rules.PARTITION, {})]
    return Place(None, demands, Partitions(count, hot, len(demands)), {"write": capacity}, assumed, changing={})


@settings(max_examples=40)
@given(DEMANDS, st.integers(1, 6), st.one_of(st.none(), st.integers(200, 4000)))
def test_it_throttles_what_a_simulator_of_single_requests_throttles(
    given: list[tuple[Keys, float, list[float]]], partitions: int, provisioned: int | None
) -> None:
    demands = [Demand(f"P{at}", None, "write", f"PK=F{at}", units, (keys,)) for at, (keys, units, _) in enumerate(given)]
    rates = [each for _, _, each in given]
    peaks = [max(each) * demand.units for each, demand in zip(rates, demands, strict=True)]
    if provisioned is None:
        capacity: Capacity = OnDemand(4000, None, 40_000)
        expected = throttled_units(demands, rates, partitions, 4000, 0)
    else:
        capacity = Provisioned(fixed(provisioned), "write", 0)
        expected = throttled_units(demands, rates, partitions, provisioned, rules.BURST_SECONDS.value)
    place = place_of(demands, peaks, partitions, capacity, EVERYTHING)
    for minute in range(4):
        place.step(minute, "write", [each[minute] * demand.units for each, demand in zip(rates, demands, strict=True)])
    series = place.series["write"]
    asked = 60 * sum(series.asked)
    throttled = asked - 60 * sum(series.taken)
    grain = 2 * sum(demand.units * demand.spread.count for demand in demands) + 2000 * partitions
    assert throttled == pytest.approx(expected, abs=0.02 * asked + grain)
    assert sum(throttle.units for throttle in place.throttles.values()) == pytest.approx(throttled, abs=1e-6 * asked + 1e-6)


@pytest.mark.parametrize("assumed", [EVERYTHING, NOTHING])
def test_a_key_alone_over_the_limit_is_the_cause(assumed: Assumed) -> None:
    demand = Demand("P1", None, "write", "PK=A", 1.0, (Keys(1000, hot_values=1, hot_percent=60),))
    place = place_of([demand], [2500], 4, OnDemand(4000, None, 40_000), assumed)
    served = place.step(0, "write", [2500])
    assert {(cause, about) for _, cause, about in place.throttles} == {("hot key", "PK=A")}
    assert 0.6 < served["P1"] < 0.8


def test_a_hot_key_gets_a_partition_of_its_own_and_is_split_where_its_sort_key_may_be() -> None:
    demand = Demand("P1", None, "write", "PK=A", 1.0, (Keys(1),))
    hot = [*hot_keys([demand], [1800], rules.PARTITION, {"PK=A": True})]
    place = Place(None, [demand], Partitions(4, hot, 1), {"write": OnDemand(4000, None, 40_000)}, EVERYTHING, changing={})
    for minute in range(40):
        place.step(minute, "write", [1800])
        place.settle(minute, [1800])
    taken = place.series["write"].taken
    assert taken[0] == 1000
    assert taken[-1] == pytest.approx(1800)
    assert place.partitions.count > 4


def test_without_assumptions_nothing_gets_better() -> None:
    demand = Demand("P1", None, "write", "PK=A", 1.0, (Keys(1),))
    place = place_of([demand], [1800], 4, OnDemand(4000, None, 40_000), NOTHING)
    for minute in range(40):
        place.step(minute, "write", [1800])
        place.settle(minute, [1800])
    assert place.series["write"].taken == pytest.approx([1000] * 40)
