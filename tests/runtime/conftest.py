"""What tests of messages share."""

import pytest

from dynawright.runtime import sending
from tests.runtime.receiver import Receiver


@pytest.fixture
def receiver(monkeypatch: pytest.MonkeyPatch) -> Receiver:
    receiver = Receiver()
    monkeypatch.setattr(sending, "client", receiver.cloud.client)
    monkeypatch.setattr(sending, "pause", lambda attempt: None)
    monkeypatch.setattr("time.time", lambda: receiver.now)
    return receiver
