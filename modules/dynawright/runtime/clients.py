"""Clients of AWS: each made once, and only when a record needs it."""

from functools import cache
from typing import Any

_asking_once: list[Any] = []


@cache
def client(service: str, attempts: int = 3) -> Any:
    """Short timeouts: a call that hangs must not eat the time of the batch's other records.

    What must not be done twice has one attempt: botocore asks again after a lost answer, too.
    """
    import boto3
    from botocore.config import Config

    retries = {"mode": "standard", "total_max_attempts": attempts}
    made = boto3.client(service, config=Config(connect_timeout=2, read_timeout=5, retries=retries))
    if attempts == 1:
        _asking_once.append(made)
    return made


def hang_up() -> None:
    """A connection that idles until the next invocation may be dead by then, and a message that dies with it is in doubt."""
    for one in _asking_once:
        one.close()
