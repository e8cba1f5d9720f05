"""Functions on moto, in this process: their tables, and queues that show what was sent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from moto import mock_aws

from dynawright.emulator.streams.function import Function
from tests.functions.cloud import Item
from tests.functions.moto_cloud import REGION, MotoCloud
from tests.functions.world import system_of, variables

ACCOUNT = "123456789012"  # moto's own


@dataclass
class Deployed:
    """A function that is configured and can be called."""

    function: Function
    cloud: MotoCloud

    def __call__(self, *records: dict[str, Any]) -> list[str]:
        """The sequence numbers that the function reports as failed."""
        answer = self.function.load()({"Records": list(records)}, None)
        return [failure["itemIdentifier"] for failure in answer["batchItemFailures"]]

    def items(self, table: str) -> list[Item]:
        return self.cloud.items(table)

    def received(self) -> list[dict[str, Any]]:
        """Messages of the topic's, or events of the bus's, queue; each is received once."""
        sqs, found = self.cloud.client("sqs"), []
        while messages := sqs.receive_message(QueueUrl=self._queue, MaxNumberOfMessages=10).get("Messages"):
            for message in messages:
                found.append(json.loads(message["Body"]))
                sqs.delete_message(QueueUrl=self._queue, ReceiptHandle=message["ReceiptHandle"])
        return found

    @property
    def _queue(self) -> str:
        return str(self.cloud.client("sqs").list_queues()["QueueUrls"][0])


@pytest.fixture
def deploy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """deploy("<system>", "<function>", SETTING="…") makes tables, topic, buses, secrets and a queue.

    Optional variables are set by `optional=True`, or one by one.
    """
    for name, value in {"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_DEFAULT_REGION": REGION}.items():
        monkeypatch.setenv(name, value)

    def deployed(system: str, name: str, *, optional: bool = False, **settings: str) -> Deployed:
        function = Function(system, name)
        cloud = MotoCloud(system_of(function))
        for variable, value in variables(function, cloud.topic_arn).items():
            if optional or not function.variables[variable].get("optional"):
                monkeypatch.setenv(variable, value)
            else:
                monkeypatch.delenv(variable, raising=False)
        for variable, value in settings.items():
            monkeypatch.setenv(variable, value)
        _queue(cloud)
        return Deployed(function, cloud)

    with mock_aws():
        yield deployed


def _queue(cloud: MotoCloud) -> None:
    sqs = cloud.client("sqs")
    sqs.create_queue(QueueName="received.fifo", Attributes={"FifoQueue": "true", "ContentBasedDeduplication": "true"})
    arn = f"arn:aws:sqs:{REGION}:{ACCOUNT}:received.fifo"
    cloud.client("sns").subscribe(
        TopicArn=cloud.topic_arn, Protocol="sqs", Endpoint=arn, Attributes={"RawMessageDelivery": "true"}
    )
    events = cloud.client("events")
    for bus in cloud.buses:
        events.put_rule(Name="all", EventBusName=bus, EventPattern=json.dumps({"account": [ACCOUNT]}))
        target = {"Id": "queue", "Arn": arn, "SqsParameters": {"MessageGroupId": "1"}}
        events.put_targets(Rule="all", EventBusName=bus, Targets=[target])
