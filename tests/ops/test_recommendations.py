"""From figures to advice: thresholds at their boundary, a remedy per cause, none without data."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from dynawright.model import Entity, Index, Key, Query, TableModel
from dynawright.ops.observed import PERIOD_SECONDS, Capacity, Cause, Observed, Place, Traffic
from dynawright.ops.recommendations import Advice, advice
from tests.model.builders import API

START = datetime(2026, 11, 1, tzinfo=UTC)
MODEL = TableModel(
    "events",
    partition_key=Key("id"),
    indexes=[Index("ByDay", Key("day"))],
    entities=[Entity("EVENT", id="{id}", day="{day}")],
    access_patterns=[Query("P1", "a day's events", index="ByDay", day="{day}", used_by=[API])],
)
FIXED = Capacity("fixed", 10, 10)
SCALED = Capacity("autoscaled", 10, 100)
FREE = Capacity("on_demand")


def levels(rates: Sequence[float], *, hours: float = 24) -> dict[datetime, float]:
    """Return units per second, spread over the hours."""
    step = timedelta(hours=hours) - timedelta(seconds=PERIOD_SECONDS)
    return {START + step * number / max(1, len(rates) - 1): rate for number, rate in enumerate(rates)}


def traffic(kind: Any, rates: Sequence[float] = (), index: str | None = None, *, hours: float = 24, **more: Any) -> Traffic:
    consumed = {time: rate * PERIOD_SECONDS for time, rate in levels(rates, hours=hours).items()}
    return Traffic(index, kind, more.pop("capacity", FREE), consumed=consumed, **more)


def of(*places: Place) -> list[Advice]:
    return advice(Observed("events-test", "on_demand", "STANDARD", 0, places, {}), MODEL)


def of_writes(rates: Sequence[float], **more: Any) -> list[tuple[str, str]]:
    """Return the advice on a table's writes, with irrelevant reads."""
    advice = of(Place(traffic("read", [1, 1]), traffic("write", rates, **more)))
    assert {row.about for row in advice} <= {"writes"}
    return [(row.what, row.text) for row in advice]


def of_index(reads: Sequence[float], writes: Sequence[float], *, hours: float = 24, **more: Any) -> list[tuple[str, str]]:
    """Return the advice on the index itself."""
    place = Place(traffic("read", reads, "ByDay", hours=hours, **more), traffic("write", writes, "ByDay", hours=hours, **more))
    return [(row.what, row.text) for row in of(place) if row.about == "index ByDay"]


@pytest.mark.parametrize("capacity", [FIXED, SCALED])
@pytest.mark.parametrize(
    ("peak", "lowered_to"),
    [(7, None), (7.01, None), (9.9, None), (6.99, 9), (5, 6), (2.5, 3), (1, 2), (0.01, 1), (0, 1)],  # 7 is exactly 70 %
)
def test_a_peak_under_70_percent_lowers_the_capacity_to_1_2_times_the_peak(
    capacity: Capacity, peak: float, lowered_to: int | None
) -> None:
    advice = of_writes([0, peak], capacity=capacity)
    if lowered_to is None:
        assert advice == []
    else:
        percent = f"{peak * 10:.0f} %"
        text = f"at most {percent} of 10 units was used: {lowered_to} are 1.2 times the peak (table.write_capacity_units)"
        assert advice == [("lower", text)]


def test_one_unit_is_not_lowered() -> None:
    assert of_writes([0, 0.1], capacity=Capacity("fixed", 1, 1)) == []


@pytest.mark.parametrize(("hours", "what"), [(1, "look"), (11.9, "look"), (12, "lower")])
def test_a_few_hours_of_figures_take_nothing_away(hours: float, what: str) -> None:
    ((found, text),) = of_writes([1, 1], capacity=FIXED, hours=hours)
    assert found == what
    assert ("hours of figures only: look again later" in text) == (what == "look")


def test_no_figures_are_no_reason_for_anything() -> None:
    nothing = "CloudWatch has no figures: it is not used, or not for long enough; no advice"
    for capacity in (FIXED, SCALED, FREE):
        assert of_writes([], capacity=capacity) == [("no data", nothing)]


def test_an_on_demand_table_has_nothing_to_lower() -> None:
    assert of_writes([0.1, 0.2]) == []


@pytest.mark.parametrize(
    ("capacity", "rates", "provisioned", "fix"),
    [
        (FIXED, [3, 10], {}, "raise table.write_capacity_units from 10 to 12 or more"),
        (FIXED, [3, 8], {}, "raise table.write_capacity_units from 10 to 11 or more"),
        (
            SCALED,
            [3, 40],
            levels([10, 50]),
            "raise table.write_capacity_units from 10 to 48 or more: autoscaling came too late for the peak",
        ),
        (SCALED, [3, 100], levels([10, 100]), "raise table.autoscaling.write_max_units from 100 to 120 or more"),
        (SCALED, [3, 70], levels([10, 100]), "raise table.autoscaling.write_max_units from 100 to 101 or more"),
    ],
)
def test_throttles_raise_the_capacity(capacity: Capacity, rates: list[float], provisioned: Any, fix: str) -> None:
    advice = of_writes(rates, capacity=capacity, provisioned=provisioned, throttles=7, causes={Cause.PROVISIONED: 7})
    assert advice == [("raise", f"7 throttled: the provisioned capacity is used up; {fix}")]


