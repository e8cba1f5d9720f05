"""Sizes for SVG drawings, whose fixed-width font makes the width of text computable."""

from __future__ import annotations

from collections.abc import Iterable

CHARACTER = 7.3
"""The width of a character at the drawings' font size, in pixels."""
COLOURS = 8
"""Number of colours in the style sheet."""
LONGEST = 46
"""Longer texts are shortened, with the full text in a tooltip."""


def cut(text: str, longest: int = LONGEST) -> str:
    """Return a text that fits, with an ellipsis if it was shortened."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def width(texts: Iterable[str], *, padding: float = 24, least: float = 0) -> float:
    """Return the width of a column with these texts."""
    return max([least, *(len(cut(text)) * CHARACTER + padding for text in texts)])
