"""A copy of the application, edited and synthesized in this process."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from dynawright import project
from dynawright.gate.gate import Stack, synthesized
from dynawright.gate.stack_mutants import package_code

COPIED = ("stacks", "environments", "cdktf.json")


class Application:
    """A copy of the application's folder; each edit is undone before the next."""

    def __init__(self, folder: Path, environment: str) -> None:
        self.folder = folder
        self.environment = environment

    @classmethod
    @contextmanager
    def copied(cls, environment: str) -> Iterator[Application]:
        """Yield a copy of the project's application."""
        with tempfile.TemporaryDirectory(prefix="dynawright-") as name:
            folder = Path(name)
            for part in COPIED:
                source = project.root() / part
                if source.is_dir():
                    shutil.copytree(source, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
                else:
                    shutil.copy(source, folder / part)
            yield cls(folder, environment)

    @property
    def settings_file(self) -> Path:
        return self.folder / "environments" / f"{self.environment}.yaml"

    def stacks(self, systems: Sequence[str] = ()) -> dict[str, Stack]:
        """Synthesize all stacks, or those of some systems, by name."""
        with tempfile.TemporaryDirectory() as outdir, self.current(), contextlib.redirect_stderr(io.StringIO()):
            made = synthesized(Path(outdir), [self.environment], systems or (None,))
            return {stack.document.name: stack for stack in made}

    @contextmanager
    def edited(self, file: Path, text: str) -> Iterator[None]:
        """Write a text into one of its files, or run the package with one of its own files edited."""
        if file.is_relative_to(package_code.PACKAGE):
            with package_code.edited(file, text):
                yield
            return
        before = file.read_bytes()
        try:
            file.write_text(text, encoding="utf-8")
            yield
        finally:
            file.write_bytes(before)

    @contextmanager
    def current(self) -> Iterator[None]:
        """Make it this process's project: its folder, its stacks, and no others."""
        path, cwd, root = list(sys.path), Path.cwd(), project.root().resolve()
        modules = {name: sys.modules.pop(name) for name in _stack_modules()}
        writes = sys.dont_write_bytecode
        sys.dont_write_bytecode = True  # otherwise a file edited twice within a second would be read from the cache
        sys.path[:] = [str(self.folder), *(entry for entry in path if entry and Path(entry).resolve() != root)]
        os.chdir(self.folder)
        try:
            yield
        finally:
            os.chdir(cwd)
            sys.path[:] = path
            sys.dont_write_bytecode = writes
            for name in _stack_modules():
                del sys.modules[name]
            sys.modules.update(modules)


def _stack_modules() -> list[str]:
    return [name for name in sys.modules if name == "stacks" or name.startswith("stacks.")]
