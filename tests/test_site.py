"""The documentation site builds without a warning, and loads nothing from elsewhere."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.browser import Browse
from tests.conftest import ROOT
from tools.site_pages import site_links

LOOKED_AT = ("index.html", "start/tutorial.html", "settings.html")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site; its system pages are made by `make docs`; one empty page is enough here."""
    mkdocs = ROOT / ".venv-docs" / "bin" / "mkdocs"
    if not mkdocs.exists():
        reason = "mkdocs is not installed: run `make .venv-docs/.installed`"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    systems, folder = tmp_path_factory.mktemp("pages") / "systems", tmp_path_factory.mktemp("site")
    systems.mkdir()
    (systems / "index.html").write_text("<!doctype html><title>Systems</title>")
    command = [str(mkdocs), "build", "--strict", "--quiet", "--site-dir", str(folder)]
    environ = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "SYSTEM_PAGES": str(systems.parent)}
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    return folder


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_every_page_of_the_documentation_is_on_it(site: Path) -> None:
    pages = [path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")]
    assert [page for page in pages if not (site / page).exists()] == []
    assert (site / "contributing.html").exists()
    assert (site / "search" / "search_index.json").exists()


def test_it_opens_without_an_error_and_asks_for_nothing_from_elsewhere(address: str, browse: Browse) -> None:
    opened = browse([f"{address}/{page}" for page in LOOKED_AT], axe=False)
    views = [view for views in opened.values() for view in views.values()]
    assert len(views) == 3 * len(LOOKED_AT)
    assert [error for view in views for error in view["errors"]] == []
    assert [url for view in views for url in view["requests"] if not url.startswith(address)] == []


@pytest.mark.parametrize(
    ("text", "on_the_site"),
    [
        ("[rules](docs/rules.md#a)", "[rules](rules.md#a)"),
        ("[log](CHANGELOG.md)", "[log](changelog.md)"),
        ("[shop](stacks/shop/README.md)", "shop"),
        ("[decisions](docs/adr)", "decisions"),
    ],
)
def test_links_of_the_root_lead_to_pages_or_become_text(text: str, on_the_site: str) -> None:
    assert site_links(text) == on_the_site
