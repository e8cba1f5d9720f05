"""Children react to signals even if their parent was told to ignore them, as under nohup."""

import signal
import subprocess
import sys

import pytest

CHILD = "import signal; print(signal.getsignal(signal.Signals[{name!r}]) is signal.SIG_IGN)"
PARENT = """
import os, signal, subprocess, sys
number = signal.Signals[{name!r}]
signal.signal(number, signal.SIG_IGN)
from dynawright.signals import start_children_with_default_signals
start_children_with_default_signals()
os.kill(os.getpid(), number)
print("alive", flush=True)
subprocess.run([sys.executable, "-c", {child!r}], check=True)
"""


@pytest.mark.parametrize("name", ["SIGINT", "SIGHUP", "SIGQUIT", "SIGTERM"])
def test_the_parent_ignores_the_signal_and_its_child_does_not(name: str) -> None:
    parent = PARENT.format(name=name, child=CHILD.format(name=name))
    done = subprocess.run([sys.executable, "-c", parent], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("alive\nFalse\n", "")


def test_a_signal_that_is_not_ignored_is_left_alone() -> None:
    before = signal.getsignal(signal.SIGINT)
    from dynawright.signals import start_children_with_default_signals

    start_children_with_default_signals()
    assert signal.getsignal(signal.SIGINT) is before
