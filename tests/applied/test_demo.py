"""`make demo` does its job, and leaves nothing behind when it is interrupted."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from stacks.ai_chef.model import SYSTEM


def start(project_root: Path, **environ: str) -> subprocess.Popen[str]:
    """The demo of one system; test_systems.py applies them all."""
    return subprocess.Popen(
        [sys.executable, "-m", "dynawright", "demo"],
        cwd=project_root,
        env={**os.environ, "DYNAWRIGHT_SYSTEM": "ai_chef", **environ},
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


def test_the_demo_shows_every_pattern(needs_terraform: None, project_root: Path) -> None:
    demo = start(project_root)
    output, errors = demo.communicate()
    assert (demo.returncode, errors) == (0, "")
    assert [pattern.id for _, pattern in SYSTEM.access_patterns if f"\n{pattern.id} " not in output] == []
    assert "\n7 access patterns of ai_chef: 7 right, 0 wrong; 0 stream functions took 0 records, 0 given up. It took " in output
    assert "WRONG" not in output


def test_an_interrupted_demo_leaves_nothing_running(needs_terraform: None, project_root: Path) -> None:
    mark = str(os.getpid())
    demo = start(project_root, DYNAWRIGHT_DEMO_TEST=mark)
    while demo.poll() is None and not any("terraform apply" in one for one in processes_of(mark)):
        time.sleep(0.1)
    time.sleep(2)  # Terraform's provider is at work, too, by now
    assert len(processes_of(mark)) >= 3
    demo.send_signal(signal.SIGINT)
    _, errors = demo.communicate(timeout=60)
    assert demo.returncode == 130
    assert "interrupted: everything that was started has been stopped" in errors
    assert processes_of(mark) == []


@pytest.mark.parametrize(("name", "near"), [("shopp", "; did you mean 'shop'?"), ("foundation", "")])
def test_a_system_that_there_is_not_is_named_before_anything_is_built(project_root: Path, name: str, near: str) -> None:
    demo = start(project_root, DYNAWRIGHT_SYSTEM=name)
    output, errors = demo.communicate()
    there_is = "ai_chef, feature_flags, miyabi_lambda, miyabi_progress, shop"
    assert (demo.returncode, output, errors) == (2, "", f"error: there is no system '{name}'; there is {there_is}{near}\n")


def test_without_terraform_it_synthesizes_and_says_what_is_missing(project_root: Path, tmp_path: Path) -> None:
    demo = start(project_root, PATH=str(tmp_path))
    output, errors = demo.communicate()
    assert demo.returncode == 2
    assert "Synthesizing all systems for the local environment … " in output
    assert "error: `terraform` is not on PATH: Terraform 1.11 or newer is needed" in errors
    assert "install it from https://developer.hashicorp.com/terraform/install" in errors
