"""The command line as a whole: help, completion, what it imports."""

import json
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.cli.conftest import Dynawright, commands, environ

HEAVY = ("aws_cdk", "boto3", "botocore", "cdktf", "copier", "jsii", "moto", "yaml")


def test_the_help_groups_the_commands(process: Dynawright) -> None:
    done = process("--help", COLUMNS="100")
    assert done.returncode == 0
    groups = re.findall(r"─ (Start here|Every day|Maintainers) ─", done.stdout)
    assert groups == ["Start here", "Every day", "Maintainers"]
    listed = re.findall(r"^│ ([a-z]+) ", done.stdout, re.MULTILINE)
    assert {name.split()[0] for name in commands()} <= set(listed)


@pytest.mark.parametrize("name", commands())
def test_every_command_has_an_example_that_a_test_runs(name: str) -> None:
    assert str(commands()[name].epilog).startswith(f"Example: dynawright {name}")
    tests = [path.read_text() for path in Path(__file__).parent.glob("test_*.py")]
    applied = (Path(__file__).parent.parent / "applied" / "test_demo.py").read_text()
    assert any(f'example("{name}"' in text for text in [*tests, applied])


def test_help_imports_nothing_heavy() -> None:
    program = "import sys, json, dynawright.cli as c\ntry: c.main()\nexcept SystemExit: print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program, "--help"], env=environ(), capture_output=True, text=True, check=True)
    modules = set(json.loads(done.stdout.splitlines()[-1]))
    assert "dynawright.cli.app" in modules
    assert modules.intersection(HEAVY) == set()


def test_the_version_is_that_of_the_package(process: Dynawright) -> None:
    done = process("--version")
    assert (done.returncode, done.stdout) == (0, f"dynawright {version('dynawright')}\n")


def test_without_arguments_it_shows_the_help(process: Dynawright) -> None:
    done = process()
    assert (done.returncode, done.stderr) == (2, "")
    assert "Start here" in done.stdout


@pytest.mark.parametrize("arguments", [["rulez"], ["rules"], ["rules", "--nope"], ["cost", "--reads", "many"]])
def test_a_wrong_call_is_one_line_with_status_2(process: Dynawright, arguments: list[str]) -> None:
    done = process(*arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("error[DW802] ")


@pytest.mark.usefixtures("application")
@pytest.mark.parametrize(
    ("words", "completed"),
    [("dynawright des", {"destroy"}), ("dynawright synth -e ", {"local", "production"}), ("dynawright synth -s ", {"orders"})],
)
def test_the_shell_completes(process: Dynawright, words: str, completed: set[str]) -> None:
    at = str(len(words.split(" ")) - 1)
    done = process(_DYNAWRIGHT_COMPLETE="complete_bash", COMP_WORDS=words, COMP_CWORD=at)
    assert set(done.stdout.split()) == completed
