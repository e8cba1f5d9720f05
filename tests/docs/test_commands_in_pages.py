"""Every `dynawright` command in a page exists with its options, and every Python block compiles."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import commands
from tests.conftest import ROOT

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OPTION = re.compile(r"^--?[a-z][\w-]*")


def shell_lines(page: str) -> Iterator[str]:
    """Yield the lines of indented blocks and of blocks of `sh`, continued lines joined."""
    indented = [line.strip() for line in BLOCK.sub("", page.replace("\\\n", " ")).splitlines() if line.startswith("    ")]
    fenced = [
        line for language, text in BLOCK.findall(page.replace("\\\n", " ")) if language == "sh" for line in text.splitlines()
    ]
    for line in (*indented, *fenced):
        yield from (part.strip() for part in line.split("&&"))


def unknown_in(line: str) -> list[str]:
    """Return what a command line names that does not exist."""
    words = shlex.split(line.replace("<", "").replace(">", ""), comments=True)[1:]
    known = commands()
    name = next((name for name in (" ".join(words[:2]), words[0] if words else "") if name in known), None)
    if name is None:
        return [] if not words or words[0].startswith("-") else [" ".join(words[:2])]
    options = {option for parameter in known[name].params for option in (*parameter.opts, *parameter.secondary_opts)} | {"--help"}
    return [f"{name} {word}" for word in words if OPTION.match(word) and word.partition("=")[0] not in options]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_command_of_a_page_exists(page: Path) -> None:
    lines = [line for line in shell_lines(page.read_text()) if re.match(r"dynawright\s+[a-z-]", line)]
    assert [unknown for line in lines for unknown in unknown_in(line)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_python_block_of_a_page_compiles(page: Path) -> None:
    for language, text in BLOCK.findall(page.read_text()):
        if language == "python":
            compile(text, page.name, "exec")


def test_a_wrong_command_or_option_is_found() -> None:
    assert unknown_in("dynawright bild") == ["bild"]
    assert unknown_in("dynawright cost --system shop --montly 3") == ["cost --montly"]
    assert unknown_in("dynawright replay list --bucket b  # what failed") == []
