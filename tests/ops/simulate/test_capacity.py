"""Served capacity follows published rules: burst, autoscaling delays, on-demand doubling."""

from dynawright.ops.simulate.capacity import OnDemand, Provisioned
from dynawright.settings import AutoscalingSettings, TableSettings


def after(capacity: OnDemand | Provisioned, minutes: int, asked: float) -> float:
    for _ in range(minutes):
        capacity.took(asked, min(asked, capacity.takes()))
    return capacity.takes()


def provisioned(units: int, most: int, *, scales: bool) -> TableSettings:
    scaling = AutoscalingSettings(enabled=scales, write_max_units=most, target_utilization_percent=50)
    return TableSettings(capacity_mode="provisioned", write_capacity_units=units, autoscaling=scaling)


def test_five_minutes_of_unused_capacity_are_saved_and_used_up() -> None:
    capacity = Provisioned(provisioned(100, 100, scales=False), "write", 0)
    assert after(capacity, 3, 0) == 100 + 3 * 100
    assert after(capacity, 10, 0) == 100 + 5 * 100
    assert after(capacity, 1, 600) == 100


def test_autoscaling_acts_after_two_minutes_and_lowers_after_fifteen() -> None:
    capacity = Provisioned(provisioned(100, 1000, scales=True), "write", 0)
    after(capacity, 1, 90)
    assert capacity.units == 100
    after(capacity, 1, 90)
    assert capacity.units == 180
    after(capacity, 14, 10)
    assert capacity.units == 180
    after(capacity, 1, 10)
    assert capacity.units == 100


def test_autoscaling_stays_below_its_maximum_and_starts_where_the_load_is() -> None:
    capacity = Provisioned(provisioned(100, 300, scales=True), "write", 120)
    assert capacity.units == 240
    after(capacity, 30, 5000)
    assert capacity.units == 300


def test_on_demand_takes_twice_the_peak_of_half_an_hour_ago() -> None:
    capacity = OnDemand(4000, None, 40_000)
    assert after(capacity, 29, 9000) == 4000
    assert after(capacity, 2, 9000) == 8000
    assert after(capacity, 32, 9000) == 16_000
    assert after(capacity, 60, 100) == 18_000


def test_the_maximum_and_the_quota_hold_whatever_the_peak() -> None:
    assert (OnDemand(4000, 500, 40_000).takes(), OnDemand(4000, 500, 40_000).cause) == (500, "maximum")
    assert (OnDemand(9000, None, 6000).takes(), OnDemand(9000, None, 6000).cause) == (6000, "quota")
    assert OnDemand(4000, None, 40_000).cause == "warm-up"
