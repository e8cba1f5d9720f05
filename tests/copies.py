"""Whole copies of the repository, for tests that delete a folder or follow a page and then run make."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from tests.conftest import ROOT

SET_UP = (".venv", ".venv-audit", ".venv-checkov", ".venv-docs", ".cache/cdktn", ".cache/spark", "node_modules")


def copy_of_repository(folder: Path) -> Path:
    """Copy what git tracks, as a repository with one commit; what make has set up is linked."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    (folder / ".cache").mkdir(exist_ok=True)
    for name in SET_UP:
        if (ROOT / name).exists():
            (folder / name).symlink_to((ROOT / name).resolve())
    if (ROOT / ".mypy_cache").exists():  # so that mypy reads only what differs
        shutil.copytree(ROOT / ".mypy_cache", folder / ".mypy_cache")
    identity = ("-c", "user.name=test", "-c", "user.email=test@example.com")
    for arguments in (("init", "--quiet", "-b", "main"), ("add", "--all"), (*identity, "commit", "--quiet", "-m", "copy")):
        subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)
    return folder


def make(folder: Path, *targets: str) -> str:
    """Run make with everything set up; fail with its output."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "MAKE", "DYNAWRIGHT_"))}
    environ = kept | {"PYTHONPATH": str(folder / "modules")}
    done = subprocess.run(
        ["make", *targets, "DEV=", "CLI=", "AUDIT=", "DOCS=", "CDKTN="],
        cwd=folder,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-6000:]
    return done.stdout
