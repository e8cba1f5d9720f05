"""`make demo` does its job, and leaves nothing behind when it is interrupted."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from stacks.systems import SYSTEMS


def start(project_root: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "harness.demo"],
        cwd=project_root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def processes_of(session: int) -> list[str]:
    """The command lines of what runs in a session or was started by it, read from /proc."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                environ = (entry / "environ").read_bytes()
                command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue
            if f"TABLESTAKES_DEMO_TEST={session}".encode() in environ:
                found.append(command)
    return found


def test_the_demo_shows_every_pattern_of_every_system(needs_terraform: None, project_root: Path) -> None:
    demo = start(project_root)
    output, errors = demo.communicate()
    assert (demo.returncode, errors) == (0, "")
    for system in SYSTEMS:
        for _, pattern in system.access_patterns:
            assert f"\n{pattern.id} " in output
    assert ", 0 wrong. It took " in output
    assert "WRONG" not in output


def test_an_interrupted_demo_leaves_nothing_running(needs_terraform: None, project_root: Path) -> None:
    mark = str(os.getpid())
    os.environ["TABLESTAKES_DEMO_TEST"] = mark
    try:
        demo = start(project_root)
        assert demo.stdout is not None
        said = ""
        while "terraform apply" not in said:
            said += demo.stdout.read(1)
        time.sleep(2)  # Terraform and its provider are at work by now
        demo.send_signal(signal.SIGINT)
        _, errors = demo.communicate(timeout=60)
    finally:
        del os.environ["TABLESTAKES_DEMO_TEST"]
    assert demo.returncode == 130
    assert "interrupted: everything that was started has been stopped" in errors
    assert processes_of(int(mark)) == []
