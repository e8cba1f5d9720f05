"""Releases at full size: every stack of both applications, and all that a library may go through."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dynawright.emulator.emulator import Emulator
from tests.access.applications import COMPLETE, REFERENCE
from tests.applied.recordings import recording
from tests.applied.release import scenario, states, whole
from tests.applied.release.needed import unneeded

pytestmark = pytest.mark.soak


@contextmanager
def enforcing(name: str) -> Iterator[Emulator]:
    """Start an emulator on which nothing may be denied."""
    with Emulator(scenario.ACCOUNT, iam="enforce", record=recording(name)) as emulator:
        yield emulator
        assert [call.message for call in emulator.denials()] == []


KEEPS_ITS_KEY = "aws_secretsmanager_secret."
"""The provider does not tell AWS when a secret's key is removed: docs/aws-reality.md, row 59."""


def not_empty(made: scenario.Scenario) -> list[object]:
    """Return what second plans wanted to change."""
    plans = [plan for stack in made.stacks.values() for plan in stack.second_plans]
    return [change for plan in plans for change in plan.changes if not change.address.startswith(KEEPS_ITS_KEY)]


@pytest.mark.usefixtures("needs_terraform")
def test_every_system_is_released_and_destroyed_by_the_roles_of_the_workflows(tmp_path: Path) -> None:
    systems = [system.name for system in REFERENCE.systems]
    with enforcing("reference") as emulator:
        made = scenario.released(emulator, tmp_path / "cdktf.out", REFERENCE, *systems, after=states.AFTER)
        assert not_empty(made) == []
        made.destroy()


@pytest.mark.usefixtures("needs_terraform")
def test_a_released_library_goes_through_all_other_changes(tmp_path: Path) -> None:
    with enforcing("whole") as emulator:
        made = scenario.released(emulator, tmp_path / "cdktf.out", COMPLETE, "library", "museum")
        whole.go_on(made)
        assert not_empty(made) == []
        assert unneeded(emulator.questions(), whole=True) == {}
