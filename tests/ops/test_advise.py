"""`ops advise` on an emulator that was told what CloudWatch would have."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from moto import mock_aws

from dynawright.emulator.emulator import Emulator
from dynawright.environ import emulator_settings
from dynawright.monitoring.metric_catalogue import DYNAMODB
from dynawright.monitoring.metrics import metric
from dynawright.ops.memory import definition
from dynawright.settings import load_named
from stacks.feature_flags.model import FLAGS
from stacks.miyabi_progress.model import COUNTS
from tests.emulator.patterns.tables import create
from tests.problems import codes

Ops = Callable[..., int]
Printed = pytest.CaptureFixture[str]
LOCAL = load_named("local")
HOURS = 24
INDEX = {"GlobalSecondaryIndexName": "GSI1-FLAGS-INDEX"}


class Figures:
    """Puts a figure for each hour of the last day."""

    def __init__(self, cloudwatch: Any, table: str) -> None:
        self.cloudwatch, self.table = cloudwatch, {"TableName": table}
        now = datetime.now(UTC).replace(second=0, microsecond=0)
        self.times = [now - timedelta(minutes=10) - timedelta(hours=hour) for hour in range(HOURS)]

    def put(self, name: str, value: float, more: Mapping[str, str] | None = None) -> None:
        row, dimensions = metric(DYNAMODB, name), {**self.table, **(more or {})}
        assert frozenset(dimensions) in row.dimensions
        named = [{"Name": key, "Value": text} for key, text in dimensions.items()]
        data = [{"MetricName": name, "Dimensions": named, "Timestamp": time, "Value": value} for time in self.times]
        self.cloudwatch.put_metric_data(Namespace=DYNAMODB, MetricData=data)


@pytest.fixture(scope="module")
def emulator() -> Iterator[Emulator]:
    """Flags on demand with a hot index that is mostly upkeep; task counts with far more capacity than they use."""
    with Emulator(LOCAL.account_id) as emulator:
        dynamodb, cloudwatch = (emulator.client(service, LOCAL.region) for service in ("dynamodb", "cloudwatch"))
        flags = Figures(cloudwatch, LOCAL.physical_name(FLAGS.name))
        create(dynamodb, replace(FLAGS, name=flags.table["TableName"]))
        flags.put("ConsumedReadCapacityUnits", 3000)
        flags.put("ConsumedWriteCapacityUnits", 600)
        flags.put("ConsumedReadCapacityUnits", 30, INDEX)
        flags.put("ConsumedWriteCapacityUnits", 600, INDEX)
        flags.put("WriteThrottleEvents", 2, INDEX)
        flags.put("WriteKeyRangeThroughputThrottleEvents", 2, INDEX)
        for milliseconds in (2, 2, 2, 40):
            flags.put("SuccessfulRequestLatency", milliseconds, {"Operation": "GetItem"})
        counts = Figures(cloudwatch, LOCAL.physical_name(COUNTS.name))
        units = {"ReadCapacityUnits": 5, "WriteCapacityUnits": 5}
        provisioned = {**definition(COUNTS), "BillingMode": "PROVISIONED", "ProvisionedThroughput": units}
        dynamodb.create_table(TableName=counts.table["TableName"], **provisioned)
        counts.put("ConsumedWriteCapacityUnits", 300)
        counts.put("ProvisionedWriteCapacityUnits", 5)
        yield emulator


@pytest.fixture
def at_emulator(emulator: Emulator, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a person would: only the address is needed, the rest is put back afterwards."""
    for name, value in {**emulator_settings(emulator.endpoint_url), "AWS_DEFAULT_REGION": LOCAL.region}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("AWS_PROFILE", raising=False)


def test_figures_and_advice_are_shown(ops: Ops, at_emulator: None, capsys: Printed) -> None:
    assert ops("advise", "-s", "feature_flags", "--days", "2") == 0
    lines = capsys.readouterr().out.splitlines()
    rows = {line.split("  ")[0]: line.split("  ", 1)[1].split() for line in lines if "  " in line}
    assert (
        "feature-flags-local: on-demand, 0.00 GB stored with indexes, 0.00 dollars a month; 0.03 dollars of throughput so far"
        in lines
    )
    assert rows["GetItem"] == ["2.0", "ms", "40.0", "ms", "40.0", "ms"]
    assert rows["Query"] == ["no", "data"] * 3
    assert rows["reads"] == ["10.00", "10.00", "-", "-", "0", "0.01"]
    assert rows["writes of GSI1-FLAGS-INDEX"] == ["2.00", "2.00", "-", "-", "48", "0.01"]
    assert rows["reads of GSI2-OWNER-INDEX"] == ["no", "data", "no", "data", "-", "no", "data", "no", "data", "-"]
    assert (
        "hot partition: writes of GSI1-FLAGS-INDEX: 48 throttled: one partition serves all it can; spread the key (shards) or cache "
        "its reads; more capacity does not help. contributor_insights names the key" in lines
    )
    assert (
        "drop: index GSI1-FLAGS-INDEX: 5 % of what it consumes is read, the rest is upkeep (asked by PF2, PF8, PF10): drop it, or "
        "project less into it" in lines
    )
    assert (
        "no data: reads of GSI2-OWNER-INDEX: CloudWatch has no figures: it is not used, or not for long enough; no advice"
        in lines
    )
    assert "feature-flags-audit-local: not deployed" in lines


def test_programs_get_every_figure(ops: Ops, at_emulator: None, capsys: Printed) -> None:
    assert ops("advise", "-s", "miyabi_progress", "--days", "1", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    (table,) = found["tables"]
    assert (table["name"], table["capacity_mode"]) == ("miyabi-task-counts-local", "provisioned")
    reads, writes = table["traffic"]
    assert (reads["mean_units_per_second"], reads["throttled"], reads["usd"]) == (None, None, None)
    assert writes["capacity"] == {"mode": "autoscaled", "least": 5, "most": 1000}
    assert (writes["peak_units_per_second"], writes["use_percent"]) == (1, 20)
    assert writes["usd"] == pytest.approx(HOURS * 5 / 12 * 0.000742)
    assert [(one["what"], one["about"]) for one in table["advice"]] == [("no data", "reads"), ("lower", "writes")]
    assert table["advice"][1]["text"] == "at most 20 % of 5 units was used: 2 are 1.2 times the peak (table.write_capacity_units)"
    assert "miyabi-tasks-local" in found["not_deployed"]


def test_a_system_that_is_not_deployed_is_said(ops: Ops, at_emulator: None, capsys: Printed) -> None:
    assert ops("advise", "-s", "ai_chef") == 2
    assert codes(capsys.readouterr().err) == ["DW704"]


def test_credentials_of_another_account_are_refused(ops: Ops, monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    for name, value in {"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("AWS_ENDPOINT_URL", raising=False)
    with mock_aws():
        assert ops("advise", "-s", "shop", "--environment", "dev") == 2
    said = capsys.readouterr().err
    assert codes(said) == ["DW404"]
    assert "222222222222" in said


@pytest.mark.parametrize("days", ["0", "64", "-1", "1.5", "week"])
def test_days_are_limited_to_what_cloudwatch_keeps(ops: Ops, capsys: Printed, days: str) -> None:
    assert ops("advise", "-s", "shop", f"--days={days}") == 2
    assert capsys.readouterr().err.startswith("error[DW802] Invalid value for '--days'")
