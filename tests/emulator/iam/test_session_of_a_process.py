"""A command acts as its process's role session, if this emulator issued it."""

from __future__ import annotations

import pytest

from dynawright.aws import SESSION, emulator_session
from dynawright.emulator.emulator import Emulator
from dynawright.emulator.iam.credentials import ADMINISTRATOR, Credentials
from tests.emulator.iam.conftest import NewRole

pytestmark = pytest.mark.slow
FOREIGN = Credentials(access_key_id="ASIAFOREIGN", secret_access_key="s", session_token="t")  # noqa: S106  # no secrets


def has(monkeypatch: pytest.MonkeyPatch, credentials: Credentials) -> dict[str, str]:
    for name in SESSION:
        monkeypatch.delenv(name, raising=False)
    for name, value in credentials.environ.items():
        monkeypatch.setenv(name, value)
    return credentials.environ


def test_a_session_of_the_emulator_is_taken(emulator: Emulator, new_role: NewRole, monkeypatch: pytest.MonkeyPatch) -> None:
    session = has(monkeypatch, emulator.assume(new_role(), session_name="one"))
    assert emulator_session(emulator.endpoint_url) == session
    assert emulator_session(emulator.endpoint_url.replace("127.0.0.1", "emulator.example.com")) == {}


@pytest.mark.parametrize("credentials", [FOREIGN, ADMINISTRATOR], ids=["a session of AWS", "no session"])
def test_other_credentials_are_left_alone(emulator: Emulator, monkeypatch: pytest.MonkeyPatch, credentials: Credentials) -> None:
    has(monkeypatch, credentials)
    assert emulator_session(emulator.endpoint_url) == {}
