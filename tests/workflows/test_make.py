"""Requirements of pipelines on make: stdout for programs, and user texts that are never executed."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import ROOT

PYTHON = """#!/bin/sh
# Replaces the machine's Python and the one it sets up; tells nothing, as pip does with -qq.
case "$*" in
  "-m venv "*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" && cp "$(dirname "$0")/dynawright" "$3/bin/dynawright" ;;
esac
"""
DYNAWRIGHT = """#!/bin/sh
printf '%s' "$DYNAWRIGHT_SYSTEM" > asked
echo '["foundation"]'
"""


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    """A machine on which nothing is set up yet, with a Python that sets nothing up either."""
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements" / "dev.txt").write_text("")
    (tmp_path / "bin").mkdir()
    for name, script in (("python3", PYTHON), ("dynawright", DYNAWRIGHT)):
        (tmp_path / "bin" / name).write_text(script)
        (tmp_path / "bin" / name).chmod(0o755)
    return tmp_path


def make(folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    environ = {**kept, "PYTHON": str(folder / "bin" / "python3"), "BASE": "HEAD", **variables}
    return subprocess.run(["make", "--silent", "affected"], cwd=folder, env=environ, capture_output=True, text=True, check=False)


def test_a_machine_that_sets_itself_up_prints_only_the_answer(fresh: Path) -> None:
    done = make(fresh)
    assert (done.returncode, done.stdout) == (0, '["foundation"]\n'), done.stderr
    assert "Setting up" in done.stderr


@pytest.mark.parametrize("text", ["$(shell touch run)", "`touch run`", "; touch run", "$$(touch run)"])
def test_the_name_of_a_system_is_passed_on_as_it_is(fresh: Path, text: str) -> None:
    make(fresh, SYSTEM=text)
    assert (fresh / "asked").read_text() == text
    assert not (fresh / "run").exists()
