"""One problem in a settings file, and the words that every problem is made of."""

import json
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

SettingPath = tuple[str | int, ...]
"""Where a value stands in the file: `("table", "ignore_changes", 0)`."""


@dataclass(frozen=True)
class Problem:
    """What is wrong at one place of a file."""

    line: int
    path: SettingPath
    text: str

    def sentence(self, file: str) -> str:
        where = f"{file}:{self.line}: "
        return f"{where}{dotted(self.path)}: {self.text}" if self.path else where + self.text


def dotted(path: SettingPath) -> str:
    """`table.ignore_changes[0]`, always on one line, whatever the file's keys are."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{_key(step)}" for step in path).removeprefix(".")


def shown(value: Any) -> str:
    """A value as the user knows it: YAML's own words for null, true and false; unprintable characters escaped."""
    return shortened(json.dumps(value) if value is None or isinstance(value, bool) else repr(value))


def shortened(text: str) -> str:
    return text if len(text) <= 80 else text[:77] + "..."


def _key(text: str) -> str:
    return shortened(text) if text.isprintable() else shown(text)


def nearest(value: Any, options: list[Any]) -> Any:
    """The option most likely meant, or None: the closest number to a number, else the closest spelling."""
    if type(value) is int and options and type(options[0]) is int:
        return min(options, key=lambda option: abs(option - value))
    if not isinstance(value, str):
        return None
    spellings = {str(option): option for option in options}
    close = get_close_matches(value[:80], spellings, n=1, cutoff=0.5)
    return spellings[close[0]] if close else None
