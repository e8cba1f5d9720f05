"""The systems that a change affects, for pipelines that deploy only those.

A system's own files and baselines affect only it; shared files affect all systems; documentation and tests affect none.
A new system also changes the foundation's baselines, since deploy roles get rights on its names.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath

from dynawright import project
from dynawright.baselines import FOLDER
from dynawright.deploy.review.revision import Revision
from dynawright.systems import stack_names

SHARED = ("environments", "modules", "stacks", "main.py", "cdktf.json", "requirements/app.txt")
"""Shared files that affect synthesis."""


def affected_since(base: str) -> list[str]:
    """Return the stacks that differ from a revision, in deployment order."""
    return affected(Revision(project.root(), base).changed_files())


def affected(files: Iterable[str]) -> list[str]:
    """Return the affected stacks in deployment order."""
    names: set[str] = set()
    for path in map(PurePosixPath, files):
        if path.name == f"{path.stem}.json" and path.is_relative_to(f"{FOLDER}/terraform"):
            names.add(path.stem)
        if path.suffix == ".md" or not any(path.is_relative_to(shared) for shared in SHARED):
            continue
        own = path.parts[1] if path.parts[0] == "stacks" and len(path.parts) > 2 else ""
        names.update([own] if own in stack_names() else stack_names())
    return [name for name in stack_names() if name in names]
