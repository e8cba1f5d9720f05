import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from dynawright.emulator.client import client
from dynawright.emulator.emulator import Emulator
from dynawright.emulator.engines import StartedEngines
from dynawright.emulator.patterns.definition import definition
from tests.application.stacks.orders.model import LOG, ORDERS
from tests.cli.conftest import REGION, Dynawright, example
from tests.problems import codes


@pytest.fixture
def endpoint(engines: StartedEngines) -> str:
    return engines.endpoints.get("dynoxide") or engines.endpoints["moto"]


@pytest.fixture
def deployed(cloud: Emulator) -> Iterator[list[str]]:
    """The tables of production, as they are deployed."""
    dynamodb = client("dynamodb", endpoint_url=cloud.endpoint_url, region=REGION)
    names = [f"{model.name}-production" for model in (ORDERS, LOG)]
    for model, name in zip((ORDERS, LOG), names, strict=True):
        dynamodb.create_table(**definition(model, name))
    yield names
    for name in names:
        dynamodb.delete_table(TableName=name)


@pytest.mark.usefixtures("application")
def test_the_example_finds_no_wrong_answer_and_writes_a_page(dynawright: Dynawright, endpoint: str) -> None:
    done = dynawright(*example("load"), "--endpoint", endpoint, "--checked", "0.5")
    assert done.returncode == 0, done.stdout + done.stderr
    page = Path("load.html").read_text()
    assert "<svg" in page
    assert re.findall(r"<(?:script|link|img)|url\(", page) == []
    assert " 0 wrong answers of " in done.stdout
    left = client("dynamodb", endpoint_url=endpoint, region=REGION).list_tables()["TableNames"]
    assert [name for name in left if name.startswith("dynawright-load-")] == []


@pytest.mark.usefixtures("application")
def test_workers_share_the_load_and_are_summed(dynawright: Dynawright, endpoint: str) -> None:
    arguments = ("--rate", "40", "--seconds", "4", "--users", "4", "--items", "20", "--workers", "2", "--like-a-day")
    done = dynawright("load", "orders", *arguments, "--endpoint", endpoint, "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    document = json.loads(done.stdout)
    assert document["wrong_answers"] == 0
    assert sum(pattern["counts"]["requests"] for pattern in document["patterns"]) > 10
    assert {pattern["id"] for pattern in document["patterns"]} >= {"PO1", "PO2"}


@pytest.mark.usefixtures("application", "deployed")
def test_an_account_is_spared_what_would_cost_more(dynawright: Dynawright, aws: Mapping[str, str]) -> None:
    spend = 0.00005
    arguments = (
        "--account",
        "production",
        "--spend",
        str(spend),
        "--rate",
        "200",
        "--seconds",
        "5",
        "--items",
        "10",
        "--users",
        "2",
    )
    done = dynawright("load", "orders", *arguments, "--json", **aws)
    assert done.returncode == 0, done.stdout + done.stderr
    document = json.loads(done.stdout)
    assert 0 < document["usd"] < 2 * spend
    assert sum(pattern["counts"]["requests"] for pattern in document["patterns"]) < 900


@pytest.mark.usefixtures("application")
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["ordres"], "DW801"),
        (["orders", "--account", "production"], "DW803"),
        (["orders", "--spend", "5"], "DW803"),
        (["orders", "--account", "production", "--spend", "5", "--endpoint", "http://127.0.0.1:1"], "DW803"),
        (["orders", "--endpoint", "https://dynamodb.eu-west-1.amazonaws.com"], "DW754"),
        (["orders", "--endpoint", "127.0.0.1"], "DW754"),
        (["orders", "--rate", "0"], "DW802"),
    ],
)
def test_a_mistake_is_one_line(dynawright: Dynawright, arguments: list[str], code: str) -> None:
    done = dynawright("load", *arguments)
    assert (done.returncode, codes(done.stderr), done.stderr.count("\n")) == (2, [code], 1)
