"""`cost` for people and programs, and its errors."""

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dynawright.framework import cdktf
from dynawright.ops.around import COMPOSITE, COUNTED, DASHBOARD, KEY, SECRET
from dynawright.ops.stack_document import stack_document
from dynawright.settings import load_named
from dynawright.synthesis import stack_of
from tests.applications import complete, inside
from tests.problems import codes

Ops = Callable[..., int]
Printed = pytest.CaptureFixture[str]


pytestmark = pytest.mark.usefixtures("in_library")


def test_both_modes_stand_side_by_side(ops: Ops, capsys: Printed, tmp_path: Path) -> None:
    file = tmp_path / "load.yaml"
    file.write_text("requests: {L9: 13000000}\n")
    assert ops("cost", "-s", "library", "--load", str(file)) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "library in production: US dollars a month, prices of ap-northeast-1 as of November 2026"
    (change,) = [line.split() for line in lines if line.startswith("L9 ")]
    assert change[-3:] == ["1.430", "13,000,000", "18.59"]
    (writes,) = [line.split() for line in lines if line.startswith("writes of by-day")]
    assert writes == ["writes", "of", "by-day", "4.95", "9.29", "4.33", "8", "62", "%", "28.8", "%"]
    assert "  library-history-production: provisioned is cheaper by 8.84 (as chosen)" in lines
    assert any(line.startswith("stored_items in the load lacks LOAN, BOOK, CHANGE, NOTICE:") for line in lines)
    assert "No quotation of AWS was found for: backup_gb_month." in lines


def test_without_a_load_each_request_has_its_price(ops: Ops, capsys: Printed) -> None:
    assert ops("cost", "-s", "library") == 0
    lines = capsys.readouterr().out.splitlines()
    (change,) = [line.split() for line in lines if line.startswith("L9 ")]
    assert change[-6:] == ["1", "write,", "1", "write", "by-day", "1.430"]
    assert "No load: give --load <file>, or --reads and --writes, to see a month." in lines
    assert not any("provisioned is cheaper" in line for line in lines)


def test_all_systems_are_shown_unless_one_is_named(ops: Ops, capsys: Printed) -> None:
    assert ops("cost") == 0
    output = capsys.readouterr().out
    for system in ("library", "museum"):
        assert f"{system} in production: " in output


def test_totals_keep_the_mix_of_the_load(ops: Ops, capsys: Printed, tmp_path: Path) -> None:
    file = tmp_path / "load.yaml"
    file.write_text("requests: {L1: 1, L3: 3}\n")
    assert ops("cost", "-s", "library", "--load", str(file), "--reads", "1000", "--writes", "35", "--json") == 0
    (system,) = json.loads(capsys.readouterr().out)
    requests = {pattern["id"]: pattern["requests"] for table in system["tables"] for pattern in table["patterns"]}
    reads = {"L1": 250, "L3": 750}
    writes = dict.fromkeys(("L5", "L6", "L7", "L8c", "L9", "L16", "L20"), 5)
    assert {id: count for id, count in requests.items() if count} == {**reads, **writes}


def test_programs_get_every_figure(ops: Ops, capsys: Printed) -> None:
    assert ops("cost", "-s", "museum", "--environment", "local", "--reads", "3000000", "--json") == 0
    (system,) = json.loads(capsys.readouterr().out)
    assert system["prices"] == {"region": "ap-northeast-1", "as_of": "November 2026", "unconfirmed": ["backup_gb_month"]}
    assert (system["system"], system["environment"]) == ("museum", "local")
    (visits,) = system["tables"]
    assert (visits["name"], visits["capacity_mode"]) == ("museum-visits-local", "provisioned")
    assert visits["patterns"][0]["units"] == {"reads": {"table": 0.5}, "writes": {}}
    assert visits["on_demand_usd"] == pytest.approx(3 * 0.5 * 0.1425)
    assert {(place["index"], place["kind"]) for place in visits["throughput"]} == {(None, "read"), (None, "write")}


def test_another_regions_prices_are_used_when_asked_for(ops: Ops, capsys: Printed) -> None:
    assert ops("cost", "-s", "museum", "--region", "us-east-1") == 0
    assert "prices of us-east-1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["-s", "musem"], "DW801"), (["--reads", "5"], "DW803"), (["-s", "museum", "--region", "eu-west-1"], "DW705")],
)
def test_a_mistake_is_said_in_one_line(ops: Ops, capsys: Printed, arguments: list[str], code: str) -> None:
    assert ops("cost", *arguments) == 2
    errors = capsys.readouterr().err
    assert (codes(errors), errors.count("\n")) == ([code], 1)


@pytest.mark.parametrize("count", ["-5", "1.5", "many"])
def test_a_count_is_a_whole_number(ops: Ops, capsys: Printed, count: str) -> None:
    assert ops("cost", "-s", "museum", f"--reads={count}") == 2
    assert capsys.readouterr().err.startswith("error[DW802] Invalid value for '--reads'")


def test_all_mistakes_of_a_load_are_said_with_their_lines(ops: Ops, capsys: Printed, tmp_path: Path) -> None:
    file = tmp_path / "load.yaml"
    file.write_text(
        "requests:\n"
        "  L1: -1\n"
        "  L99: 5\n"
        "  L2: many\n"
        "  L3: true\n"
        "items_per_request: {L7: 0}\n"
        "item_bytes: {LOAN: 5, BOOK: 500000}\n"
        "stored_items: 7\n"
        "request: {}\n"
    )
    assert ops("cost", "-s", "library", "--load", str(file)) == 2
    lines = [line.split(": ")[0] for line in capsys.readouterr().err.splitlines()]
    assert lines == [
        f"error[DW706] load.yaml:{place}"
        for place in (
            "2 requests.L1",
            "3 requests.L99",
            "4 requests.L2",
            "5 requests.L3",
            "6 items_per_request.L7",
            "7 item_bytes.LOAN",
            "7 item_bytes.BOOK",
            "8 stored_items",
            "9 request",
        )
    ]


