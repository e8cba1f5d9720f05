"""moto as the cloud of a function under test; to be used inside `mock_aws`."""

from __future__ import annotations

from functools import cache
from typing import Any

import boto3

from dynawright.emulator.streams.function import functions
from dynawright.model import System
from tests.emulator.patterns.tables import create
from tests.functions.cloud import HASH_KEY, Item, typed, untyped

REGION = "ap-northeast-1"


class MotoCloud:
    """The system's tables, a FIFO topic, and its functions' buses and secrets."""

    def __init__(self, system: System) -> None:
        for table in system.tables:
            create(self.client("dynamodb"), table)
        fifo = {"FifoTopic": "true"}
        self.topic_arn = self.client("sns").create_topic(Name="messages.fifo", Attributes=fifo)["TopicArn"]
        given = [
            variable for function in functions() if function.system == system.name for variable in function.variables.values()
        ]
        self.buses = sorted({variable["event_bus"] for variable in given if "event_bus" in variable})
        for bus in self.buses:
            self.client("events").create_event_bus(Name=bus)
        for secret in {variable["secret"] for variable in given if "secret" in variable}:
            self.client("secretsmanager").create_secret(Name=secret, SecretString=HASH_KEY)

    def client(self, service: str) -> Any:
        return _client(service)

    def put(self, table: str, item: Item) -> None:
        self.client("dynamodb").put_item(TableName=table, Item={name: typed(value) for name, value in item.items()})

    def delete(self, table: str, key: Item) -> None:
        self.client("dynamodb").delete_item(TableName=table, Key={name: typed(value) for name, value in key.items()})

    def items(self, table: str) -> list[Item]:
        pages = self.client("dynamodb").get_paginator("scan").paginate(TableName=table)
        return [untyped(item) for page in pages for item in page["Items"]]


@cache
def _client(service: str) -> Any:
    """Made once for all tests: making a client takes longer than a test."""
    return boto3.session.Session("emulator", "emulator", region_name=REGION).client(service)
