"""Several child processes at a time: all are stopped when one fails."""

import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from harness import process


def python(code: str) -> subprocess.CompletedProcess[str]:
    return process.run([sys.executable, "-c", code], folder=Path.cwd(), environ={})


def test_the_results_come_in_the_order_of_the_works() -> None:
    done = process.together([partial(python, "import time; time.sleep(0.2); print(1)"), partial(python, "print(2)")])
    assert [one.stdout for one in done] == ["1\n", "2\n"]


def test_the_others_are_stopped_when_one_fails(tmp_path: Path) -> None:
    finished = tmp_path / "finished"

    def fails() -> subprocess.CompletedProcess[str]:
        time.sleep(0.5)  # the other child is there by now
        raise RuntimeError("no")

    slow = f"import pathlib, time; time.sleep(20); pathlib.Path({str(finished)!r}).touch()"
    with pytest.raises(RuntimeError, match="no"):
        process.together([fails, lambda: python(slow)])
    assert not finished.exists()
