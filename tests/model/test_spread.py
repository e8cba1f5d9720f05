"""Spreads over keys: as if every key were counted, for a billion of them, too."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dynawright.model.spread import Spread, capped, even, groups, spread_of, together, zipf
from dynawright.model.traffic import Keys, Spike, curve


def each(spread: Spread) -> list[float]:
    """Return the share of every single key."""
    return [share for keys, share in spread.with_keys() for _ in range(keys)]


@given(st.integers(1, 3000), st.floats(0.1, 2.5))
def test_zipf_is_as_if_summed_key_by_key(count: int, exponent: float) -> None:
    total = sum(rank**-exponent for rank in range(1, count + 1))
    spread = zipf(count, exponent)
    assert spread.hottest == pytest.approx(1 / total, rel=1e-3)
    assert sum(spread.shares) == pytest.approx(1)
    before = 0
    for end, share in zip(groups(count), spread.shares, strict=True):
        assert share == pytest.approx(sum(rank**-exponent for rank in range(before + 1, end + 1)) / total, rel=1e-3)
        before = end


@given(st.integers(1, 40), st.integers(1, 40), st.floats(0.1, 2))
def test_two_places_are_spread_like_all_pairs(first: int, second: int, exponent: float) -> None:
    one, other = zipf(first, exponent), even(second)
    pairs = sorted((a * b for a in each(one) for b in each(other)), reverse=True)
    both = together(one, other, first * second)
    assert both.count == first * second
    assert both.hottest == pytest.approx(pairs[0])
    assert sum(both.singles) == pytest.approx(sum(pairs[: len(both.singles)]))


def test_a_billion_keys_take_few_figures() -> None:
    spread = zipf(1_000_000_000, 1.0)
    assert len(spread.shares) < 400
    assert sum(keys for keys, _ in spread.with_keys()) == 1_000_000_000


def test_hot_values_get_their_share_and_one_of_time_gets_all() -> None:
    hot = spread_of(Keys(1000, hot_values=10, hot_percent=80))
    assert sum(hot.singles[:10]) == pytest.approx(0.8)
    assert spread_of(Keys(365, every_seconds=86_400)).hottest == 1
    assert spread_of(Keys(5)).shares == pytest.approx((0.2,) * 5)


def test_only_the_hottest_are_left_where_fewer_exist() -> None:
    spread = capped(zipf(100, 1), 10)
    assert spread.count == 10
    assert sum(spread.shares) == pytest.approx(1)
    assert spread.hottest > zipf(100, 1).hottest


def test_a_day_follows_its_hours_and_spikes() -> None:
    hours = [0] * 12 + [2] * 12
    spikes = [Spike(at=720, minutes=10, times=5, ramp_minutes=1), Spike(at=0, minutes=5, times=9, patterns=("P2",))]
    day = curve(hours, spikes, "P1")
    assert (len(day), day[0], day[720], day[721], day[730], day[1439]) == (1440, 0, 6, 10, 2, 2)
    assert sum(curve(hours, (), "P1")) == pytest.approx(1440)
