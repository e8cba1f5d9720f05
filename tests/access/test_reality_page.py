"""docs/aws-reality.md: no row is missing, and each names a test that exists."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.access import test_deploy_calls as deploy_calls
from tests.applications import ROOT

PAGE = (ROOT / "docs" / "aws-reality.md").read_text()
FILE = re.compile(r"`(tests/[a-z_/]+(?:\.py)?|test_[a-z_]+\.py)`")


def rows(section: str) -> Iterator[tuple[set[int], str]]:
    """Yield the numbers of each row of a section's table, and its text."""
    text = PAGE.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    for line in text.splitlines():
        if match := re.match(r"\| ([\d, ]+) \|", line):
            yield {int(number) for number in match[1].split(",")}, line


SECTIONS = re.findall(r"^## (.+)$", PAGE, flags=re.MULTILINE)


def test_no_row_is_missing() -> None:
    numbers = {number for section in SECTIONS for row, _ in rows(section) for number in row}
    assert numbers == set(range(1, max(numbers) + 1))


def test_every_test_that_the_page_names_exists() -> None:
    folder, missing = "", []
    for name in FILE.findall(PAGE):
        path = ROOT / (name if "/" in name else f"{folder}/{name}")
        folder = str(path.parent.relative_to(ROOT))
        missing += [] if path.exists() else [name]
    assert missing == []


def test_every_row_about_deployment_roles_has_a_test() -> None:
    """In test_deploy_calls.py, by its number, unless the row names another file."""
    asked = {row for row, _, _ in (*deploy_calls.ALLOWED, *deploy_calls.REFUSED)}
    described = re.findall(r'"""Rows? ([\d and]+)\.', (ROOT / "tests/access/test_deploy_calls.py").read_text())
    tested = asked | {int(number) for text in described for number in re.findall(r"\d+", text)}
    assert [sorted(row) for row, text in rows("Deployment roles") if not FILE.search(text) and not row <= tested] == []


@pytest.mark.parametrize("section", ["First apply", "Consumers' rights", "Alarms"])
def test_every_row_about_other_things_names_one(section: str) -> None:
    assert [sorted(row) for row, text in rows(section) if not FILE.search(text)] == []
