"""The name that was probably meant."""

from __future__ import annotations

from collections.abc import Iterable


def did_you_mean(wrong: str, names: Iterable[str]) -> str:
    """Return "did you mean 'X'?" as the fix of a problem, or an empty string."""
    from difflib import get_close_matches  # slow to import, and needed only after a mistake

    near = get_close_matches(wrong, list(names), 1)
    return f"did you mean '{near[0]}'?" if near else ""
