"""Behaviour of all commands: terminals, colour, closed pipes, Ctrl-C, errors."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Dynawright, environ

COLOUR = re.compile(r"\x1b\[[0-9;]*3[0-7]")
CONTROL = "\x1b"


def in_terminal(*arguments: str, **more: str) -> tuple[int, str]:
    """Run the command in a terminal; return its status and all that the terminal got."""
    controller, terminal = pty.openpty()
    command = [sys.executable, "-m", "dynawright", *arguments]
    variables = environ(**{"TERM": "xterm-256color", "COLUMNS": "80", **more})
    child = subprocess.Popen(command, env=variables, stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True)
    os.close(terminal)
    parts = []
    while True:
        try:
            part = os.read(controller, 65536)
        except OSError:  # Linux's end of file of a terminal
            break
        if not part:
            break
        parts.append(part)
    os.close(controller)
    return child.wait(), b"".join(parts).decode()


@pytest.mark.usefixtures("application")
def test_a_terminal_gets_a_live_line_in_colour() -> None:
    status, text = in_terminal("synth", "--system", "orders")
    assert status == 0, text
    assert "✓" in text
    assert COLOUR.search(text)


@pytest.mark.usefixtures("application")
def test_without_colour_the_line_is_still_live() -> None:
    status, text = in_terminal("synth", "--system", "orders", NO_COLOR="1")
    assert status == 0, text
    assert "✓" in text
    assert not COLOUR.search(text)


@pytest.mark.usefixtures("application")
def test_without_a_terminal_lines_are_plain(process: Dynawright) -> None:
    done = process("synth", "--system", "orders", TERM="xterm-256color", GITHUB_ACTIONS="true")
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"• synthesize orders for local … 1 stacks, [0-9.]+ s\nwritten to cdktf\.out\n", done.stdout)
    assert CONTROL not in done.stdout + done.stderr


def test_help_without_a_terminal_is_plain(process: Dynawright) -> None:
    assert CONTROL not in process("--help", TERM="xterm-256color", GITHUB_ACTIONS="true").stdout


@pytest.mark.parametrize("arguments", [["--help"], ["cost", "--help"], ["replay", "run", "--help"]])
def test_a_narrow_terminal_is_not_exceeded(process: Dynawright, arguments: list[str]) -> None:
    done = process(*arguments, COLUMNS="40")
    assert done.returncode == 0
    assert max(map(len, done.stdout.splitlines())) <= 40


@pytest.mark.usefixtures("application")
def test_a_narrow_terminal_shows_steps() -> None:
    status, text = in_terminal("synth", "--system", "orders", COLUMNS="40")
    assert (status, "Traceback" in text) == (0, False)


def alarms(count: int) -> str:
    """Return a plan with so many findings."""
    change = {"actions": ["create"], "before": None, "after": {"namespace": "AWS/DynamoDB", "metric_name": "UserErrors"}}
    alarm = {"type": "aws_cloudwatch_metric_alarm", "mode": "managed", "change": change}
    entries = [{**alarm, "address": f"aws_cloudwatch_metric_alarm.a{number}"} for number in range(count)]
    return json.dumps({"format_version": "1.2", "planned_values": {}, "resource_changes": entries})


@pytest.mark.parametrize("count", [1, 2000], ids=["less than a buffer", "more than a pipe holds"])
def test_a_closed_pipe_ends_it_quietly(tmp_path: Path, count: int) -> None:
    (tmp_path / "plan.json").write_text(alarms(count))
    command = [sys.executable, "-m", "dynawright", "rules", str(tmp_path / "plan.json")]
    child = subprocess.Popen(command, env=environ(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stdout is not None
    child.stdout.close()
    assert child.stderr is not None
    assert (child.stderr.read(), child.wait()) == ("", 1)
    child.stderr.close()


def test_ctrl_c_stops_everything_that_was_started(application: Path, terraform_log: Path, tmp_path: Path) -> None:
    binary, pids = tmp_path / "bin" / "terraform", tmp_path / "pids"
    os.mkfifo(pids)
    version = """[ "$1" = version ] && echo '{"terraform_version": "1.11.0"}' && exit 0"""
    binary.write_text(f"#!/bin/sh\n{version}\nsleep 600 &\necho $$ $! > '{pids}'\nwait\n")
    command = [sys.executable, "-m", "dynawright", "plan", "-e", "production", "-s", "orders"]
    child = subprocess.Popen(
        command, env=environ(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    started = pids.read_text().split()  # waits until Terraform runs
    os.killpg(child.pid, signal.SIGINT)  # as a terminal does
    _, errors = child.communicate()
    assert child.returncode == 130
    assert errors.strip().splitlines() == ["interrupted: everything that was started has been stopped"]
    assert [pid for pid in started if is_running(pid)] == []


def is_running(pid: str) -> bool:
    """Return whether a process runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["synth", "-e", "prodction"], r"DW\d+"),
        (["synth", "-s", "order"], "DW801"),
        (["demo", "-s", "order"], "DW801"),
        (["rules", "missing.json"], r"DW\d+"),
        (["guard", "missing.json"], r"DW\d+"),
    ],
)
def test_a_mistake_has_a_code_and_no_traceback(application: Path, process: Dynawright, arguments: list[str], code: str) -> None:
    done = process(*arguments)
    assert done.returncode == 2
    assert [line for line in done.stderr.splitlines() if not re.match(rf"error\[{code}\] ", line)] == []
    assert done.stderr


def test_only_the_warnings_of_the_system_that_was_asked_for_are_shown(application: Path, process: Dynawright) -> None:
    shop = application / "stacks" / "shop"
    shop.mkdir()
    unread = '[Entity("UNREAD", PK="U#{id}", attributes={"id": "S"})]'
    (shop / "model.py").write_text(
        "from dynawright.model import Entity, Key, System, TableModel\n"
        f'SYSTEM = System("shop", [TableModel("shop", partition_key=Key("PK"), entities={unread})])\n'
    )
    (shop / "stack.py").write_text(
        "from dynawright.constructs.encryption import EncryptionKey\n"
        "from dynawright.stack import SystemStack\nfrom . import model\n"
        "class ShopStack(SystemStack):\n"
        "    system = model.SYSTEM\n"
        "    def __init__(self, scope, environment):\n"
        "        super().__init__(scope, environment)\n"
        '        self.table("Shop", model.SYSTEM.tables[0], key=EncryptionKey(self, "Key", name="k", settings=self.settings.encryption))\n'
    )
    assert "warning[DW262] stacks/shop/model.py:2 entity UNREAD" in process("synth", "-s", "shop").stderr
    assert process("synth", "-s", "orders").stderr == ""


def test_python_m_main_and_the_script_are_the_same() -> None:
    script = Path(sys.executable).parent / "dynawright"
    done = subprocess.run([script, "--help"], env=environ(COLUMNS="80"), capture_output=True, text=True, check=False)
    module = subprocess.run(
        [sys.executable, "-m", "dynawright", "--help"], env=environ(COLUMNS="80"), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, module.stdout)
