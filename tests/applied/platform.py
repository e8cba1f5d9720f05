"""A system on the emulator with its functions' resources and their expected effects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from dynawright.emulator.streams.destination import FailureBucket
from dynawright.emulator.streams.function import Function
from dynawright.emulator.streams.reader import StreamReader
from dynawright.ops import failures as failed
from tests.applied.shared import Applied
from tests.functions.cloud import HASH_KEY, Item, typed, untyped

FILE = "functions/scenario.py"


class Platform:
    """A system on the emulator, and its functions' resources besides tables."""

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
        """Return the records in the bucket, and delete the bucket."""
        s3, bucket = self.client("s3"), _bucket(function)
        failures = failed.FailureBucket(s3, bucket)
        found = failures.failures(failures.keys())
        for failure in found:
            s3.delete_object(Bucket=bucket, Key=failure.key)
        s3.delete_bucket(Bucket=bucket)
        assert [failure.problem for failure in found if failure.problem] == []
        return [record for failure in found for record in failure.records]

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


@dataclass(frozen=True)
class Scenario:
    """Writes to a system's tables, and the expected effects of its functions.

    Tests of a system declare it as SCENARIO in tests/stacks/<system>/functions/scenario.py.
    """

    write: Callable[[Platform], None]
    check: Callable[[Platform], None]
    poisons: Mapping[str, Callable[[Item], bool]] = field(default_factory=dict)
    """Function → new images that it can't process."""
    effects: frozenset[str] = frozenset()
    """The effects of the deployed functions on all writes of the access patterns."""
    off: tuple[str, ...] = ()
    """Jobs that the local environment switches off."""


def scenario_of(system: str) -> Scenario | None:
    """Return the scenario of a system, if its tests have one."""
    if not (Path(__file__).parent.parent / "stacks" / system / FILE).is_file():
        return None
    scenario: Scenario = import_module(f"tests.stacks.{system}.functions.scenario").SCENARIO
    return scenario
