"""One release, shared by the tests of its results."""

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
    """IAM denies nothing up to the last destroy, and the roles need all their rights."""
    with Emulator(scenario.ACCOUNT, iam="enforce", record=recording("release")) as emulator:
        made = scenario.released(emulator, tmp_path_factory.mktemp("release") / "cdktf.out", COMPLETE, "library", small=True)
        yield made
        made.destroy()
        assert [call.message for call in emulator.denials()] == []
        assert unneeded(emulator.questions()) == {}
