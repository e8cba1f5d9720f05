"""The markers of published events."""

from dynawright.runtime.markers import DONE, MARKER_DAYS, STARTED
from stacks.miyabi_lambda.model import PROCESSED


def test_markers_are_as_the_runtime_writes_them_and_outlive_every_repeat() -> None:
    (marker,) = PROCESSED.entities
    assert marker.expires_after is not None
    assert marker.expires_after.days == MARKER_DAYS
    assert marker.values["Status"] == (STARTED, DONE)
