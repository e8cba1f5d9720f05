"""Applications other than this repository's own, for tests in this process."""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from dynawright.gate.gate import Stack, synthesized

ROOT = Path(__file__).parent.parent


@cache
def complete() -> Path:
    """Return the folder of an application with each kind of thing once and this foundation."""
    folder = Path(tempfile.mkdtemp(prefix="application-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "tests" / "complete", folder, ignore=ignore, dirs_exist_ok=True)
    shutil.copytree(ROOT / "stacks" / "foundation", folder / "stacks" / "foundation", ignore=ignore)
    return folder


@cache
def complete_stacks(environment: str = "production") -> dict[str, Stack]:
    """Return the stacks of that application, by name."""
    with inside(complete()), tempfile.TemporaryDirectory() as outdir:
        return {stack.document.name: stack for stack in synthesized(Path(outdir), [environment])}


@contextmanager
def inside(folder: Path) -> Iterator[None]:
    """Make an application the project of this process: its folder, its stacks, and no others."""
    path, cwd = list(sys.path), Path.cwd()
    modules = {name: sys.modules.pop(name) for name in _stack_modules()}
    sys.path[:] = [str(folder), *(entry for entry in path if entry and Path(entry).resolve() != ROOT)]
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(cwd)
        sys.path[:] = path
        for name in _stack_modules():
            del sys.modules[name]
        sys.modules.update(modules)


def _stack_modules() -> list[str]:
    return [name for name in sys.modules if name == "stacks" or name.startswith("stacks.")]
