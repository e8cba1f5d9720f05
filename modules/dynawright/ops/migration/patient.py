"""A client that retries requests with growing delays while AWS is busy."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from dynawright.ops.migration.clock import Clock

MOST_TRIES = 10
LONGEST_PAUSE_SECONDS = 20.0
BUSY = (
    "ProvisionedThroughputExceededException",
    "ThrottlingException",
    "RequestLimitExceeded",
    "InternalServerError",
    "TransactionConflictException",  # the application writes to the same item at this moment
)


class PatientClient:
    """boto3 retries too, but gives up within a second or two: too early for a copy of hours."""

    def __init__(self, client: Any, clock: Clock) -> None:
        self._client, self._clock = client, clock

    def __getattr__(self, operation: str) -> Callable[..., Any]:
        from botocore.exceptions import ClientError

        send = getattr(self._client, operation)

        def patiently(**request: Any) -> Any:
            for tries in range(1, MOST_TRIES):
                try:
                    return send(**request)
                except ClientError as error:
                    if error.response["Error"]["Code"] not in BUSY:
                        raise
                    pause(tries, self._clock)
            return send(**request)

        return patiently


def pause(tries: int, clock: Clock) -> None:
    """Wait for a random time, so that segments don't all retry at once."""
    clock.pause(random.uniform(0, min(LONGEST_PAUSE_SECONDS, 0.1 * 2**tries)))  # noqa: S311
