"""docs/alarms.md and docs/metrics.md."""

import pytest

from dynawright.docs import reference


@pytest.mark.generated
def test_the_pages_are_current() -> None:
    assert (reference.DOCS / "alarms.md").read_text() == reference.alarms_page(), "run `make readmes`"
    assert (reference.DOCS / "metrics.md").read_text() == reference.metrics_page(), "run `make readmes`"
