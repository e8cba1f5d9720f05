"""Histories of entity_events: what a crash leaves in doubt."""

import pytest

from dynawright.runtime.settled import Settled
from tests.functions.histories import run_many


def test_a_crash_leaves_messages_in_doubt() -> None:
    assert run_many("entity_events", 100).in_doubt > 0


def test_a_message_that_is_sent_again_in_doubt_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A function that guesses whether its message has arrived fails its histories."""
    monkeypatch.setattr(Settled, "not_sent", lambda self, id, attempt: True)
    with pytest.raises(AssertionError):
        run_many("entity_events", 300)
