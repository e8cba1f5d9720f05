"""An empty or incomplete audit fails."""

import json
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT

LOCKED = "a-package==1.0 \\\n    --hash=sha256:00\nB_Package[extra]==2.0 \\\n    --hash=sha256:00\n    # via a-package\n"
Audit = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def audit(tmp_path: Path) -> Audit:
    """Runs the command with a pip-audit that answers as told: the real one needs PyPI."""
    locked = tmp_path / "app.txt"
    locked.write_text(LOCKED)

    def run(*dependencies: dict[str, Any], instead: str = "") -> subprocess.CompletedProcess[str]:
        fake = tmp_path / "pip-audit"
        answer = f"cat <<'END'\n{json.dumps({'dependencies': dependencies})}\nEND"
        fake.write_text(f"#!/bin/sh\n{instead or answer}\n")
        fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
        command = [sys.executable, "-m", "tools.audit", str(fake), str(locked)]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    return run


A: dict[str, Any] = {"name": "a-package", "version": "1.0", "vulns": []}
B: dict[str, Any] = {"name": "b-package", "version": "2.0", "vulns": []}


def test_all_packages_without_a_flaw_pass(audit: Audit) -> None:
    done = audit(A, B)
    assert (done.returncode, done.stdout) == (0, "2 Python packages audited, 0 vulnerable\n")


def test_a_flaw_fails_and_is_named(audit: Audit) -> None:
    done = audit(A, {**B, "vulns": [{"id": "GHSA-1"}]})
    assert done.returncode == 1
    assert "app.txt: b-package 2.0: GHSA-1\n2 Python packages audited, 1 vulnerable\n" in done.stdout


def test_a_package_that_was_not_asked_about_fails(audit: Audit) -> None:
    for answered in ((A,), (A, {"name": "b-package", "skip_reason": "not found"}), (A, {**B, "version": "1.9"})):
        done = audit(*answered)
        assert done.returncode == 2
        assert "app.txt: not everything could be audited: b-package" in done.stderr


def test_no_answer_at_all_fails(audit: Audit) -> None:
    done = audit(instead="echo 'no connection' >&2; exit 1")
    assert (done.returncode, "app.txt: could not be audited: no connection" in done.stderr) == (2, True)
    done = audit(instead="exit 0")
    assert (done.returncode, "app.txt: could not be audited: it answered nothing" in done.stderr) == (2, True)


def test_the_real_tool_fails_where_it_reaches_no_index(audit_tools: Path, tmp_path: Path) -> None:
    """A name that no index has: the real pip-audit must refuse it, online and offline."""
    locked = tmp_path / "app.txt"
    locked.write_text("dynawright-no-such-package==1.0 --hash=sha256:" + "0" * 64 + "\n")
    command = [sys.executable, "-m", "tools.audit", str(audit_tools / "pip-audit"), str(locked)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, "could not be audited" in done.stderr) == (2, True), done.stderr
