"""AWS in this process for one invocation: tables, a topic, a bus, a secret, a search index."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from dynawright.emulator.streams.function import Function
from dynawright.model import TableModel
from dynawright.ops.search_index import search_index
from dynawright.settings import Environment

SEARCH = "SEARCH_ENDPOINT"
HASH_KEY = "an example key, of which nothing depends"


@contextmanager
def cloud(function: Function, environment: Environment, given: Mapping[str, Sequence[dict[str, Any]]]) -> Iterator[None]:
    """Start with the items in `given` (by model table name), and set the function's variables."""
    import boto3
    from moto import mock_aws

    from dynawright.systems import systems

    os.environ |= {"AWS_ACCESS_KEY_ID": "memory", "AWS_SECRET_ACCESS_KEY": "memory", "AWS_DEFAULT_REGION": environment.region}
    os.environ.pop("AWS_PROFILE", None)
    with mock_aws(), search_index() as endpoint:
        dynamodb = boto3.client("dynamodb")
        for table in next(system for system in systems() if system.name == function.system).tables:
            name = environment.table_name(table.name)
            dynamodb.create_table(TableName=name, **definition(table))
            for item in given.get(table.name, ()):
                dynamodb.put_item(TableName=name, Item=item)
        for name, variable in function.variables.items():
            if value := _value(variable, environment):
                os.environ.setdefault(name, value)
        if SEARCH in function.variables:
            os.environ.setdefault(SEARCH, endpoint)
        yield


def _value(variable: Mapping[str, Any], environment: Environment) -> str | None:
    """Return a variable's value: the name of its resource, which is created here."""
    import boto3

    if "table" in variable:
        return environment.table_name(variable["table"])
    if "topic" in variable:
        name = f"{variable['topic']}.fifo"
        return str(boto3.client("sns").create_topic(Name=name, Attributes={"FifoTopic": "true"})["TopicArn"])
    if "event_bus" in variable:
        boto3.client("events").create_event_bus(Name=variable["event_bus"])
        return str(variable["event_bus"])
    if "secret" in variable:
        return str(boto3.client("secretsmanager").create_secret(Name=variable["secret"], SecretString=HASH_KEY)["ARN"])
    return variable.get("default")


@contextmanager
def calls_shown() -> Iterator[None]:
    """Print every call to AWS inside the block."""
    import boto3

    def show(params: Any, model: Any, **_: Any) -> None:
        service = model.service_model.service_name
        print(f"  {service} {model.name} {json.dumps(params, default=str, ensure_ascii=False)}")

    boto3.setup_default_session()
    boto3.DEFAULT_SESSION.events.register("provide-client-params.*.*", show)
    try:
        yield
    finally:
        boto3.DEFAULT_SESSION = None


def definition(table: TableModel) -> dict[str, Any]:
    """Return a minimal table definition without indexes, which no function queries."""
    keys = zip(table.key, ("HASH", "RANGE"), strict=False)
    return {
        "KeySchema": [{"AttributeName": key.name, "KeyType": kind} for key, kind in keys],
        "AttributeDefinitions": [{"AttributeName": key.name, "AttributeType": key.type} for key in table.key],
        "BillingMode": "PAY_PER_REQUEST",
    }
