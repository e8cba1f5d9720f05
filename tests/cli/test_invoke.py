import json
from pathlib import Path

import pytest

from tests.cli.conftest import Dynawright, example

pytestmark = pytest.mark.usefixtures("application")


def test_the_example_shows_what_the_function_does(dynawright: Dynawright) -> None:
    done = dynawright(*example("invoke"))
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert (lines[0], json.loads(lines[-1])) == ("• orders/order_log, 1 records, in memory", {"batchItemFailures": []})


@pytest.mark.parametrize("options", [[], ["--follow", "--event", "orders.json"]])
def test_an_event_or_a_stream_is_needed(dynawright: Dynawright, options: list[str], application: Path) -> None:
    done = dynawright("invoke", "orders", "order_log", *options)
    assert (done.returncode, done.stderr.startswith("error[DW803] ")) == (2, True)
