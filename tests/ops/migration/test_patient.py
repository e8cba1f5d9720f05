"""Requests are retried while AWS is busy, but not when it refuses them."""

import pytest
from botocore.exceptions import ClientError

from dynawright.ops.migration.patient import BUSY, MOST_TRIES, PatientClient
from tests.functions.cloud import refusal
from tests.ops.migration.cloud import FakeClock


class Busy:
    """A client that refuses this many requests."""

    def __init__(self, times: int, code: str) -> None:
        self.left, self.code, self.asked = times, code, 0

    def scan(self, **request: int) -> dict[str, int]:
        self.asked += 1
        if self.left:
            self.left -= 1
            raise refusal(self.code, "Scan")
        return request


@pytest.mark.parametrize("code", BUSY)
def test_a_busy_table_is_asked_again(code: str) -> None:
    clock, busy = FakeClock(), Busy(MOST_TRIES - 1, code)
    assert PatientClient(busy, clock).scan(Limit=1) == {"Limit": 1}
    assert len(clock.paused) == MOST_TRIES - 1


@pytest.mark.parametrize(("code", "asked"), [(BUSY[0], MOST_TRIES), ("ValidationException", 1)])
def test_a_table_that_stays_busy_or_refuses_is_told(code: str, asked: int) -> None:
    busy = Busy(100, code)
    with pytest.raises(ClientError, match=code):
        PatientClient(busy, FakeClock()).scan(Limit=1)
    assert busy.asked == asked
