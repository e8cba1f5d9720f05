"""What is different from a team's document is in the README of its system, with the reason."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from dynawright.systems import system_names
from tests.conftest import ROOT

HERE = Path(__file__).parent
DECISION = re.compile(r"^- \*\*(.+?)\*\*", re.MULTILINE)
ROWS = [
    (system, row, decision)
    for system in system_names()
    if (HERE / system / "document.py").is_file()
    for row, decision in import_module(f"tests.stacks.{system}.document").DECIDED.items()
]


@pytest.mark.parametrize(("system", "row", "decision"), ROWS, ids=[f"{system}: {row}" for system, row, _ in ROWS])
def test_the_readme_says_why_it_is_different(system: str, row: str, decision: str) -> None:
    page = (ROOT / "stacks" / system / "README.md").read_text().partition("## Decisions")[2]
    assert decision in {heading.rstrip(".") for heading in DECISION.findall(page)}, row
