"""What the tests of the bindings share."""

import pytest

from dynawright.bindings.engine import tree


@pytest.fixture(autouse=True)
def _nobody_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first look at a tree ends laziness for the process; here, for the test."""
    monkeypatch.setattr(tree, "_watched", False)
