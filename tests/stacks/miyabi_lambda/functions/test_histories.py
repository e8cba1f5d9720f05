"""Histories of entity_events: repeats after crashes, and detection of wrong ways to publish once."""

import sys
from collections.abc import Callable

import pytest

from dynawright.emulator.streams.function import Function
from dynawright.runtime import Message, SentMessages
from tests.functions.histories import run_many


def test_an_attempt_that_is_cut_off_is_repeated() -> None:
    assert run_many("entity_events", 100).repeats > 0


def never_noted(message: Message, sent: SentMessages) -> None:
    message.send()


def never_asked(message: Message, sent: SentMessages) -> None:
    message.send()
    sent.note(message.id)


def noted_first(message: Message, sent: SentMessages) -> None:
    if not sent.has(message.id):
        sent.note(message.id)
        message.send()


@pytest.mark.parametrize("wrong", [never_noted, never_asked, noted_first])
def test_a_wrong_way_to_publish_once_is_seen(
    monkeypatch: pytest.MonkeyPatch, wrong: Callable[[Message, SentMessages], None]
) -> None:
    """A function that repeats a sent message, or stores a marker of an unsent one, fails its histories."""
    Function("miyabi_lambda", "entity_events").load()
    monkeypatch.setattr(sys.modules["entity_events.handler"], "publish_once", wrong)
    with pytest.raises(AssertionError):
        run_many("entity_events", 300)
