"""AWS clients, each created once on demand; DynamoDB's while Lambda starts the function."""

import os
from functools import cache
from typing import Any


@cache
def client(service: str) -> Any:
    """Return a client of a service with short timeouts: a hanging call must leave time for other records."""
    import boto3
    from botocore.config import Config

    retries = {"mode": "standard", "total_max_attempts": 3}
    return boto3.client(service, config=Config(connect_timeout=2, read_timeout=5, retries=retries))


if "AWS_LAMBDA_RUNTIME_API" in os.environ:
    # boto3 takes 0.2 s of a whole CPU. An invocation gets a share of one by its memory; the start before it gets more.
    client("dynamodb")
