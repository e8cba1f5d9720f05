"""`ops cost`: readable, for programs, and what it says to mistakes."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

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
    assert any(line.startswith("Nobody said how many are stored of LOAN, BOOK, CHANGE, NOTICE (stored_items") for line in lines)
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
    said = capsys.readouterr().out
    for system in ("library", "museum"):
        assert f"{system} in production: " in said


def test_totals_keep_the_mix_of_the_load(ops: Ops, capsys: Printed, tmp_path: Path) -> None:
    file = tmp_path / "load.yaml"
    file.write_text("requests: {L1: 1, L3: 3}\n")
    assert ops("cost", "-s", "library", "--load", str(file), "--reads", "1000", "--writes", "30", "--json") == 0
    (system,) = json.loads(capsys.readouterr().out)
    requests = {pattern["id"]: pattern["requests"] for table in system["tables"] for pattern in table["patterns"]}
    reads = {"L1": 250, "L3": 750}
    writes = dict.fromkeys(("L5", "L6", "L7", "L8c", "L9", "L16"), 5)
    assert {id: count for id, count in requests.items() if count} == {**reads, **writes}


def test_programs_get_every_figure(ops: Ops, capsys: Printed) -> None:
    assert ops("cost", "-s", "museum", "--environment", "local", "--reads", "3000000", "--json") == 0
    (system,) = json.loads(capsys.readouterr().out)
    assert system["prices"] == {"region": "ap-northeast-1", "as_of": "November 2026", "unconfirmed": ["backup_gb_month"]}
    assert (system["system"], system["environment"], system["key_usd"]) == ("museum", "local", 1.0)
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
    said = capsys.readouterr().err
    assert (codes(said), said.count("\n")) == ([code], 1)


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
    said = capsys.readouterr().err
    assert message in said
    assert "Traceback" not in said
