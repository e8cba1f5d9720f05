"""`python -m dynawright.guard`: what it takes and what it answers."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.conftest import ROOT


def plan(*changes: dict[str, Any]) -> dict[str, Any]:
    return {"format_version": "1.2", "resource_changes": list(changes)}


DESTROYED = {
    "address": "aws_dynamodb_table.orders",
    "mode": "managed",
    "type": "aws_dynamodb_table",
    "change": {"actions": ["delete"], "before": {"name": "orders"}, "after": None, "after_unknown": {}},
}


def guard(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "dynawright", "guard", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_harmless_plan_passes(tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_text(json.dumps(plan()))
    done = guard(tmp_path / "plan.json", "--environment", "production")
    assert (done.returncode, done.stdout, done.stderr) == (0, "guard: nothing that destroys data or service\n", "")


def test_a_destructive_plan_fails_and_is_written_as_markdown(tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_text(json.dumps(plan(DESTROYED)))
    done = guard(tmp_path / "plan.json", "--system", "orders", "--markdown", tmp_path / "out.md")
    assert done.returncode == 1
    assert done.stdout.startswith(
        "refused: aws_dynamodb_table.orders (orders): table-destroyed: is destroyed\n  what happens: Every item"
    )
    assert done.stdout.endswith("guard: 1 finding\n")
    assert (tmp_path / "out.md").read_text().startswith("- ❌ `table-destroyed` `aws_dynamodb_table.orders`: `is destroyed`\n")


def test_what_is_no_plan_is_an_error_not_a_pass(tmp_path: Path) -> None:
    for name, content, problem in (
        ("empty.json", "{}", "this JSON is not a plan: it has no resource_changes; make it with `terraform show -json <plan>`"),
        ("nothing.json", '{"planned_values": {}}', "this JSON is not a plan: it has no resource_changes"),
        ("null.json", '{"resource_changes": null}', "this JSON is not a plan: it has no resource_changes"),
        ("text.json", '{"resource_changes": "x"}', "its resource_changes are not a list of changes"),
        ("odd.json", '{"resource_changes": [{"address": "a"}]}', "its resource_changes are not a list of changes"),
        ("half.json", '{"resource_changes": [], "errored": true}', "Terraform did not finish this plan"),
        ("cut.json", '{"resource_ch', "neither a saved plan nor its JSON"),
        ("list.json", "[]", "neither a saved plan nor its JSON"),
    ):
        (tmp_path / name).write_text(content)
        done = guard(tmp_path / name)
        assert (done.returncode, problem in done.stderr) == (2, True), done.stderr
    done = guard(tmp_path / "missing.json")
    assert (done.returncode, "cannot be read: No such file or directory" in done.stderr) == (2, True)


def test_a_plan_of_nothing_and_one_with_nulls_are_plans(tmp_path: Path) -> None:
    for content in ({"format_version": "1.2", "planned_values": {"root_module": {}}}, {**plan(DESTROYED), "configuration": None}):
        (tmp_path / "plan.json").write_text(json.dumps(content))
        assert guard(tmp_path / "plan.json").returncode == (1 if "resource_changes" in content else 0)


def test_a_policy_that_is_no_json_is_a_finding_and_no_traceback(tmp_path: Path) -> None:
    values = [{"name": "q", "policy": text} for text in ("{}", "nonsense")]
    changed = {"actions": ["update"], "before": values[0], "after": values[1], "after_unknown": {}}
    entry = {"address": "aws_sqs_queue.q", "mode": "managed", "type": "aws_sqs_queue", "change": changed}
    (tmp_path / "plan.json").write_text(json.dumps(plan(entry)))
    done = guard(tmp_path / "plan.json", "--markdown", tmp_path / "missing" / "out.md")
    assert (done.returncode, done.stderr) == (1, "")
    assert "access-unknown: policy is not JSON: 'nonsense'" in done.stdout
    assert (tmp_path / "missing" / "out.md").exists()


def test_a_saved_plan_needs_its_folder(tmp_path: Path) -> None:
    (tmp_path / "saved.tfplan").write_bytes(b"PK\x03\x04")
    done = guard(tmp_path / "saved.tfplan")
    assert done.returncode == 2
    assert "no folder above it is initialized; give the JSON that `terraform show -json` prints there" in done.stderr


def test_an_environment_that_there_is_not_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_text(json.dumps(plan()))
    done = guard(tmp_path / "plan.json", "--environment", "prodction")
    assert (done.returncode, "did you mean 'production'?" in done.stderr) == (2, True)
