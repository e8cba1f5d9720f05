"""mkdocs hooks that add decisions, CONTRIBUTING, CHANGELOG and system pages to the site."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
BORROWED = {"contributing.md": "CONTRIBUTING.md", "changelog.md": "CHANGELOG.md"}
"""Pages of the site that are files of the repository's root."""
SYSTEM_PAGES = Path(os.environ.get("SYSTEM_PAGES", ROOT / ".cache" / "pages"))
"""The output of `dynawright pages` in `make docs`."""
DECISIONS = "adr/*"


def on_config(config: Any) -> Any:
    """List every decision in the navigation."""
    decisions = sorted(path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs" / "adr").glob("*.md"))
    config.nav = _expanded(config.nav, decisions)
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add pages from outside of docs/."""
    from mkdocs.structure.files import File

    for name, source in BORROWED.items():
        files.append(File.generated(config, name, content=site_links((ROOT / source).read_text(encoding="utf-8"))))
    for path in sorted(SYSTEM_PAGES.rglob("*.html")):
        files.append(File.generated(config, path.relative_to(SYSTEM_PAGES).as_posix(), abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Rewrite links to files of the root."""
    for name, source in BORROWED.items():
        markdown = re.sub(rf"\]\((?:\.\./)+{source}", f"]({'../' * page.file.src_uri.count('/')}{name}", markdown)
    return markdown


def site_links(text: str) -> str:
    """Return a page of the root with links as they are on the site; links to other files become text."""
    text = re.sub(r"\]\(docs/([^)]+\.md[^)]*)\)", r"](\1)", text)
    for name, source in BORROWED.items():
        text = text.replace(f"]({source}", f"]({name}")
    return re.sub(r"\[([^\]]+)\]\((?:docs|stacks|modules)/?[^)]*\)", r"\1", text)


def _expanded(nav: Any, decisions: list[str]) -> Any:
    if isinstance(nav, list):
        return [_expanded(entry, decisions) for entry in nav]
    if isinstance(nav, dict):
        return {title: decisions if entry == DECISIONS else _expanded(entry, decisions) for title, entry in nav.items()}
    return nav
