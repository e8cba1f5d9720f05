"""The DynamoDB engines that tests share: started once, since DynamoDB Local takes seconds."""

import contextlib
import warnings
from collections.abc import Iterator

import pytest

from dynawright.emulator.engines import ENGINES, StartedEngines, started
from tests.applications import ROOT


@pytest.fixture(scope="session")
def engines() -> Iterator[StartedEngines]:
    """Say which engines are skipped; with CI=true only unsupported ones may be."""
    with contextlib.ExitStack() as stack:
        with contextlib.chdir(ROOT):  # programs are looked up in the project, and a test may be in another one
            running = stack.enter_context(started(ENGINES))
        for name, reason in running.skipped.items():
            warnings.warn(f"NOT TESTED with {name}: {reason}", stacklevel=1)
        yield running
