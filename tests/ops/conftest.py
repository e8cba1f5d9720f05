"""`python -m ops` in this process."""

import sys
from collections.abc import Callable

import pytest

from errors import run
from ops.__main__ import main

Ops = Callable[..., int]


@pytest.fixture
def ops(monkeypatch: pytest.MonkeyPatch) -> Ops:
    """Its exit status, for the arguments given; errors are printed as a user sees them."""
    monkeypatch.delenv("TABLESTAKES_ENV", raising=False)  # make sets it

    def command(*arguments: str) -> int:
        monkeypatch.setattr(sys, "argv", ["ops", *arguments])
        with pytest.raises(SystemExit) as ended:
            run(main)
        return int(ended.value.code or 0)

    return command
