"""The application's folder, with cdktf.json, `stacks/` and `environments/`."""

from __future__ import annotations

from pathlib import Path

MARKER = "cdktf.json"


def root() -> Path:
    """Return the nearest folder upwards with a cdktf.json, else the working directory."""
    here = Path.cwd()
    return next((folder for folder in (here, *here.parents) if (folder / MARKER).is_file()), here)


def stacks_folder() -> Path:
    return root() / "stacks"


def environments_folder() -> Path:
    return root() / "environments"


def cache_folder() -> Path:
    """Return the folder for reproducible files, which git ignores."""
    return root() / ".cache"
