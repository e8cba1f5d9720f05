"""Partitions serve each key exactly once, however they split."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dynawright.model.heat import Demand
from dynawright.model.traffic import Keys
from dynawright.ops.simulate import rules
from dynawright.ops.simulate.partitions import Partitions, hot_keys


@given(
    st.integers(1, 40),
    st.integers(1, 3000),
    st.floats(0, 2),
    st.lists(st.one_of(st.integers(1, 100), st.tuples(st.floats(0, 1), st.booleans())), max_size=12),
)
def test_splits_keep_all_demands_whole(count: int, keys: int, exponent: float, changes: list[int | tuple[float, bool]]) -> None:
    demands = [
        Demand("P1", None, "write", "PK=A", 1.0, (Keys(keys, zipf=exponent),)),
        Demand("P2", None, "read", "PK=B", 1.0, (Keys(7, every_seconds=60),)),
        Demand("P3", None, "read", "", 1.0, (Keys(1),)),
    ]
    hot = [*hot_keys(demands, [2000, 5000, 10], rules.PARTITION, {"PK=A": True})]
    partitions = Partitions(count, hot, len(demands))
    for change in changes:
        before = partitions.count
        if isinstance(change, int):
            partitions.grow(change)
            assert partitions.count >= min(change, before)
        else:
            row = partitions.rows[int(change[0] * (len(partitions.rows) - 1))]
            if partitions.split(row, [2000, 5000, 10], by_sort_key=change[1]):
                assert partitions.count > before
        for at in range(len(demands)):
            assert sum(row.shares[at] * row.count for row in partitions.rows) == pytest.approx(1)
        assert sum(row.width * row.count for row in partitions.rows) == pytest.approx(1)
    partitions.rejoin("PK=B")
    assert sum(row.shares[1] * row.count for row in partitions.rows) == pytest.approx(1)


def test_keys_are_where_their_hash_is() -> None:
    demand = Demand("P1", None, "write", "PK=A", 1.0, (Keys(50),))
    hot = [*hot_keys([demand], [5000], rules.PARTITION, {})]
    partitions = Partitions(8, hot, 1)
    partitions.grow(32)
    assert partitions.count == 32
    for row in partitions.rows:
        assert all(row.low <= key.hash < row.low + row.width for key in row.hot)
