"""The examples of docs/explain.md are what the command says."""

import re
from pathlib import Path

import pytest

from dynawright.ops.explain.explain import explain

pytestmark = pytest.mark.slow
EXAMPLE = re.compile(
    r"`(?P<file>[\w.]+)`:\n\n```(?:text|json)\n(?P<given>.*?)```\n\n```console\n\$ dynawright explain (?P<argument>\S+)\n(?P<said>.*?)```",
    re.DOTALL,
)
PAGE = (Path(__file__).parents[2] / "docs" / "explain.md").read_text()


def test_the_page_has_examples() -> None:
    assert len(EXAMPLE.findall(PAGE)) == PAGE.count("```console") == 4


@pytest.mark.usefixtures("application")
@pytest.mark.parametrize("example", list(EXAMPLE.finditer(PAGE)), ids=lambda match: match["file"])
def test_the_command_says_what_the_page_shows(example: re.Match[str]) -> None:
    assert example["file"] == example["argument"]
    (found,) = explain(example["given"])
    assert found.text.splitlines() == example["said"].splitlines()
