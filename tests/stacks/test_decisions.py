"""Each line of a document that was once not met has a test, or a decision in the README."""

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

from dynawright.systems import system_names
from tests.conftest import ROOT

HERE = Path(__file__).parent
DECISION = re.compile(r"^- \*\*(.+?)\*\*", re.MULTILINE)
DOCUMENTS = {
    system: import_module(f"tests.stacks.{system}.document")
    for system in system_names()
    if (HERE / system / "document.py").is_file()
}
ROWS = [(system, row, decision) for system, document in DOCUMENTS.items() for row, decision in document.DECIDED.items()]
TESTS = [(system, row, test) for system, document in DOCUMENTS.items() for row, test in document.TESTED.items()]


@pytest.mark.parametrize(("system", "row", "decision"), ROWS, ids=[f"{system}: {row}" for system, row, _ in ROWS])
def test_the_readme_says_why_it_is_different(system: str, row: str, decision: str) -> None:
    page = (ROOT / "stacks" / system / "README.md").read_text().partition("## Decisions")[2]
    assert decision in {heading.rstrip(".") for heading in DECISION.findall(page)}, row


@pytest.mark.parametrize(("system", "row", "test"), TESTS, ids=[f"{system}: {row}" for system, row, _ in TESTS])
def test_the_test_that_shows_it_exists(system: str, row: str, test: str) -> None:
    path, _, name = test.partition("::")
    body = ast.parse((ROOT / path).read_text()).body
    assert name in {node.name for node in body if isinstance(node, ast.FunctionDef)}, row
