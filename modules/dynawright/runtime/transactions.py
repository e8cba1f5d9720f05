"""Transactions: writes that all succeed or all fail."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from dynawright.runtime.errors import cancellation_codes

ATTEMPTS = 8
REFUSED = "ConditionalCheckFailed"
COLLIDED = "TransactionConflict"


def transact(send: Callable[[], object]) -> bool:
    """Send a transaction; return True if it was written, False if a condition of it did not hold.

    `send` calls a client's method. After a conflict with another transaction it is called again.
    """
    for attempt in range(ATTEMPTS):
        try:
            send()
        except Exception as error:
            codes = cancellation_codes(error.__cause__ or error)
            if REFUSED in codes:
                return False
            if COLLIDED not in codes:
                raise
        else:
            return True
        pause(attempt)
    raise RuntimeError(f"other transactions were in the way {ATTEMPTS} times in a row")


def pause(attempt: int) -> None:
    """Wait for a growing random time, so that two colliding writers don't collide again."""
    time.sleep(random.uniform(0, 0.02 * 2**attempt))  # noqa: S311  # no secret
