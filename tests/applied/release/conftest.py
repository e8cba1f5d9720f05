"""One release, shared by the tests that look at what came of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dynawright.emulator.emulator import Emulator
from tests.access.applications import COMPLETE
from tests.applied.recordings import recording
from tests.applied.release import scenario
from tests.applied.release.needed import unneeded
from tests.applied.release.scenario import Scenario


@pytest.fixture(scope="session")
def release(needs_terraform: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scenario]:
    """Nothing that the roles do is denied up to the last destroy, and no right is unneeded."""
    with Emulator(scenario.ACCOUNT, iam="enforce", record=recording("release")) as emulator:
        made = scenario.released(emulator, tmp_path_factory.mktemp("release") / "cdktf.out", COMPLETE, "library")
        yield made
        made.destroy()
        assert [call.message for call in emulator.denials()] == []
        assert unneeded(emulator.questions()) == {}
