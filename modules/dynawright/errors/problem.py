"""A problem as data: a stable code, its place, the value, what is allowed, the fix."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

NOT_GIVEN: Any = object()
"""Marks a problem without a single value."""


@dataclass(frozen=True)
class Place:
    """Where a problem is: a file and line, a path or a subject in it, or both."""

    file: str = ""
    line: int | None = None
    path: str = ""
    """Dotted for settings (`table.deletion_protection`), words for the rest (`pattern PS2`)."""

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.file and self.line else self.file
        return " ".join(part for part in (where, self.path) if part)


NOWHERE = Place()


@dataclass(frozen=True)
class Problem:
    """A mistake of the user.

    `code` never changes its meaning; `text` describes the mistake, without a full stop.
    """

    code: str
    text: str
    place: Place = NOWHERE
    value: Any = NOT_GIVEN
    allowed: str = ""
    fix: str = ""
    details: str = ""
    """Output of another program, on separate lines."""

    def at(self, place: Place) -> Problem:
        """Return the problem with this place."""
        return replace(self, place=place)

    def __str__(self) -> str:
        place = f"{self.place}: " if str(self.place) else ""
        fix = f" {self.fix[:1].upper()}{self.fix[1:]}{'' if self.fix[-1] in '.?!' else '.'}" if self.fix else ""
        line = _on_one_line(f"{place}{self.text}{'.' if fix and self.text[-1] not in '.?!' else ''}{fix}")
        return f"{line}\n\n{self.details}" if self.details else line


def _on_one_line(text: str) -> str:
    """Return the text with line breaks and other unprintable characters escaped, as Python writes them."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)
