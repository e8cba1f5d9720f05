"""`make demo` does its job, and leaves nothing behind when it is interrupted."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest


def start(application: Path, **environ: str) -> subprocess.Popen[str]:
    """The demo of one system; test_systems.py applies them all."""
    return subprocess.Popen(
        [sys.executable, "-m", "dynawright", "demo"],
        cwd=application,
        env={**os.environ, "DYNAWRIGHT_SYSTEM": "orders", **environ},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def processes_of(mark: str) -> list[str]:
    """The command lines of what was started, directly or not, with that mark in its environment; read from /proc."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                environ = (entry / "environ").read_bytes()
                command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue
            if f"DYNAWRIGHT_DEMO_TEST={mark}".encode() in environ:
                found.append(command)
    return found


def test_the_demo_shows_every_pattern(needs_terraform: None, application: Path) -> None:
    demo = start(application)
    output, errors = demo.communicate()
    assert (demo.returncode, errors) == (0, "")
    assert [id for id in ("PO1", "PO2", "PO3", "PO4", "PO5", "PO6") if f"\n{id} " not in output] == []
    assert "\n6 access patterns of orders: 6 right, 0 wrong; 0 stream functions took 0 records, 0 given up. It took " in output
    assert "WRONG" not in output


def test_an_interrupted_demo_leaves_nothing_running(needs_terraform: None, application: Path) -> None:
    mark = str(os.getpid())
    demo = start(application, DYNAWRIGHT_DEMO_TEST=mark)
    while demo.poll() is None and not any("terraform apply" in one for one in processes_of(mark)):
        time.sleep(0.1)
    time.sleep(2)  # Terraform's provider is at work, too, by now
    assert len(processes_of(mark)) >= 3
    demo.send_signal(signal.SIGINT)
    _, errors = demo.communicate(timeout=60)
    assert demo.returncode == 130
    assert "interrupted: everything that was started has been stopped" in errors
    assert processes_of(mark) == []


@pytest.mark.parametrize(("name", "fix"), [("order", "Did you mean 'orders'?"), ("foundation", "orders")])
def test_a_system_that_there_is_not_is_named_before_anything_is_built(application: Path, name: str, fix: str) -> None:
    demo = start(application, DYNAWRIGHT_SYSTEM=name)
    output, errors = demo.communicate()
    assert (demo.returncode, output) == (2, "")
    assert f"'{name}'" in errors
    assert fix in errors


def test_without_terraform_it_says_what_is_missing_before_anything_is_built(application: Path) -> None:
    demo = start(application, DYNAWRIGHT_TERRAFORM="no-terraform")
    output, errors = demo.communicate()
    assert (demo.returncode, output) == (2, "")
    assert "`no-terraform` is not on PATH" in errors
