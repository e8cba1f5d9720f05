"""`make review` without Terraform."""

import os
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT


def review(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "dynawright", "review", *map(str, arguments)]
    environ = {**os.environ, "DYNAWRIGHT_ENV": "local", "DYNAWRIGHT_SYSTEM": "foundation"}
    return subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)


def test_a_fork_gets_access_and_scan(tmp_path: Path) -> None:
    done = review("--no-plan", "--base", "HEAD", "--out", tmp_path / "page.md", "--scan", tmp_path / "missing.md")
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "page.md").read_text()
    assert "No plan: it needs credentials, which forks don't get." in page
    assert "### Scan\n\n❌ No result: the scan did not get that far; see its log.\n" in page


def test_a_base_that_git_does_not_know_is_an_error(tmp_path: Path) -> None:
    done = review("--no-plan", "--base", "no-such-branch", "--out", tmp_path / "page.md")
    assert done.returncode == 2
    assert "no-such-branch" in done.stderr.splitlines()[-1]
    assert not (tmp_path / "page.md").exists()


def test_a_system_that_does_not_exist_is_an_error(tmp_path: Path) -> None:
    done = review("--no-plan", "--base", "HEAD", "--out", tmp_path / "page.md", "--system", "no_such_system")
    assert done.returncode == 2
    assert "no_such_system" in done.stderr
    assert not (tmp_path / "page.md").exists()
