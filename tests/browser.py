"""A browser for tests that look at pages."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any, Protocol

import pytest

ROOT = Path(__file__).parent.parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
"""Names of the program on Debian and Ubuntu; the first existing one is used."""
Opened = dict[str, dict[str, Any]]
"""Address → view (light, dark, phone) → results."""


class Browse(Protocol):
    """Opens addresses in each view; `axe` checks accessibility, too."""

    def __call__(self, urls: list[str], *, axe: bool = True) -> Opened: ...


@pytest.fixture(scope="session")
def browse() -> Browse:
    """Open pages in Chromium; skip in one line where there is none, and fail on CI."""
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
    if chromium is None or not (ROOT / "node_modules" / "playwright-core").exists():
        reason = "no Chromium on PATH" if chromium is None else "playwright-core is missing: run `make node_modules/.installed`"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        warnings.warn(f"NOT TESTED in a browser: {reason}", stacklevel=1)
        pytest.skip(reason)

    def browse(urls: list[str], *, axe: bool = True) -> Opened:
        asked = {"chromium": chromium, "pages": urls, "axe": axe}
        command = [str(Path(sys.executable).parent / "node"), str(ROOT / "tests" / "browse.mjs")]
        done = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        opened: Opened = json.loads(done.stdout)
        return opened

    return browse
