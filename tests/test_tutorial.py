"""The tutorial works: each block is followed in an empty folder; the project passes its tests."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.how_to import Commands, steps

PAGE = ROOT / "docs" / "start" / "tutorial.md"
DEMO, TWIN = "dynawright demo", "dynawright synth --environment local"
"""What takes Terraform a minute; the mistakes it stops at are the same. The page ends with tests."""


def follow(folder: Path, changed: Callable[[str], str]) -> tuple[Path, list[str]]:
    """Do what the page says; return the folder that it leads to and what each command printed."""
    printed = []
    for step in steps(PAGE.read_text()):
        if isinstance(step, Commands):
            done = _run(f"{changed(step.text)}\npwd >&2", folder)
            printed.append(done.stdout)
            folder = Path(done.stderr.splitlines()[-1])
        else:
            step.apply(folder)
    return folder, printed


def _run(text: str, folder: Path) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("DYNAWRIGHT_", "MAKE", "PYTHONPATH"))}
    environ = {**kept, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(["sh", "-ec", text], cwd=folder, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """The page without Terraform."""
    return follow(tmp_path_factory.mktemp("tutorial"), lambda text: text.replace(DEMO, TWIN))


def test_it_leads_to_a_system_with_a_stream_function_and_a_tenant(followed: tuple[Path, list[str]]) -> None:
    project, printed = followed
    page = (project / "site/systems/production/orders.html").read_text()
    assert [part for part in ("orders-notify-production", "CUSTOMER#{customerId}", "P4", "NS1") if part not in page] == []
    assert any('\\"category\\"' in text and "PutEvents" in text for text in printed)


def test_the_client_does_what_the_application_asks(followed: tuple[Path, list[str]]) -> None:
    project, _ = followed
    program = [sys.executable, str(ROOT / "tests" / "called.py"), "orders", "application.py", "local"]
    environ = {**os.environ, "PYTHONPATH": f"{ROOT / 'modules'}:{project}"}
    done = subprocess.run(program, cwd=project, env=environ, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "2026-11-19 house\n2026-11-18 garden\n"), done.stderr


@pytest.mark.soak
def test_it_works_word_for_word(tmp_path: Path, needs_terraform: None) -> None:
    project, printed = follow(tmp_path, lambda text: text)
    demos = [text for text in printed if "access patterns of orders" in text]
    assert ["4 right, 0 wrong" in demos[0], "6 right, 0 wrong" in demos[-1]] == [True, True]
    assert (project / ".cache" / "demo.html").exists()
