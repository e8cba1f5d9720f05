"""What tests of messages share."""

import pytest

from dynawright.runtime import publishing
from tests.runtime.receiver import Receiver


@pytest.fixture
def receiver(monkeypatch: pytest.MonkeyPatch) -> Receiver:
    receiver = Receiver()
    monkeypatch.setattr(publishing, "client", receiver.cloud.client)
    monkeypatch.setattr("time.time", lambda: receiver.now)
    return receiver
