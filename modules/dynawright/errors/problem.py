"""A problem as data: a stable code, its place, the value, what is allowed, the fix."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

NOT_GIVEN: Any = object()
"""The problem is not about one value."""


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
    """One mistake of a user. `code` never changes its meaning; `text` is what is wrong, without a full stop."""

    code: str
    text: str
    place: Place = NOWHERE
    value: Any = NOT_GIVEN
    allowed: str = ""
    fix: str = ""

    def __str__(self) -> str:
        place = f"{self.place}: " if str(self.place) else ""
        fix = f" {self.fix[:1].upper()}{self.fix[1:]}{'' if self.fix[-1] in '.?!`' else '.'}" if self.fix else ""
        return f"{place}{self.text}{'.' if fix and self.text[-1] not in '.?!' else ''}{fix}"


def must_be(code: str, allowed: str, got: Any, *, place: Place = NOWHERE, fix: str = "") -> Problem:
    """Return the problem of a value that is not allowed: "must be <allowed>, got <value>"."""
    return Problem(code, f"must be {allowed}, got {shown(got)}", place, got, allowed, fix)


def shown(value: Any) -> str:
    """Return a value as users write it: YAML's own words for null, true and false; unprintable characters escaped."""
    return shortened(json.dumps(value) if value is None or isinstance(value, bool) else repr(value))


def shortened(text: str) -> str:
    return text if len(text) <= 80 else text[:77] + "..."
