"""A load test's target: an engine started for it, an endpoint, or an account's tables."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

from dynawright.emulator.engines.dynoxide import DYNOXIDE
from dynawright.emulator.patterns.definition import definition
from dynawright.errors import Place, Problem, UserError
from dynawright.model import TableModel
from dynawright.ops.load.settings import LoadTest
from dynawright.ops.load.wire import WireClient

PREFIX = "dynawright-load-"
REGION = "eu-west-1"
MOST_CONNECTIONS = 200


@contextlib.contextmanager
def engine() -> Iterator[str]:
    """Run the second engine for the duration of a block."""
    if reason := DYNOXIDE.unsupported():
        raise UserError([Problem("DW601", f"dynoxide can't run here: {reason}", value="dynoxide", fix="give --endpoint")])
    with DYNOXIDE.start() as endpoint_url:
        yield endpoint_url


def checked_endpoint(endpoint_url: str) -> str:
    """Return the endpoint unless it is AWS's own: for an account, use --account."""
    parts = urlsplit(endpoint_url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        fix = "give one such as http://127.0.0.1:8000"
        raise UserError([Problem("DW754", "is no endpoint", Place(path="--endpoint"), endpoint_url, fix=fix)])
    if parts.hostname.endswith((".amazonaws.com", ".amazonaws.com.cn", ".api.aws")):
        text, fix = "is AWS itself", "give --account and --spend instead"
        raise UserError([Problem("DW754", text, Place(path="--endpoint"), endpoint_url, fix=fix)])
    return endpoint_url


@contextlib.contextmanager
def made_tables(dynamodb: Any, models: Sequence[TableModel]) -> Iterator[dict[str, str]]:
    """Create the tables for the duration of a block; yield their names."""
    names: dict[str, str] = {}
    try:
        for model in models:
            name = f"{PREFIX}{model.name}"
            try:
                dynamodb.create_table(**definition(model, name))
            except dynamodb.exceptions.ResourceInUseException:
                fix = "delete it, or wait until the other load test ends"
                raise UserError(
                    [Problem("DW755", "a table of a load test is there already", Place(path=name), name, fix=fix)]
                ) from None
            names[model.name] = name
        yield names
    finally:
        for name in names.values():
            dynamodb.delete_table(TableName=name)


def client_of(test: LoadTest) -> Any:
    """Return the client of a process that sends requests; throttles are counted, not retried."""
    if test.endpoint_url is not None and not test.is_signed:
        return WireClient(test.endpoint_url, test.region)
    import boto3
    from botocore.config import Config

    config = Config(
        retries={"total_max_attempts": 1}, max_pool_connections=MOST_CONNECTIONS, parameter_validation=False, proxies=None
    )
    if test.endpoint_url is None:
        return boto3.client("dynamodb", region_name=test.region, config=config)
    return boto3.client(
        "dynamodb",
        region_name=test.region,
        endpoint_url=test.endpoint_url,
        aws_access_key_id="test",
        aws_secret_access_key="test",  # noqa: S106  # engines accept anything
        config=config,
    )
