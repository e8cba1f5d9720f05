import json

import pytest

from tests.cli.conftest import Dynawright, example


@pytest.mark.usefixtures("application")
def test_the_example_prices_each_table(dynawright: Dynawright) -> None:
    done = dynawright(*example("cost"), "--json")
    assert done.returncode == 0, done.stderr
    (system,) = json.loads(done.stdout)
    assert (system["system"], system["environment"]) == ("orders", "production")
    assert all(table["on_demand_usd"] > 0 for table in system["tables"])
