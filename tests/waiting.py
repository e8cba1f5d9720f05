"""Waits for another process, without a deadline that a busy machine would miss."""

import time
from collections.abc import Callable


def wait_until(condition: Callable[[], bool]) -> None:
    """Return when the condition holds."""
    while not condition():
        time.sleep(0.05)
