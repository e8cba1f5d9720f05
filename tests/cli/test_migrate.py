from collections.abc import Mapping
from pathlib import Path

import pytest

from dynawright.emulator.emulator import Emulator
from tests.cli.conftest import Dynawright, example
from tests.cli.tables import tables

pytestmark = pytest.mark.usefixtures("application")


def test_the_example_plans_and_a_run_copies(dynawright: Dynawright, cloud: Emulator, aws: Mapping[str, str]) -> None:
    with tables(cloud, orders_production=("PK",), orders_by_day_production=("day", "PK")) as client:
        client.put_item(TableName="orders-production", Item={"PK": {"S": "1"}, "day": {"S": "monday"}})
        plan = example("migrate")
        planned = dynawright(*plan, **aws)
        assert planned.returncode == 0, planned.stderr
        assert client.scan(TableName="orders-by-day-production")["Items"] == []
        for action in ("run", "verify"):
            done = dynawright(*[action if word == "plan" else word for word in plan], **aws)
            assert done.returncode == 0, done.stderr
        assert client.scan(TableName="orders-by-day-production")["Count"] == 1


@pytest.mark.parametrize(
    "words",
    [
        ["run", "--all"],
        ["verify", "--overwrite"],
        ["run", "--engine", "spark"],
        ["load"],
        ["load", "--engine", "spark", "--via", "s3://b/p"],
        ["cut-over", "--via", "s3://b/p"],
        ["verify", "--via", "s3://b/p"],
        ["run", "--schedule", "0 3 * * ? *"],
        ["job", "--via", "s3://b/p"],
    ],
)
def test_an_option_of_another_action_is_an_error(dynawright: Dynawright, words: list[str], application: Path) -> None:
    done = dynawright("migrate", *words, "--from", "a", "--to", "b")
    assert (done.returncode, done.stderr.startswith("error[DW803] ")) == (2, True)