@pytest.mark.parametrize(
    ("cause", "what", "text"),
    [
        (
            Cause.KEY_RANGE,
            "hot partition",
            "one partition serves all it can; spread the key (shards) or cache its reads; more capacity does not help. "
            "contributor_insights names the key",
        ),
        (
            Cause.MAXIMUM,
            "raise",
            "the on-demand maximum is reached; raise table.on_demand_max_write_units, or find the caller that runs away",
        ),
        (
            Cause.ACCOUNT,
            "raise",
            "the account's quota is used up; ask AWS for a higher quota; spread the load until then",
        ),
    ],
)
def test_each_cause_has_its_remedy(cause: Cause, what: str, text: str) -> None:
    assert of_writes([5, 5], throttles=1200, causes={cause: 1200}) == [(what, f"1,200 throttled: {text}")]


def test_a_cause_is_enough_where_the_sum_is_not_published_yet() -> None:
    assert [what for what, _ in of_writes([5, 5], causes={Cause.KEY_RANGE: 3})] == ["hot partition"]


def test_several_causes_are_each_said() -> None:
    advice = of_writes([10, 10], capacity=FIXED, throttles=3, causes={Cause.KEY_RANGE: 2, Cause.PROVISIONED: 1})
    assert [what for what, _ in advice] == ["hot partition", "raise"]


@pytest.mark.parametrize(
    ("capacity", "peak", "what"),
    [(FIXED, 6.99, "hot partition"), (FIXED, 7, "raise"), (FIXED, 10, "raise"), (FREE, 5, "look")],
)
def test_throttles_without_a_cause_mean_a_hot_partition_where_there_is_capacity_to_spare(
    capacity: Capacity, peak: float, what: str
) -> None:
    assert [found for found, _ in of_writes([1, peak], capacity=capacity, throttles=5)] == [what]


def test_throttles_without_a_cause_or_figures_ask_for_capacity() -> None:
    assert [what for what, _ in of_writes([], capacity=FIXED, throttles=5)] == ["raise"]


def test_what_is_throttled_is_not_lowered_as_well() -> None:
    advice = of_writes([1, 1], capacity=FIXED, throttles=2, causes={Cause.KEY_RANGE: 2})
    assert [what for what, _ in advice] == ["hot partition"]


@pytest.mark.parametrize(
    ("reads", "writes", "share"),
    [(20, 80, None), (19.99, 80.01, "20 %"), (0, 5, "0 %"), (21, 79, None), (5, 0, None), (1, 9, "10 %")],
)
def test_an_index_is_dropped_when_less_than_20_percent_of_its_units_are_read(
    reads: float, writes: float, share: str | None
) -> None:
    text = f"{share} of what it consumes is read, the rest is upkeep (asked by P1): drop it, or project less into it"
    assert of_index([reads, reads], [writes, writes]) == ([] if share is None else [("drop", text)])


def test_an_index_without_figures_of_reads_is_looked_at_not_dropped() -> None:
    text = "it is written, and CloudWatch has no figures of reads (asked by P1): drop it if it is not read"
    assert of_index([], [5, 5]) == [("look", text)]


def test_an_index_without_figures_at_all_is_left_alone() -> None:
    assert of_index([], []) == []


def test_an_index_of_a_few_hours_is_not_dropped() -> None:
    assert of_index([0, 0], [5, 5], hours=3) == []


@pytest.mark.parametrize(("peak", "watched"), [(8, False), (8.01, True), (10, True), (7.9, False)])
@pytest.mark.parametrize("capacity", [FIXED, SCALED, Capacity("on_demand", most=10)])
def test_an_index_over_80_percent_of_its_capacity_is_watched(capacity: Capacity, peak: float, watched: bool) -> None:
    advice = of_index([8, 8], [8, peak], capacity=capacity)
    text = f"up to {peak * 10:.0f} % of its write capacity was used: at 100 % it holds up the table's writes"
    assert advice == ([("watch", text)] if watched else [])


def test_use_is_measured_against_the_capacity_of_the_moment() -> None:
    """Autoscaling had 50 units when 39 were used, and has 10 again."""
    scaled = traffic("write", [39, 5], capacity=SCALED, provisioned=levels([50, 10]))
    assert scaled.use_percent == pytest.approx(78)
    assert scaled.use_of_least_percent == pytest.approx(390)


def test_a_table_is_not_watched_like_an_index() -> None:
    assert of_writes([9, 9], capacity=FIXED) == []


def test_advice_says_how_soon_what_it_changes_and_which_setting_does_it() -> None:
    throttled = traffic("write", [3, 10], capacity=FIXED, provisioned={}, throttles=7, causes={Cause.PROVISIONED: 7})
    (raised,) = [row for row in of(Place(traffic("read", [1, 1]), throttled)) if row.what == "raise"]
    assert (raised.urgency, raised.change) == ("now", ("table.write_capacity_units", 12))
    (lowered,) = of(Place(traffic("read", [1, 1]), traffic("write", [1, 5], capacity=FIXED)))
    assert (lowered.urgency, lowered.change) == ("when it suits", ("table.write_capacity_units", 6))
    assert raised.impact != lowered.impact


def test_what_a_person_must_decide_names_no_setting() -> None:
    hot = traffic("write", [1, 2], capacity=FIXED, throttles=7, causes={Cause.KEY_RANGE: 7})
    (advised,) = [row for row in of(Place(traffic("read", [1, 1]), hot)) if row.what == "hot partition"]
    assert (advised.urgency, advised.change) == ("now", None)
