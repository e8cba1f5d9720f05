"""Configuration by environment variables, and errors for wrong values."""

import pytest

from dynawright.runtime.errors import ConfigurationError
from dynawright.runtime.settings import optional_text, text, whole_number


def test_a_missing_variable_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOME_TABLE", raising=False)
    with pytest.raises(ConfigurationError) as error:
        text("SOME_TABLE")
    assert str(error.value) == "SOME_TABLE is not set: give the function this environment variable (see its function.json)"


@pytest.mark.parametrize("value", ["-1", "ten", "1.5", "\u0663", " 1"])
def test_a_number_must_be_whole(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("LIMIT", value)
    with pytest.raises(ConfigurationError) as error:
        whole_number("LIMIT", 10)
    assert str(error.value) == f"LIMIT is {value!r}: a whole number of zero or more is allowed"


def test_an_empty_variable_is_as_good_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIMIT", "")
    assert (whole_number("LIMIT", 10), optional_text("LIMIT")) == (10, None)


def test_variables_are_read_when_they_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIMIT", "0")
    assert (whole_number("LIMIT", 10), text("LIMIT")) == (0, "0")
