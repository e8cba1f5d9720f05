"""Without the folder `stacks/<system>/`, everything else still works."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from dynawright.settings import environment_names
from dynawright.systems import system_names
from tests.copies import copy_of_repository, make

ALL = "all systems"
REMOVALS = [*system_names(), *([ALL] if system_names() else [])]


def without(folder: Path, removed: str) -> Path:
    copy = copy_of_repository(folder)
    for name in system_names() if removed == ALL else (removed,):
        shutil.rmtree(copy / "stacks" / name)
    return copy


@pytest.mark.parametrize("removed", REMOVALS)
def test_the_others_are_synthesized(removed: str, tmp_path: Path) -> None:
    copy = without(tmp_path, removed)
    left = [] if removed == ALL else [name for name in system_names() if name != removed]
    for environment in environment_names() if removed == ALL else ["production"]:
        environ = {**os.environ, "DYNAWRIGHT_ENV": environment, "PYTHONPATH": str(copy / "modules")}
        done = subprocess.run([sys.executable, "main.py"], cwd=copy, env=environ, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        manifest = json.loads((copy / "cdktf.out" / "manifest.json").read_text())
        assert {name.removesuffix(f"-{environment}") for name in manifest["stacks"]} == {"foundation", *left}


@pytest.mark.soak
@pytest.mark.parametrize("removed", REMOVALS)
def test_make_check_passes(removed: str, tmp_path: Path) -> None:
    copy = without(tmp_path, removed)
    (copy / "node_modules").unlink(missing_ok=True)  # it must do without
    make(copy, "check")


@pytest.mark.soak
@pytest.mark.skipif(not REMOVALS, reason="there is no system to remove")
def test_make_test_passes_with_all_systems_gone(tmp_path: Path) -> None:
    copy = without(tmp_path, ALL)
    make(copy, "generate")
    make(copy, "test")
