"""Every code is in the catalogue, with the message that the mistake really gives."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from dynawright.errors.catalogue import CATALOGUE, GROUPS
from dynawright.errors.command import problems_of
from tests.errors.mistakes.all import MISTAKES

CODE = re.compile(r"\bDW\d{3}\b")
SETTINGS = re.compile(r"DW1\d\d")  # tests/settings makes these


def raised_codes(root: Path) -> Iterator[str]:
    for folder in ("modules", "tools"):
        for file in (root / folder).rglob("*.py"):
            if "catalogue" not in file.parts or "errors" not in file.parts:
                yield from CODE.findall(file.read_text())


@pytest.mark.parametrize("code", MISTAKES)
def test_the_example_is_what_the_mistake_gives(code: str, application: Path) -> None:
    with pytest.raises(Exception) as raised:  # noqa: PT011 - a mistake in Python code is any exception
        MISTAKES[code]()
    assert isinstance(raised.value, Exception)
    problem = problems_of(raised.value)[0]
    assert (problem.code, str(problem).replace(f"{application}/", "")) == (code, CATALOGUE[code].example)


def test_every_code_has_a_mistake() -> None:
    assert sorted(MISTAKES) == sorted(code for code in CATALOGUE if not SETTINGS.match(code))


def test_the_catalogue_has_exactly_the_codes_that_are_raised(project_root: Path) -> None:
    raised, listed = set(raised_codes(project_root)), set(CATALOGUE)
    assert raised - listed == set()
    assert {code for code in listed - raised if not SETTINGS.match(code)} == set()


def test_no_code_is_listed_twice() -> None:
    times = Counter(row.code for rows in GROUPS.values() for row in rows)
    assert [code for code, count in times.items() if count > 1] == []


def test_every_row_says_what_it_means_in_sentences() -> None:
    assert [row.code for row in CATALOGUE.values() if row.title.endswith(".") or not row.meaning.endswith(".")] == []
