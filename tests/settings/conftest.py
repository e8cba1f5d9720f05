"""A file to write settings into, and what loading it finds."""

from collections.abc import Callable
from pathlib import Path

import pytest

from dynawright.settings import SettingsError, load

MINIMAL = """\
name: test
account_id: "123456789012"
region: eu-west-1
state: {bucket: test-state}
"""


@pytest.fixture
def minimal(tmp_path: Path) -> Path:
    """`test.yaml`, with only the four lines that every environment needs: what a test adds begins on line 5."""
    path = tmp_path / "test.yaml"
    path.write_text(MINIMAL)
    return path


@pytest.fixture
def problems(minimal: Path) -> Callable[[str], list[str]]:
    """What is wrong with the minimal file once some lines are added."""

    def with_lines(lines: str) -> list[str]:
        minimal.write_text(MINIMAL + lines)
        with pytest.raises(SettingsError) as error:
            load(minimal)
        return list(error.value.problems)

    return with_lines
