"""A page that several tests look at, made once."""

from __future__ import annotations

import pytest

from dynawright.pages import system_page
from tests.applications import complete, inside


@pytest.fixture(scope="session")
def library_page() -> str:
    """Return the page of the library, in the environment where everything is switched on."""
    with inside(complete()):
        return system_page.pages("full", "library")["systems/full/library.html"]
