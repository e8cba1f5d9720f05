"""`dynawright-terraform`, with a Terraform that only logs its calls."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from dynawright.deploy.judging_terraform import INSIDE, QUESTION, judging_terraform
from dynawright.errors import UserError
from tests.cli.conftest import Dynawright, environ
from tests.problems import refused

Run = Callable[..., int]
DESTROYED = {"name": "orders", "hash_key": "PK"}
HARMFUL = {
    "resource_changes": [
        {
            "address": "aws_dynamodb_table.t",
            "type": "aws_dynamodb_table",
            "mode": "managed",
            "change": {"actions": ["delete"], "before": DESTROYED, "after": None},
        }
    ]
}


@pytest.fixture
def stack(application: Path, dynawright: Dynawright, terraform_log: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a stack, in which cdktf starts Terraform."""
    assert dynawright("synth", "-e", "production", "-s", "orders").returncode == 0
    folder = application / "cdktf.out" / "stacks" / "orders-production"
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def run(stack: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    def call(*arguments: str, answer: str = "", **more: str) -> int:
        with monkeypatch.context() as patch:
            patch.setattr(os, "environ", environ(**{"DYNAWRIGHT_ENV": "production", **more}))
            patch.setattr(sys, "stdin", io.StringIO(answer))
            return judging_terraform(arguments)

    return call


def asked(log: Path) -> list[list[str]]:
    """Return the words of each call, without the names of files that only this run has."""
    lines = log.read_text().splitlines() if log.exists() else []
    return [[word.partition("=")[0] if "dynawright-" in word else word for word in line.split()[1:]] for line in lines]


def test_apply_plans_judges_and_applies_just_that_plan(run: Run, terraform_log: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run("apply", "-auto-approve", "-no-color", "-var", "a=b") == 0
    assert [words[0] for words in asked(terraform_log)] == ["plan", "show", "apply"]
    planned, _, applied = asked(terraform_log)
    assert planned[1:] == ["-no-color", "-var=a=b", "-detailed-exitcode", "-out"]
    assert applied[1:-1] == ["-no-color"]
    said = capfd.readouterr().out
    assert "rules: nothing is found\nguard: nothing that destroys data or service\n" in said


@pytest.mark.parametrize(("answer", "applied"), [("yes\n", True), ("no\n", False), ("", False)])
def test_apply_asks_in_terraforms_words(
    run: Run, terraform_log: Path, capfd: pytest.CaptureFixture[str], answer: str, applied: bool
) -> None:
    assert run("apply", answer=answer) == (0 if applied else 1)
    assert QUESTION in capfd.readouterr().out
    assert ("apply" in [words[0] for words in asked(terraform_log)]) == applied


@pytest.mark.parametrize("more", [{"TF_INPUT": "0"}, {"TF_CLI_ARGS_apply": "-input=false"}])
def test_without_input_nothing_is_approved(run: Run, terraform_log: Path, more: dict[str, str]) -> None:
    assert run("apply", answer="yes\n", **more) == 1
    assert [words[0] for words in asked(terraform_log)] == ["plan", "show"]


@pytest.mark.parametrize("command", ["plan", "apply"])
def test_what_the_guard_refuses_is_not_applied(run: Run, terraform_log: Path, tmp_path: Path, command: str) -> None:
    (tmp_path / "plan.json").write_text(json.dumps(HARMFUL))
    options = ["-out=plan"] if command == "plan" else ["-auto-approve"]
    assert run(command, *options) == 1
    assert [words[0] for words in asked(terraform_log)] == ["plan", "show"]
    assert not Path("plan").exists()


def test_what_a_rule_finds_is_not_applied(run: Run, stack: Path, terraform_log: Path) -> None:
    file = stack / "cdk.tf.json"
    content = json.loads(file.read_text())
    for table in content["resource"]["aws_dynamodb_table"].values():
        table["deletion_protection_enabled"] = False
    file.write_text(json.dumps(content))
    assert run("apply", "-auto-approve") == 1
    assert [words[0] for words in asked(terraform_log)] == ["plan", "show"]


def test_a_plan_that_was_saved_is_judged_too(run: Run, terraform_log: Path, tmp_path: Path) -> None:
    assert run("plan", "-out=saved") == 0
    assert run("apply", "saved") == 0
    assert [words[0] for words in asked(terraform_log)] == ["plan", "show", "show", "apply"]
    (tmp_path / "plan.json").write_text(json.dumps(HARMFUL))
    assert run("apply", "saved") == 1


def test_another_folder_is_no_stack(run: Run, application: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, environment in (("orders-production", "local"), ("ordres-production", "production")):
        folder = application / "elsewhere" / name
        folder.mkdir(parents=True)
        monkeypatch.chdir(folder)
        assert refused(lambda: run("apply", DYNAWRIGHT_ENV=environment)) == [("DW414", f"stack {name}", environment)]  # noqa: B023


def test_it_does_not_start_itself(run: Run) -> None:
    with pytest.raises(UserError) as raised:
        run("apply", **{INSIDE: "1"})
    assert [problem.code for problem in raised.value.problems] == ["DW401"]


def test_other_commands_are_terraforms_own(stack: Path, terraform_log: Path) -> None:
    command = [sys.executable, "-m", "dynawright.deploy.judging_terraform", "output", "-json"]
    assert subprocess.run(command, env=environ(), check=False).returncode == 0
    assert asked(terraform_log) == [["output", "-json"]]
