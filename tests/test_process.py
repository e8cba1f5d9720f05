"""Several child processes at a time: all are stopped when one fails."""

import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from dynawright import process
from tests.waiting import wait_until


def python(code: str) -> subprocess.CompletedProcess[str]:
    return process.run([sys.executable, "-c", code], folder=Path.cwd(), environ={})


def test_the_results_come_in_the_order_of_the_works() -> None:
    done = process.together([partial(python, "import time; time.sleep(0.2); print(1)"), partial(python, "print(2)")])
    assert [result.stdout for result in done] == ["1\n", "2\n"]


def test_nothing_to_do_is_done_at_once() -> None:
    assert process.together([]) == []


def test_the_others_are_stopped_when_one_fails(tmp_path: Path) -> None:
    started, finished = tmp_path / "started", tmp_path / "finished"

    def fails() -> subprocess.CompletedProcess[str]:
        wait_until(started.exists)
        raise RuntimeError("no")

    slow = (
        f"import pathlib, time; pathlib.Path({str(started)!r}).touch(); time.sleep(20); pathlib.Path({str(finished)!r}).touch()"
    )
    with pytest.raises(RuntimeError, match="no"):
        process.together([fails, lambda: python(slow)])
    assert not finished.exists()


@pytest.mark.parametrize("interruption", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_an_interrupted_caller_leaves_nothing_running(tmp_path: Path, project_root: Path, interruption: signal.Signals) -> None:
    """Not even what ignores SIGINT, or what would come next."""
    program = f"""
from functools import partial
from pathlib import Path
from dynawright import process

process.GRACE_SECONDS = 0.5
folder = Path({str(tmp_path)!r})

def work(number, first):
    process.run(["bash", "-c", f"echo $$ > pid{{number}}; {{first}}sleep 60 & wait; wait"], folder=folder, environ={{}})
    process.run(["touch", "next"], folder=folder, environ={{}})

process.together([partial(work, 1, ""), partial(work, 2, "trap '' INT; ")])
"""
    caller = subprocess.Popen([sys.executable, "-c", program], cwd=project_root, stderr=subprocess.DEVNULL)
    pids = [tmp_path / "pid1", tmp_path / "pid2"]
    wait_until(lambda: all(file.exists() and file.read_text() for file in pids))
    caller.send_signal(interruption)
    assert caller.wait() in (128 + interruption, -interruption)
    wait_until(lambda: not any(group_is_running(int(file.read_text())) for file in pids))  # till init has reaped them
    assert not (tmp_path / "next").exists()


def test_a_signal_while_works_are_being_started_stops_them_all(tmp_path: Path, project_root: Path) -> None:
    program = f"""
import os, signal, time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from dynawright import process

pid = Path({str(tmp_path)!r}, "pid")

class Interrupted(ThreadPoolExecutor):
    def submit(self, *args, **kwargs):
        submitted = super().submit(*args, **kwargs)
        while not (pid.exists() and pid.read_text()):
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)
        return submitted

process.GRACE_SECONDS = 0.5
process.ThreadPoolExecutor = Interrupted
process.together([lambda: process.run(["bash", "-c", f"echo $$ > {{pid}}; sleep 20; touch finished"], folder=pid.parent, environ=os.environ)])
"""
    caller = subprocess.run([sys.executable, "-c", program], cwd=project_root, stderr=subprocess.PIPE, text=True, check=False)
    assert caller.returncode == -signal.SIGINT, caller.stderr
    pid = int((tmp_path / "pid").read_text())
    wait_until(lambda: not group_is_running(pid))
    assert not (tmp_path / "finished").exists()


def test_a_signal_while_the_child_is_being_started_stops_it_too(tmp_path: Path, project_root: Path) -> None:
    program = f"""
import os, signal, subprocess
from pathlib import Path
from dynawright import process

class Interrupted(subprocess.Popen):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        Path({str(tmp_path)!r}, "pid").write_text(str(self.pid))
        os.kill(os.getpid(), signal.SIGTERM)  # the child is not known yet

process.GRACE_SECONDS = 0.5
subprocess.Popen = Interrupted
process.run(["sleep", "60"], folder=Path.cwd(), environ=os.environ)
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=project_root, check=False)
    assert done.returncode == 128 + signal.SIGTERM
    wait_until(lambda: not group_is_running(int((tmp_path / "pid").read_text())))


def group_is_running(leader: int) -> bool:
    try:
        os.killpg(leader, 0)
    except ProcessLookupError:
        return False
    return True
