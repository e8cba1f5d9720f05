"""Answers of clients as text that can be compared."""

from decimal import Decimal
from typing import Any

import pytest

from dynawright.emulator.client_patterns.asker import canonical


@pytest.mark.parametrize(
    ("one", "other"),
    [(1798764490, Decimal("1.79876449E+9")), (40, Decimal("40")), ({"b", "a"}, {"a", "b"}), (0, Decimal("0E+1"))],
)
def test_equal_values_are_the_same_text(one: Any, other: Any) -> None:
    assert canonical({"x": one}) == canonical({"x": other})
