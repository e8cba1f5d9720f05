"""Prices by Region."""

import pytest

from dynawright.errors import UserError
from dynawright.prices.dynamodb import ROWS, prices
from tests.problems import told


@pytest.mark.parametrize("region", ROWS)
@pytest.mark.parametrize("kind", ["read", "write"])
def test_both_modes_cost_the_same_at_about_29_percent_use(region: str, kind: str) -> None:
    row = prices(region)
    used = row.break_even(kind) * 3600  # units in an hour of one provisioned unit
    assert used / 1e6 * row.million(kind) == pytest.approx(row.unit_hour(kind))
    assert row.break_even(kind) == pytest.approx(0.289, abs=0.001)


def test_a_read_unit_is_nine_and_a_half_cents_a_month() -> None:
    assert prices("us-east-1").read_unit_hour * 730 == pytest.approx(0.0949)


def test_infrequent_access_stores_for_less_and_serves_for_more() -> None:
    row = prices("us-east-1").of_class("STANDARD_INFREQUENT_ACCESS")
    assert row.storage_gb_month == pytest.approx(0.10)
    assert row.write_million == pytest.approx(0.78125)
    assert row.recovery_gb_month == prices("us-east-1").recovery_gb_month
    assert row.unconfirmed == ()


def test_infrequent_access_elsewhere_is_marked_as_a_guess() -> None:
    assert "STANDARD_INFREQUENT_ACCESS" in prices("ap-northeast-1").of_class("STANDARD_INFREQUENT_ACCESS").unconfirmed


def test_a_region_without_prices_is_no_guess() -> None:
    with pytest.raises(UserError) as error:
        prices("eu-west-1")
    assert told(error.value.problems) == [("DW705", "", "eu-west-1")]
