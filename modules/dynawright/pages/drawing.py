"""Sizes for SVG drawings: text is set in a fixed-width font, so that its width is known."""

from __future__ import annotations

from collections.abc import Iterable

CHARACTER = 7.3
"""The width of a character at the drawings' font size, in pixels."""
COLOURS = 8
"""How many the style sheet tells apart."""
LONGEST = 46
"""Longer texts are cut, with the whole of them in a tooltip."""


def cut(text: str, longest: int = LONGEST) -> str:
    """Return a text that fits, ending in an ellipsis where something was left out."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def width(texts: Iterable[str], *, padding: float = 24, least: float = 0) -> float:
    """Return the width of a column that holds these texts."""
    return max([least, *(len(cut(text)) * CHARACTER + padding for text in texts)])
