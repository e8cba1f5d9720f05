"""Recordings of the emulators' IAM requests, for tests/emulator/iam/replayed.py."""

from __future__ import annotations

import os
from pathlib import Path

FOLDER = "DYNAWRIGHT_RECORDINGS"


def recording(name: str) -> Path | None:
    """Return a file in the environment's folder; without a folder recordings end with the emulator."""
    folder = os.environ.get(FOLDER)
    if folder is None:
        return None
    Path(folder).mkdir(parents=True, exist_ok=True)
    return Path(folder) / f"{name}.jsonl"
