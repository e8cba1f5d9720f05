"""What the estimate says next to the figures of the team's document."""

from __future__ import annotations

import pytest

from dynawright.ops.load import load_of
from stacks.miyabi_lambda import model as miyabi_lambda
from tests.stacks.figures import figures


def test_miyabi_lambdas_indexes_cost_for_the_items_in_them_not_double() -> None:
    """The document has 2.50 for reads, 6.25 for writes and doubles all twice for two indexes, to about 30."""
    load = load_of(miyabi_lambda.SYSTEM, None)
    assert (
        sum(load.requests[id] for id in ("AP1", "AP4", "AP5", "AP9")),
        sum(load.requests[id] for id in ("AP8b", "AP8c", "AP15")),
    ) == (
        1_000_000,
        500_000,
    )
    found = figures(miyabi_lambda.SYSTEM, "miyabi-lambda-data", "ap-northeast-1", load)
    assert found["reads"] == pytest.approx((0.5 * 0.7 + 2.5 * 0.2 + 1 * 0.1) * 0.1425)
    assert found["writes of the table"] == pytest.approx((0.45 + 4 * 0.05) * 0.715)
    assert found["writes"] == pytest.approx((0.45 + 5 * 0.05) * 0.715)  # 8 % more for both indexes
    assert found["storage"] == pytest.approx(2.80, abs=0.01)
