"""This package's emulator: moto with its gaps closed."""

import contextlib
from collections.abc import Iterator

from dynawright.emulator.emulator import Emulator
from dynawright.emulator.engines.engine import Engine

ACCOUNT_ID = "111122223333"


@contextlib.contextmanager
def _start() -> Iterator[str]:
    with Emulator(ACCOUNT_ID, iam="off") as emulator:
        yield emulator.endpoint_url


MOTO = Engine("moto", unsupported=lambda: "", start=_start)
