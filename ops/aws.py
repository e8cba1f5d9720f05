"""Clients for operators: the user's own configuration, and AWS's refusals in words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from errors import UserError


def client(service: str, **settings: Any) -> Any:
    """AWS_PROFILE, AWS_REGION, AWS_ENDPOINT_URL and so on are honoured as everywhere; `settings` are botocore's."""
    import boto3
    from botocore.config import Config
    from botocore.exceptions import NoRegionError

    try:
        return boto3.client(service, config=Config(**settings))
    except NoRegionError:
        raise UserError(["no AWS Region is chosen: set AWS_REGION, or a profile that has one"]) from None


@contextmanager
def refusals_in_words() -> Iterator[None]:
    """What AWS refuses is the user's to solve: without a traceback."""
    from botocore.exceptions import BotoCoreError, ClientError

    try:
        yield
    except ClientError as error:
        reason = error.response.get("Error", {})
        raise UserError([f"AWS refused {error.operation_name}: {reason.get('Code')}: {reason.get('Message')}"]) from None
    except BotoCoreError as error:
        raise UserError([f"AWS can't be asked: {error}"]) from None
