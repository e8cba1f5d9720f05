"""Requests choose keys and patterns with the load's distribution."""

from collections import Counter
from random import Random

import pytest

from dynawright.model import Entity
from dynawright.model.load import Load
from dynawright.model.traffic import Keys, Spike
from dynawright.ops.load.numbers import OWN, Numbers
from dynawright.ops.load.rates import Rates

ORDER = Entity("ORDER", PK="CUSTOMER#{customerId}", SK="ORDER#{orderId}")


def drawn(keys: dict[str, Keys], items: int, draws: int = 20_000, at: float = 0) -> Counter[int]:
    """Return how often each customer is requested."""
    numbers = Numbers(ORDER, Load(keys=keys), "P1", items, ("customerId",), lambda: at)
    random = Random(7)
    found = [numbers.draw(random) for _ in range(draws)]
    assert all(1 <= number <= items for number in found)
    return Counter(numbers.of(number)["customerId"] for number in found)


def test_zipf_keys_are_asked_by_their_rank() -> None:
    counts = drawn({"customerId": Keys(100, zipf=1), "orderId": Keys(10_000)}, items=10_000)
    assert counts[1] / counts[10] == pytest.approx(10, rel=0.35)
    assert counts.most_common(1)[0][0] == 1


def test_hot_keys_get_their_share_and_even_ones_the_same() -> None:
    hot = drawn({"customerId": Keys(1000, hot_values=3, hot_percent=90)}, items=1000)
    assert sum(hot[customer] for customer in (1, 2, 3)) == pytest.approx(18_000, rel=0.03)
    even = drawn({"customerId": Keys(10)}, items=500)
    assert max(even.values()) < 1.2 * min(even.values())


def test_a_time_ordered_key_moves_on() -> None:
    keys = {"customerId": Keys(365, every_seconds=60)}
    assert [*drawn(keys, 1000, 50, at=30)] == [1]
    assert [*drawn(keys, 1000, 50, at=90)] == [2]


def test_items_of_users_have_keys_of_their_own() -> None:
    numbers = Numbers(ORDER, Load(keys={"customerId": Keys(3)}), "P1", 100, ("customerId",), lambda: 0)
    assert numbers.of(OWN + 5) == {"customerId": OWN + 5, "orderId": OWN + 5}
    assert numbers.of(100) == {"customerId": 1, "orderId": 100}


def test_the_mix_is_that_of_the_load_and_follows_its_day() -> None:
    load = Load(requests={"P1": 300, "P2": 100, "P3": 0}, spikes=(Spike(at=720, minutes=60, times=10, patterns=("P2",)),))
    flat = Rates(load, ["P1", "P2", "P3"], 40, 100, like_a_day=False)
    day = Rates(load, ["P1", "P2", "P3"], 40, 100, like_a_day=True)
    assert (flat.now(0), flat.now(51), day.now(0), day.now(51)) == (40, 40, 40, 130)
    random = Random(1)
    counts = Counter(day.choose(51, random) for _ in range(5000))
    assert counts["P2"] / 5000 == pytest.approx(100 / 130, rel=0.05)
    assert counts["P3"] == 0
