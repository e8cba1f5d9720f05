"""All system pages of an application, and their index."""

from __future__ import annotations

import contextlib
import io

from dynawright.model import System
from dynawright.ops.systems import chosen
from dynawright.pages import system_page
from dynawright.pages.render import render
from dynawright.settings import environment_names

INDEX = f"{system_page.FOLDER}/index.html"


def site(environment: str | None = None, system: str | None = None) -> dict[str, str]:
    """Return pages by path, of one environment or all, of one system or all."""
    names = [environment] if environment else list(environment_names())
    systems = chosen(system)
    with contextlib.redirect_stderr(io.StringIO()):  # the pages show the models' warnings
        pages = {path: text for name in names for path, text in system_page.pages(name, system).items()}
    return {INDEX: index(systems, names), **pages}


def index(systems: tuple[System, ...], environments: list[str]) -> str:
    """Return the index of these systems' pages."""
    return render("index.html.j2", systems=systems, environments=environments)
