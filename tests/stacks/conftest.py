"""Tests of the systems: the folder of a system that does not exist is not collected."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest

from tests.applied.shared import Applied
from tests.functions.deployed import deploy
from tests.stacks.documents import Documents, synthesized
from tests.stacks.stage import Stage

__all__ = ["deploy"]

HERE = Path(__file__).parent
STACKS = HERE.parent.parent / "stacks"
collect_ignore = [path.name for path in HERE.iterdir() if path.is_dir() and not (STACKS / path.name / "stack.py").exists()]


@pytest.fixture(scope="session")
def documents(tmp_path_factory: pytest.TempPathFactory) -> Documents:
    """Every stack in every environment; tests only read them."""
    return synthesized(tmp_path_factory.mktemp("documents"))


@pytest.fixture(scope="session")
def stages(systems: Mapping[str, Applied], tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Stage]:
    """The stages on which the systems' stories run."""
    return cache(lambda name: Stage(systems[name], tmp_path_factory.mktemp(name)))


@pytest.fixture
def stage(request: pytest.FixtureRequest, stages: Callable[[str], Stage]) -> Stage:
    """Return the stage of the system whose tests the folder holds."""
    return stages(request.path.parent.name)
