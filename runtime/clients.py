"""Clients of AWS: each made once, and only when a record needs it."""

from functools import cache
from typing import Any


@cache
def client(service: str, attempts: int = 3) -> Any:
    """Short timeouts: a call that hangs must not eat the time of the batch's other records.

    What must not be done twice has one attempt: botocore asks again after a lost answer, too.
    """
    import boto3
    from botocore.config import Config

    retries = {"mode": "standard", "total_max_attempts": attempts}
    return boto3.client(service, config=Config(connect_timeout=2, read_timeout=5, retries=retries))
