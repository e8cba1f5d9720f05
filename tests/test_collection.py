"""The tests run however pytest is started."""

import subprocess
import sys
from pathlib import Path


def test_tests_are_found_without_xdist(project_root: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-p", "no:xdist", "--collect-only", "tests/applied/test_validate.py"]
    done = subprocess.run(command, cwd=project_root, capture_output=True, text=True, check=False)
    assert (done.returncode, "1 test collected" in done.stdout) == (0, True), done.stdout
