"""Change several files together, or none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dynawright import project


class Change:
    """Remembers the previous content of each file."""

    def __init__(self) -> None:
        self._before: dict[Path, str | None] = {}
        self._folders: list[Path] = []

    def write(self, path: Path, text: str) -> None:
        """Write a file, unless it has the text already."""
        if path not in self._before:
            self._before[path] = path.read_text(encoding="utf-8") if path.exists() else None
        for folder in reversed([folder for folder in path.parents if not folder.exists()]):
            folder.mkdir()
            self._folders.append(folder)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")

    def made(self) -> list[str]:
        """Return the changed files, relative to the project."""
        changed = [path for path, before in self._before.items() if path.read_text(encoding="utf-8") != before]
        return sorted(path.relative_to(project.root()).as_posix() for path in changed)

    def undo(self) -> None:
        """Restore every file."""
        for path, before in self._before.items():
            if before is None:
                path.unlink(missing_ok=True)
            else:
                path.write_text(before, encoding="utf-8")
        for folder in reversed(self._folders):
            for cache in folder.glob("__pycache__/*"):
                cache.unlink()
            for left in (folder / "__pycache__", folder):
                if left.is_dir() and not any(left.iterdir()):
                    left.rmdir()


@contextmanager
def changes_back() -> Iterator[Change]:
    """Yield a change that is undone if anything fails."""
    change = Change()
    try:
        yield change
    except BaseException:
        change.undo()
        raise
