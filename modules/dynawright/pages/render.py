"""Renders a page as one HTML file: all text is escaped, and nothing is loaded from elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from dynawright.pages.drawing import cut

TEMPLATES = Path(__file__).parent / "templates"

_JINJA = Environment(
    loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
)


def usd(value: float | None) -> str:
    """Return an amount of US dollars; a question mark if it is unknown."""
    return "?" if value is None else f"{value:,.2f}"


def signed_usd(value: float) -> str:
    """Return a difference with its sign: `+1.20`."""
    return f"{value:+,.2f}" if abs(value) >= 0.005 else "±0.00"


def plural(count: int, noun: str) -> str:
    """Return `1 table`, `2 tables`."""
    return f"{count:,} {noun if count == 1 else noun[:-1] + 'ies' if noun.endswith('y') else noun + 's'}"


_JINJA.filters.update(cut=cut, signed=signed_usd, usd=usd)
_JINJA.globals.update(plural=plural)


def render(template: str, **context: Any) -> str:
    """Return the page from a template and its data."""
    return _JINJA.get_template(template).render(**context)
