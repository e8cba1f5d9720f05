"""What AI chef is built with."""

import pytest

from dynawright.settings import load_named


@pytest.mark.parametrize(("name", "days"), [("local", 7), ("dev", 7), ("staging", 7), ("production", 365)])
def test_logs_are_kept_for_a_week_outside_production(name: str, days: int) -> None:
    assert load_named(name).for_system("ai_chef").logs.retention_days == days
