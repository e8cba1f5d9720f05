"""Parses a how-to page: new files, changes of others, commands.

A fenced block belongs to the file that the paragraph before it names: "New file `x`" or "In `x`". A block of `diff` changes
it; `@@` separates places. Blocks of `sh` are run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"(New file|In)\s+`([^`]+)`")


@dataclass(frozen=True)
class NewFile:
    """A file that is not there yet."""

    path: str
    text: str

    def apply(self, project: Path) -> None:
        file = project / self.path
        assert not file.exists(), f"{self.path} is there already"
        file.parent.mkdir(exist_ok=True)
        file.write_text(self.text)


@dataclass(frozen=True)
class Change:
    """One place of a file: what must stand there, just once, and what takes its place."""

    path: str
    old: str
    new: str

    def apply(self, project: Path) -> None:
        file = project / self.path
        text = file.read_text()
        assert text.count(self.old) == 1, f"{self.path} has this {text.count(self.old)} times:\n{self.old}"
        file.write_text(text.replace(self.old, self.new))


@dataclass(frozen=True)
class Commands:
    """Lines for a shell."""

    text: str


def steps(page: str) -> Iterator[NewFile | Change | Commands]:
    """What the page says to do, in its order."""
    said = 0
    for block in BLOCK.finditer(page):
        language, text = block.groups()
        if language == "sh":
            yield Commands(text)
        else:
            verb, path = NAMED.findall(page[said : block.start()])[-1]
            if language == "diff":
                assert verb == "In", f"{path}: a diff changes a file that is there"
                yield from (_change(path, place) for place in text.split("@@\n"))
            else:
                assert verb == "New file", f"{path}: show a change as a diff"
                yield NewFile(path, text)
        said = block.end()


def _change(path: str, place: str) -> Change:
    lines = place.splitlines(keepends=True)
    assert all(line[0] in "+- " or line == "\n" for line in lines), f"{path}: no diff:\n{place}"
    old, new = ("".join(line[1:] or "\n" for line in lines if line[0] != left_out) for left_out in "+-")
    return Change(path, old, new)