@pytest.mark.parametrize(("text", "message"), [(None, "can't be read"), ("", "the file is empty"), ("a: [", "not valid YAML")])
def test_a_load_that_is_none_is_said(ops: Ops, capsys: Printed, tmp_path: Path, text: str | None, message: str) -> None:
    file = tmp_path / "load.yaml"
    if text is not None:
        file.write_text(text)
    assert ops("cost", "-s", "library", "--load", str(file)) == 2
    errors = capsys.readouterr().err
    assert message in errors
    assert "Traceback" not in errors


def around(ops: Ops, capsys: Printed, *arguments: str) -> dict[str, dict[str, Any]]:
    """Return the costs around the library's tables, by the name of their price."""
    capsys.readouterr()
    assert ops("cost", "-s", "library", "--json", *arguments) == 0
    (system,) = json.loads(capsys.readouterr().out)
    return {row["what"]: row for row in system["around"]}


def test_what_is_around_the_tables_is_counted_in_the_stack(ops: Ops, capsys: Printed) -> None:
    costs = around(ops, capsys)
    with inside(complete()):
        document = stack_document(load_named("production"), "library", COUNTED)
    for what, kind in {
        "composite alarms": COMPOSITE,
        "dashboards": DASHBOARD,
        "secrets": SECRET,
        "customer managed keys": KEY,
    }.items():
        assert costs[what]["quantity"] == len(document.of_type(kind)) > 0
    assert costs["composite alarms"]["usd"] == pytest.approx(0.5 * len(document.of_type(COMPOSITE)))


@pytest.mark.parametrize("environment", ["production", "full"])
def test_alarms_cost_what_the_stack_says_they_do(ops: Ops, capsys: Printed, environment: str) -> None:
    costs = around(ops, capsys, "--environment", environment)
    with inside(complete()), tempfile.TemporaryDirectory() as folder:
        stack = stack_of("library")(cdktf.App(outdir=folder), load_named(environment))
    watching = [row for what, row in costs.items() if "alarm" in what or what == "dashboards"]
    assert sum(row["usd"] or 0 for row in watching) == pytest.approx(stack.watching_monthly_usd)


def test_what_has_no_known_price_is_no_zero(ops: Ops, capsys: Printed) -> None:
    costs = around(ops, capsys, "--environment", "full")
    (cache,) = [row for what, row in costs.items() if "cache nodes" in what]
    assert cache["usd"] is None
    assert ops("cost", "-s", "library", "--environment", "full") == 0
    (unknown,) = [
        line for line in capsys.readouterr().out.splitlines() if line.startswith("No price in ap-northeast-1 is known of")
    ]
    assert str(cache["item"]) in unknown


def test_changes_start_functions_and_are_events_of_a_trail(ops: Ops, capsys: Printed, tmp_path: Path) -> None:
    file = tmp_path / "load.yaml"
    file.write_text("requests: {L6: 3000000, L1: 500000}\n")
    costs = around(ops, capsys, "--load", str(file))
    (functions,) = [row for what, row in costs.items() if "functions" in what]
    (trail,) = [row for what, row in costs.items() if "trail" in what]
    assert (functions["quantity"], functions["usd"], trail["quantity"]) == (3, pytest.approx(0.6), 30)


def test_prices_of_ones_own_fill_what_is_unknown(ops: Ops, capsys: Printed, tmp_path: Path) -> None:
    file = tmp_path / "prices.yaml"
    file.write_text(
        "region: ap-northeast-1\nas_of: today\ndashboard_month: 1\nbackup_gb_month: 0.5\ndax_node_hour: {dax.r5.large: 0.3}\n"
    )
    costs = around(ops, capsys, "--environment", "full", "--prices", str(file))
    (cache,) = [row for what, row in costs.items() if "cache nodes" in what]
    assert cache["usd"] == pytest.approx(0.3 * (cache["quantity"] or 0))
    assert costs["dashboards"]["usd"] == 1
    assert ops("cost", "-s", "museum", "--prices", str(file)) == 0
    output = capsys.readouterr().out
    assert "prices of ap-northeast-1 as of today" in output
    assert "backup_gb_month" not in output


def test_a_region_without_prices_gets_all_of_them_from_a_file(ops: Ops, capsys: Printed, tmp_path: Path) -> None:
    file = tmp_path / "prices.yaml"
    names = ("read_million", "write_million", "read_unit_hour", "write_unit_hour", "storage_gb_month", "recovery_gb_month")
    file.write_text("region: eu-west-1\n" + "".join(f"{name}: 1\n" for name in (*names, "backup_gb_month")))
    assert ops("cost", "-s", "museum", "--region", "eu-west-1", "--prices", str(file)) == 0
    assert "prices of eu-west-1 as of an unknown day" in capsys.readouterr().out


@pytest.mark.parametrize(
    "text",
    [
        "read_million: 1\n",
        "region: eu-west-1\nread_million: 1\n",
        "region: us-east-1\nread_milion: 1\n",
        "region: us-east-1\nread_million: -1\n",
        "region: us-east-1\nread_million: true\n",
        "region: us-east-1\ndax_node_hour: 3\n",
    ],
)
def test_a_wrong_file_of_prices_is_an_error(ops: Ops, capsys: Printed, tmp_path: Path, text: str) -> None:
    file = tmp_path / "prices.yaml"
    file.write_text(text)
    assert ops("cost", "-s", "museum", "--prices", str(file)) == 2
    assert set(codes(capsys.readouterr().err)) == {"DW733"}
