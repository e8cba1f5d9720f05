"""Tests of the systems: the folder of a system that does not exist is not collected."""

from pathlib import Path

import pytest

from tests.functions.deployed import deploy
from tests.stacks.documents import Documents, synthesized

__all__ = ["deploy"]

HERE = Path(__file__).parent
STACKS = HERE.parent.parent / "stacks"
collect_ignore = [path.name for path in HERE.iterdir() if path.is_dir() and not (STACKS / path.name / "stack.py").exists()]


@pytest.fixture(scope="session")
def documents(tmp_path_factory: pytest.TempPathFactory) -> Documents:
    """Every stack in every environment; tests only read them."""
    return synthesized(tmp_path_factory.mktemp("documents"))
