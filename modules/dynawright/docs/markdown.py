"""Tables for the pages that we generate."""

from collections.abc import Sequence


def rows(headings: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """A Markdown table."""
    every = [headings, ["---"] * len(headings), *lines]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in every)
