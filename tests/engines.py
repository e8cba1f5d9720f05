"""The DynamoDB engines that tests share: started once, since DynamoDB Local takes seconds."""

import warnings
from collections.abc import Iterator

import pytest

from dynawright.emulator.engines import ENGINES, StartedEngines, started


@pytest.fixture(scope="session")
def engines() -> Iterator[StartedEngines]:
    """Says in one line each which engines are left out; with CI=true only those that the machine can't run are."""
    with started(ENGINES) as running:
        for name, reason in running.skipped.items():
            warnings.warn(f"NOT TESTED with {name}: {reason}", stacklevel=1)
        yield running
