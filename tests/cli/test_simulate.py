import json
from pathlib import Path

import pytest

from tests.cli.conftest import Dynawright, example
from tests.problems import codes


@pytest.mark.usefixtures("application")
def test_the_example_shows_a_day_and_writes_a_page(dynawright: Dynawright) -> None:
    done = dynawright(*example("simulate"))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("orders in production: a day under the load")
    assert Path("orders.html").read_text().startswith("<!doctype html>")


@pytest.mark.usefixtures("application")
def test_programs_get_findings_with_and_without_assumptions(dynawright: Dynawright) -> None:
    Path("busy.yaml").write_text("requests: {PO4: 8000000000}\nkeys: {customerId: {values: 2}, day: {values: 365}}\n")
    done = dynawright("simulate", "orders", "--load", "busy.yaml", "--without", "splits-for-heat", "--json")
    document = json.loads(done.stdout)
    assert document["assumptions"] == {"splits-for-heat": False, "splits-collections": True, "shares-capacity": True}
    orders = document["tables"][0]
    assert {finding["cause"] for finding in orders["findings"]} & {"hot key", "hot partition"}
    assert all(rule["source"].startswith("https://") for rule in document["rules"])
    assert sum(orders["throttled_requests"].values()) > 0


@pytest.mark.usefixtures("application")
def test_a_load_with_mistakes_is_refused_with_all_of_them(dynawright: Dynawright) -> None:
    Path("bad.yaml").write_text(
        "requests: {PO4: 1}\n"
        "keys: {customer: {values: 1}, orderId: {values: 0}, PO99.day: {values: 3}, day: {zipf: 1}, item: {values: 2, zipf: 1, every_seconds: 60}}\n"
        "hours: [1]\n"
        "growth_percent: much\n"
        "warm: {reads: 1}\n"
        'spikes: [{at: "24:00", minutes: 0, times: 2, patterns: [PO99]}]\n'
    )
    done = dynawright("simulate", "orders", "--load", "bad.yaml")
    assert (done.returncode, done.stdout) == (2, "")
    lines = [line.split(": ")[0] for line in done.stderr.splitlines()]
    assert lines == [
        f"error[DW706] bad.yaml:{place}"
        for place in (
            "2 keys.customer",
            "2 keys.orderId.values",
            "2 keys.PO99.day",
            "2 keys.day",
            "2 keys.item",
            "3 hours",
            "4 growth_percent",
            "5 warm.reads",
            "6 spikes[0].at",
            "6 spikes[0].minutes",
            "6 spikes[0].patterns",
        )
    ]


@pytest.mark.usefixtures("application")
@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["ordres"], "DW801"), (["orders", "--without", "luck"], "DW751"), (["orders", "--html", "nowhere/x.html"], "DW753")],
)
def test_a_mistake_is_one_line(dynawright: Dynawright, arguments: list[str], code: str) -> None:
    done = dynawright("simulate", *arguments)
    assert (done.returncode, codes(done.stderr), done.stderr.count("\n")) == (2, [code], 1)
