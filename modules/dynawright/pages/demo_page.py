"""The demo's report page: what was built, and every access pattern's result."""

from __future__ import annotations

from pathlib import Path

from dynawright import project
from dynawright.emulator.demo import DemoResult
from dynawright.pages.render import render

FILE = Path(".cache") / "demo.html"


def html(result: DemoResult) -> str:
    """Return the page."""
    return render("demo.html.j2", result=result)


def write(result: DemoResult) -> Path:
    """Write the page into the project's cache and return its path."""
    file = project.root() / FILE
    file.parent.mkdir(exist_ok=True)
    file.write_text(html(result), encoding="utf-8")
    return file
