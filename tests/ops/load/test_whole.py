"""The whole load test: 1,000 requests a second for five minutes, on two cores, without a wrong answer."""

import pytest

from dynawright.emulator.engines.dynoxide import DYNOXIDE, program
from dynawright.ops.load.run import Wanted, load_test
from dynawright.systems import system_names


@pytest.mark.soak
def test_a_thousand_requests_a_second_for_five_minutes() -> None:
    if DYNOXIDE.unsupported() or not program().is_file():
        pytest.skip("dynoxide is not installed: run `npm ci`")
    result = load_test(system_names()[-1], Wanted(rate=1000, seconds=300, users=40, items=300, workers=2))
    assert result.is_right, result.messages
    assert result.total("checked") > 1000
