"""Every function on real records: written to tables that Terraform made, read through DynamoDB Streams, delivered by a mapping."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import pytest

from dynawright.emulator.streams.destination import FailureBucket
from dynawright.emulator.streams.function import Function, Handler, functions
from dynawright.emulator.streams.mapping import EventSourceMapping, MappingSettings
from dynawright.emulator.streams.reader import StreamReader
from dynawright.environ import emulator_settings
from dynawright.ops import failures as failed
from dynawright.runtime import clients
from tests.applied.conftest import Applied
from tests.functions.cloud import HASH_KEY, Item, typed, untyped


class Platform:
    """A system on the emulator, and what its functions need besides tables."""

    def __init__(self, applied: Applied) -> None:
        self._applied, self._region = applied, applied.workspace.environment.region
        self.dynamodb = self.client("dynamodb")
        self.done_before = 0

    def done(self, table: str) -> int:
        """Markers of what was sent; other tests of the system leave some too."""
        return [item.get("Status") for item in self.items(table)].count("DONE")

    def client(self, service: str) -> Any:
        return self._applied.emulator.client(service, self._region)

    def table(self, name: str) -> str:
        return self._applied.workspace.environment.physical_name(name)

    def reader(self, function: Function) -> StreamReader:
        arn = self.dynamodb.describe_table(TableName=self.table(function.table))["Table"]["LatestStreamArn"]
        return StreamReader(self.client("dynamodbstreams"), arn, from_start=False)

    def items(self, name: str) -> list[Item]:
        return [untyped(item) for item in self.dynamodb.scan(TableName=self.table(name))["Items"]]

    def write(self, table: str, *items: Item) -> None:
        for item in items:
            self.dynamodb.put_item(TableName=self.table(table), Item={name: typed(value) for name, value in item.items()})

    def destination(self, function: Function) -> FailureBucket:
        """A bucket of its own, since not every function here is deployed by itself."""
        self.client("s3").create_bucket(Bucket=_bucket(function), CreateBucketConfiguration={"LocationConstraint": self._region})
        arn = f"arn:aws:lambda:{self._region}:111111111111:function:{function.name}"
        return FailureBucket(self.client("s3"), _bucket(function), mapping_id="m", function_arn=arn)

    def given_up(self, function: Function) -> list[dict[str, Any]]:
        """The records that lie in the bucket, which is gone then."""
        s3, bucket = self.client("s3"), _bucket(function)
        failures = failed.FailureBucket(s3, bucket)
        found = failures.failures(failures.keys())
        for one in found:
            s3.delete_object(Bucket=bucket, Key=one.key)
        s3.delete_bucket(Bucket=bucket)
        assert [one.problem for one in found if one.problem] == []
        return [record for one in found for record in one.records]

    def variables(self, function: Function) -> dict[str, str]:
        found = {name: self._value(variable) for name, variable in function.variables.items()}
        return {name: value for name, value in found.items() if value}

    def _value(self, variable: Mapping[str, Any]) -> str:
        if "table" in variable:
            return self.table(variable["table"])
        if "topic" in variable:
            topic = self.client("sns").create_topic(Name="alerts.fifo", Attributes={"FifoTopic": "true"})
            return str(topic["TopicArn"])
        if "event_bus" in variable:
            if "events" not in [bus["Name"] for bus in self.client("events").list_event_buses()["EventBuses"]]:
                self.client("events").create_event_bus(Name="events")
            return "events"
        if "secret" in variable:
            return str(self.client("secretsmanager").create_secret(Name="hash-key", SecretString=HASH_KEY)["ARN"])
        return str(variable.get("default", ""))


def _bucket(function: Function) -> str:
    return f"given-up-by-{function.name.replace('_', '-')}"


@pytest.fixture
def platform(applied: Applied, monkeypatch: pytest.MonkeyPatch) -> Iterator[Platform]:
    settings = emulator_settings(applied.emulator.endpoint_url)
    for name, value in {**settings, "AWS_DEFAULT_REGION": applied.workspace.environment.region}.items():
        monkeypatch.setenv(name, value)
    clients.client.cache_clear()
    yield Platform(applied)
    clients.client.cache_clear()


def test_functions_process_what_the_stream_tells(applied: Applied, platform: Platform, monkeypatch: pytest.MonkeyPatch) -> None:
    """A poison is among the changes: it ends, whole, in the destination, and everything else is done, once."""
    chosen = [one for one in functions() if one.system == applied.system.name]
    if not chosen:
        assert [table.name for table in applied.system.tables if table.stream] == [], "a stream that nothing reads"
        return
    readers = {function.name: platform.reader(function) for function in chosen}
    WRITES[applied.system.name](platform)
    for function in chosen:
        for name, value in platform.variables(function).items():
            monkeypatch.setenv(name, value)
        records = list(readers[function.name].read())
        handler, destination = function.load(), platform.destination(function)
        settings = MappingSettings(filters=function.filters, window_seconds=0, maximum_retry_attempts=1)
        for _ in range(2):  # everything comes twice
            mapping = EventSourceMapping(partial(_invoke, handler), settings, destination)
            mapping.feed(records)
            mapping.run()
        is_poison = POISONS.get(function.name, _nothing)
        poison = [record for _, record in records if is_poison(record["dynamodb"].get("NewImage", {}))]
        given_up = platform.given_up(function)
        assert bool(given_up) == bool(poison) == (function.name in POISONS), function.name
        assert all(record in given_up for record in poison), "a poison is not kept whole"
    CHECKS[applied.system.name](platform)


def _invoke(handler: Handler, event: dict[str, Any]) -> Any:
    return handler(json.loads(json.dumps(event)), None)


def _nothing(image: Item) -> bool:
    return False


POISONS: dict[str, Callable[[Item], bool]] = {  # what those can't take who can't take everything
    "inventory_alerts": lambda image: bool(image.get("Stock") == {"S": "none"}),
    "stream_jobs": lambda image: bool(image.get("Stock") == {"S": "none"}),
    "project_metrics": lambda image: bool(image["status"] == {"S": "lost"}),
    "entity_events": lambda image: bool(image) and "EntityType" not in image,
}


def write_shop(platform: Platform) -> None:
    product: Item = {"PK": "PRODUCT#x", "SK": "METADATA", "EntityType": "PRODUCT", "ProductId": "x", "Name": "X", "Stock": 12}
    platform.write("DynamoDBShop", product, {**product, "Stock": 9}, {**product, "Stock": "none"}, {**product, "Stock": 0})
    order: Item = {"PK": "CUSTOMER#x", "EntityType": "ORDER", "OrderDate": "2031-01-01", "GSI1PK": "ORDERS#2031-01-01"}
    platform.write("DynamoDBShop", *({**order, "SK": f"ORDER#{n}", "GSI1SK": f"ORDER#{n}", "Amount": n} for n in (1, 2)))
    platform.dynamodb.delete_item(
        TableName=platform.table("DynamoDBShop"), Key={"PK": {"S": "PRODUCT#x"}, "SK": {"S": "METADATA"}}
    )


def check_shop(platform: Platform) -> None:
    audited = [item["EventName"] for item in platform.items("DynamoDBShopAudit") if item["ItemKey"] == "PRODUCT#x|METADATA"]
    assert sorted(audited) == ["INSERT", "MODIFY", "MODIFY", "MODIFY", "REMOVE"]
    (sales,) = [item for item in platform.items("DynamoDBShop") if item["PK"] == "SALES#2031-01-01"]
    assert (sales["Total"], sales["Orders"]) == (3, 2)
    alerts = [item for item in platform.items("DynamoDBShopProcessed") if item["PK"].startswith("ALERT#")]
    assert [(item["PK"].rsplit("-")[-1], item.get("Status")) for item in alerts if "LOW_STOCK" in item["PK"]][-1] == (
        "LOW_STOCK",
        "DONE",
    )


def write_entities(platform: Platform) -> None:
    platform.done_before = platform.done("miyabi-lambda-processed")
    user: Item = {"PK": "USER#x", "SK": "METADATA", "EntityType": "USER", "Data": {"name": "Ann"}}
    platform.write("miyabi-lambda-data", user, {**user, "Data": {}}, {"PK": "USER#y", "SK": "METADATA"})


def check_entities(platform: Platform) -> None:
    assert platform.done("miyabi-lambda-processed") - platform.done_before == 2


def write_reports(platform: Platform) -> None:
    platform.write("miyabi-projects", {"project_id": "x"})
    report: Item = {"task_id": "x", "project_id": "x", "task_type": "build", "updated_at": "1", "created_at": "1"}
    reports = ((1, "pending"), (3, "completed"), (2, "running"), (4, "lost"))
    platform.write("miyabi-tasks", *({**report, "timestamp": time, "status": status} for time, status in reports))


def check_reports(platform: Platform) -> None:
    (project,) = [item for item in platform.items("miyabi-projects") if item["project_id"] == "x"]
    metrics = project["metrics"]
    assert (metrics["total_tasks"], metrics["completed_tasks"], project["active_task_count"]) == (1, 1, 0)


def write_flags(platform: Platform) -> None:
    flag: Item = {"PK": "FLAG#dev#x", "SK": "METADATA", "updatedBy": "ann", "targetingRules": ["someone"]}
    platform.write("feature-flags", flag, {**flag, "defaultEnabled": True})


def check_flags(platform: Platform) -> None:
    found = [item for item in platform.items("feature-flags-audit") if item["PK"] == "FLAG#dev#x|METADATA"]
    assert sorted((item["what"], item["who"]) for item in found) == [("INSERT", "ann"), ("MODIFY", "ann")]
    assert "someone" not in str(found)


WRITES = {"shop": write_shop, "miyabi_lambda": write_entities, "miyabi_progress": write_reports, "feature_flags": write_flags}
CHECKS = {"shop": check_shop, "miyabi_lambda": check_entities, "miyabi_progress": check_reports, "feature_flags": check_flags}
