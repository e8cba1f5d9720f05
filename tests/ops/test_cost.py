"""`ops cost`: readable, for programs, and what it says to mistakes."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.problems import codes

Ops = Callable[..., int]
Printed = pytest.CaptureFixture[str]


def test_both_modes_stand_side_by_side(ops: Ops, capsys: Printed) -> None:
    assert ops("cost", "-s", "miyabi_progress") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "miyabi_progress in production: US dollars a month, prices of ap-northeast-1 as of November 2026"
    (report,) = [line.split() for line in lines if line.startswith("PT6 ")]
    assert report[-3:] == ["2.860", "13,000,000", "37.18"]
    (writes,) = [line.split() for line in lines if line.startswith("writes of StatusIndex")]
    assert writes == ["writes", "of", "StatusIndex", "4.95", "9.29", "4.33", "8", "62", "%", "28.8", "%"]
    assert "  miyabi-tasks-production: provisioned is cheaper by 19.21 (as chosen)" in lines
    assert any(line.startswith("Nobody said how many are stored of PROJECT, TASK_COUNT (stored_items") for line in lines)
    assert "No quotation of AWS was found for: backup_gb_month." in lines


def test_without_a_load_each_request_has_its_price(ops: Ops, capsys: Printed) -> None:
    assert ops("cost", "-s", "feature_flags") == 0
    lines = capsys.readouterr().out.splitlines()
    (evaluation,) = [line.split() for line in lines if line.startswith("PF7 ")]
    assert evaluation[-6:] == ["1", "write,", "1", "write", "GSI1-FLAGS-INDEX", "1.430"]
    assert "No load: give --load <file>, or --reads and --writes, to see a month." in lines
    assert not any("provisioned is cheaper" in line for line in lines)


def test_all_systems_are_shown_unless_one_is_named(ops: Ops, capsys: Printed) -> None:
    assert ops("cost") == 0
    said = capsys.readouterr().out
    for system in ("ai_chef", "feature_flags", "miyabi_lambda", "miyabi_progress", "shop"):
        assert f"{system} in production: " in said


def test_totals_keep_the_mix_of_the_load(ops: Ops, capsys: Printed, tmp_path: Path) -> None:
    file = tmp_path / "load.yaml"
    file.write_text("requests: {PA1: 1, PA5: 3}\n")
    assert ops("cost", "-s", "ai_chef", "--load", str(file), "--reads", "1000", "--writes", "30", "--json") == 0
    (found,) = json.loads(capsys.readouterr().out)
    requests = {one["id"]: one["requests"] for table in found["tables"] for one in table["patterns"]}
    assert requests == {"PA1": 250, "PA2": 7.5, "PA3": 7.5, "PA4": 7.5, "PA5": 750, "PA6": 7.5, "PA7": 0}


def test_programs_get_every_figure(ops: Ops, capsys: Printed) -> None:
    assert ops("cost", "-s", "ai_chef", "--environment", "staging", "--reads", "3000000", "--json") == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["prices"] == {
        "region": "ap-northeast-1",
        "as_of": "November 2026",
        "unconfirmed": ["backup_gb_month", "STANDARD_INFREQUENT_ACCESS"],
    }
    assert (found["system"], found["environment"], found["key_usd"]) == ("ai_chef", "staging", 1.0)
    sessions, results = found["tables"]
    assert sessions["name"] == "ai-chef-sessions-staging"
    assert sessions["patterns"][0]["units"] == {"reads": {"table": 0.5}, "writes": {}}
    assert sessions["on_demand_usd"] == pytest.approx(0.5 * 0.1425 * 1.25)
    assert {(one["index"], one["kind"]) for one in results["throughput"]} == {
        (index, kind) for index in (None, "sessionId-index") for kind in ("read", "write")
    }


def test_another_regions_prices_are_used_when_asked_for(ops: Ops, capsys: Printed) -> None:
    assert ops("cost", "-s", "shop", "--region", "us-east-1") == 0
    assert "prices of us-east-1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["-s", "shp"], "DW801"), (["--reads", "5"], "DW803"), (["-s", "shop", "--region", "eu-west-1"], "DW705")],
)
def test_a_mistake_is_said_in_one_line(ops: Ops, capsys: Printed, arguments: list[str], code: str) -> None:
    assert ops("cost", *arguments) == 2
    said = capsys.readouterr().err
    assert (codes(said), said.count("\n")) == ([code], 1)


@pytest.mark.parametrize("count", ["-5", "1.5", "many"])
def test_a_count_is_a_whole_number(ops: Ops, capsys: Printed, count: str) -> None:
    assert ops("cost", "-s", "shop", f"--reads={count}") == 2
    assert capsys.readouterr().err.startswith("error[DW802] Invalid value for '--reads'")


def test_all_mistakes_of_a_load_are_said_with_their_lines(ops: Ops, capsys: Printed, tmp_path: Path) -> None:
    file = tmp_path / "load.yaml"
    file.write_text(
        "requests:\n"
        "  PA1: -1\n"
        "  PA99: 5\n"
        "  PA2: many\n"
        "  PA3: true\n"
        "items_per_request: {PA7: 0}\n"
        "item_bytes: {SESSION: 5, RESULT: 500000}\n"
        "stored_items: 7\n"
        "request: {}\n"
    )
    assert ops("cost", "-s", "ai_chef", "--load", str(file)) == 2
    lines = [line.split(": ")[0] for line in capsys.readouterr().err.splitlines()]
    assert lines == [
        f"error[DW706] load.yaml:{place}"
        for place in (
            "2 requests.PA1",
            "3 requests.PA99",
            "4 requests.PA2",
            "5 requests.PA3",
            "6 items_per_request.PA7",
            "7 item_bytes.SESSION",
            "7 item_bytes.RESULT",
            "8 stored_items",
            "9 request",
        )
    ]


@pytest.mark.parametrize(("text", "message"), [(None, "can't be read"), ("", "the file is empty"), ("a: [", "not valid YAML")])
def test_a_load_that_is_none_is_said(ops: Ops, capsys: Printed, tmp_path: Path, text: str | None, message: str) -> None:
    file = tmp_path / "load.yaml"
    if text is not None:
        file.write_text(text)
    assert ops("cost", "-s", "ai_chef", "--load", str(file)) == 2
    said = capsys.readouterr().err
    assert message in said
    assert "Traceback" not in said
