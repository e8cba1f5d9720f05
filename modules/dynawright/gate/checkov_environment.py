"""checkov's own virtual environment: it pins an old boto3, which the application must not get."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import venv
from pathlib import Path

from dynawright import project
from dynawright.errors import Problem, UserError

REQUIREMENTS = Path(__file__).with_name("checkov_requirements.txt")


def folder() -> Path:
    return project.root() / ".venv-checkov"


def python() -> Path:
    """Return the Python of that environment."""
    return folder() / "bin" / "python"


def is_current() -> bool:
    """Whether the environment holds exactly what the requirements pin."""
    marker = folder() / ".installed"
    return python().exists() and marker.is_file() and marker.read_text() == _fingerprint()


def install() -> None:
    """Create the environment and install the pinned checkov; does nothing if it is current."""
    if is_current():
        return
    print("• Setting up checkov in .venv-checkov (about half a minute, once)", file=sys.stderr, flush=True)
    venv.create(folder(), clear=True, with_pip=True)
    command = [
        str(python()),
        "-m",
        "pip",
        "install",
        "-qq",
        "--disable-pip-version-check",
        "--require-hashes",
        "-r",
        str(REQUIREMENTS),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        fix = "check the connection to the package index and run the command again"
        raise UserError([Problem("DW501", "checkov could not be installed", fix=fix, details=done.stderr.strip()[-500:])])
    (folder() / ".installed").write_text(_fingerprint())


def _fingerprint() -> str:
    return hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()


if __name__ == "__main__":
    from dynawright.errors import run

    run(install)
