"""The guard on any plan: its input and output."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Dynawright, example

DESTROYED = {
    "address": "aws_dynamodb_table.orders",
    "mode": "managed",
    "type": "aws_dynamodb_table",
    "change": {"actions": ["delete"], "before": {"name": "orders-production"}, "after": None, "after_unknown": {}},
}


def plan(*entries: Any) -> str:
    return json.dumps({"format_version": "1.2", "planned_values": {}, "resource_changes": list(entries)})


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)  # no application there
    return tmp_path


def test_the_example_refuses_a_destroyed_table(folder: Path, dynawright: Dynawright) -> None:
    (folder / "plan.json").write_text(plan(DESTROYED))
    done = dynawright(*example("guard"))
    assert (done.returncode, done.stderr) == (1, "")
    (verdict,) = json.loads(done.stdout)
    assert [(entry["name"], entry["address"]) for entry in verdict["refused"]] == [
        ("table-destroyed", "aws_dynamodb_table.orders")
    ]
    assert (verdict["plan"], verdict["approved"], verdict["remarks"]) == ("plan.json", [], [])


def test_a_harmless_plan_passes(folder: Path, dynawright: Dynawright) -> None:
    (folder / "plan.json").write_text(plan())
    done = dynawright("guard", "plan.json")
    assert (done.returncode, done.stdout, done.stderr) == (0, "guard: nothing that destroys data or service\n", "")


def test_several_plans_are_told_apart(folder: Path, dynawright: Dynawright) -> None:
    (folder / "good.json").write_text(plan())
    (folder / "bad.json").write_text(plan(DESTROYED))
    done = dynawright("guard", "good.json", "bad.json")
    lines = done.stdout.splitlines()
    assert (done.returncode, lines[0], lines[2]) == (1, "good.json:", "bad.json:")
    assert lines[3].startswith("refused: aws_dynamodb_table.orders ")


def test_the_verdict_is_written_as_markdown(folder: Path, dynawright: Dynawright) -> None:
    (folder / "plan.json").write_text(plan(DESTROYED))
    assert dynawright("guard", "plan.json", "--system", "orders", "--markdown", "new/out.md").returncode == 1
    assert (folder / "new" / "out.md").read_text().startswith("- ❌ `table-destroyed` `aws_dynamodb_table.orders`")


def test_an_approval_of_the_environment_counts(application: Path, process: Dynawright) -> None:
    (application / "plan.json").write_text(plan(DESTROYED))
    settings = application / "environments" / "production.yaml"
    today = datetime.now(UTC).date()
    approval = f"{{system: foundation, address: aws_dynamodb_table.orders, finding: table-destroyed, reason: the items were moved, expires: {today}}}"
    settings.write_text(f"{settings.read_text()}approvals: [{approval}]\n")
    done = process("guard", "plan.json", "-e", "production", "--json")
    assert done.returncode == 0, done.stderr
    (verdict,) = json.loads(done.stdout)
    assert [(entry["name"], entry["reason"], entry["expires"]) for entry in verdict["approved"]] == [
        ("table-destroyed", "the items were moved", str(today))
    ]
    assert process("guard", "plan.json", "-e", "production", "-s", "another").returncode == 1


@pytest.mark.parametrize(
    "content",
    [
        "{}",
        '{"planned_values": {}}',
        '{"resource_changes": null}',
        '{"resource_changes": "x"}',
        '{"resource_changes": [{"address": "a"}]}',
        '{"resource_changes": [], "errored": true}',
        '{"resource_ch',
        "[]",
        "PK\x03\x04",  # a saved plan without the folder that it was made in
    ],
)
def test_what_is_no_plan_is_an_error_not_a_pass(folder: Path, dynawright: Dynawright, content: str) -> None:
    (folder / "plan.json").write_text(content)
    done = dynawright("guard", "plan.json")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert re.match(r"error\[DW\d+\] plan\.json: ", done.stderr)


@pytest.mark.parametrize(
    ("content", "status"),
    [
        ({"format_version": "1.2", "planned_values": {"root_module": {}}}, 0),
        ({**json.loads(plan(DESTROYED)), "configuration": None}, 1),
    ],
)
def test_a_plan_of_nothing_and_one_with_nulls_are_plans(
    folder: Path, dynawright: Dynawright, content: dict[str, Any], status: int
) -> None:
    (folder / "plan.json").write_text(json.dumps(content))
    assert dynawright("guard", "plan.json").returncode == status


def test_a_policy_that_is_no_json_is_a_finding(folder: Path, dynawright: Dynawright) -> None:
    before, after = ({"name": "q", "policy": text} for text in ("{}", "nonsense"))
    changed = {"actions": ["update"], "before": before, "after": after, "after_unknown": {}}
    entry = {"address": "aws_sqs_queue.q", "mode": "managed", "type": "aws_sqs_queue", "change": changed}
    (folder / "plan.json").write_text(plan(entry))
    done = dynawright("guard", "plan.json", "--json")
    assert (done.returncode, done.stderr) == (1, "")
    assert json.loads(done.stdout)[0]["refused"][0]["name"].startswith("access-unknown")


@pytest.mark.parametrize("words", [["missing.json"], ["plan.json", "--environment", "prodction"]])
def test_a_missing_file_or_environment_is_an_error(folder: Path, dynawright: Dynawright, words: list[str]) -> None:
    (folder / "plan.json").write_text(plan())
    done = dynawright("guard", *words)
    assert (done.returncode, done.stderr.startswith("error[DW")) == (2, True)
