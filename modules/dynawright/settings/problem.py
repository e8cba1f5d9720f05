"""Paths in a settings file, and helpers for problems."""

from typing import Any

from dynawright.errors import Problem, shown
from dynawright.errors.wording import shortened

SettingPath = tuple[str | int, ...]
"""The path of a value in the file: `("table", "ignore_changes", 0)`."""

Conflicts = dict[SettingPath, Problem]
"""Problems within a group of settings by path; file and line are added later."""


def dotted(path: SettingPath) -> str:
    """Return `table.ignore_changes[0]`, always on one line, whatever the file's keys are."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{_key(step)}" for step in path).removeprefix(".")


def below(group: SettingPath, conflicts: Conflicts) -> Conflicts:
    """Return the conflicts of a nested group with their paths in the outer one."""
    return {(*group, *path): problem for path, problem in conflicts.items()}


def _key(text: str) -> str:
    return shortened(text) if text.isprintable() else shown(text)


def nearest(value: Any, options: list[Any]) -> Any:
    """Return the option that was probably meant, or None: the nearest number, or the closest spelling."""
    if type(value) is int and options and type(options[0]) is int:
        return min(options, key=lambda option: abs(option - value))
    if not isinstance(value, str):
        return None
    from difflib import get_close_matches  # slow to import, and needed only after a mistake

    spellings = {str(option): option for option in options}
    close = get_close_matches(value[:80], spellings, n=1, cutoff=0.5)
    return spellings[close[0]] if close else None
