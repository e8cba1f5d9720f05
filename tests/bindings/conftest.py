"""What the tests of the bindings share."""

import pytest

from dynawright.bindings.engine import tree


@pytest.fixture(autouse=True)
def _nobody_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore laziness after each test: inspecting a tree ends it for the process."""
    monkeypatch.setattr(tree, "_watched", False)
