import json
from collections.abc import Mapping

import pytest

from dynawright.emulator.emulator import Emulator
from tests.cli.conftest import Dynawright, example
from tests.cli.tables import tables

pytestmark = pytest.mark.usefixtures("application")


def test_the_example_looks_at_the_deployed_tables(dynawright: Dynawright, cloud: Emulator, aws: Mapping[str, str]) -> None:
    with tables(cloud, orders_production=("PK", "SK")):
        done = dynawright(*example("advise"), "--json", **aws)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["environment"], found["not_deployed"]) == ("production", ["order-log-production"])


def test_nothing_deployed_is_an_error(dynawright: Dynawright, aws: Mapping[str, str]) -> None:
    done = dynawright(*example("advise"), **aws)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
