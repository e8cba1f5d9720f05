"""`advise` on an emulator with prepared CloudWatch figures."""

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
from tests.complete.stacks.library.model import LOANS
from tests.complete.stacks.museum.model import VISITS
from tests.emulator.patterns.tables import create
from tests.environments import environment
from tests.problems import codes

Ops = Callable[..., int]
Printed = pytest.CaptureFixture[str]
LOCAL = environment(name="local")
HOURS = 24
INDEX = {"GlobalSecondaryIndexName": "by-reader"}


class Figures:
    """Publishes a figure for each hour of the last day."""

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
    """Loans on demand with a hot index that is mostly upkeep; visits with far too much capacity."""
    with Emulator(LOCAL.account_id) as emulator:
        dynamodb, cloudwatch = (emulator.client(service, LOCAL.region) for service in ("dynamodb", "cloudwatch"))
        loans = Figures(cloudwatch, LOCAL.physical_name(LOANS.name))
        create(dynamodb, replace(LOANS, name=loans.table["TableName"]))
        loans.put("ConsumedReadCapacityUnits", 3000)
        loans.put("ConsumedWriteCapacityUnits", 600)
        loans.put("ConsumedReadCapacityUnits", 30, INDEX)
        loans.put("ConsumedWriteCapacityUnits", 600, INDEX)
        loans.put("WriteThrottleEvents", 2, INDEX)
        loans.put("WriteKeyRangeThroughputThrottleEvents", 2, INDEX)
        for milliseconds in (2, 2, 2, 40):
            loans.put("SuccessfulRequestLatency", milliseconds, {"Operation": "GetItem"})
        visits = Figures(cloudwatch, LOCAL.physical_name(VISITS.name))
        units = {"ReadCapacityUnits": 5, "WriteCapacityUnits": 5}
        provisioned = {**definition(VISITS), "BillingMode": "PROVISIONED", "ProvisionedThroughput": units}
        dynamodb.create_table(TableName=visits.table["TableName"], **provisioned)
        visits.put("ConsumedWriteCapacityUnits", 300)
        visits.put("ProvisionedWriteCapacityUnits", 5)
        yield emulator


@pytest.fixture
def at_emulator(emulator: Emulator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the address is set, as a user would; everything is restored afterwards."""
    for name, value in {**emulator_settings(emulator.endpoint_url), "AWS_DEFAULT_REGION": LOCAL.region}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("AWS_PROFILE", raising=False)


@pytest.mark.usefixtures("in_library")
def test_figures_and_advice_are_shown(ops: Ops, at_emulator: None, capsys: Printed) -> None:
    assert ops("advise", "-s", "library", "--days", "2") == 0
    lines = capsys.readouterr().out.splitlines()
    rows = {line.split("  ")[0]: line.split("  ", 1)[1].split() for line in lines if "  " in line}
    assert (
        "library-loans-local: on-demand, 0.00 GB stored with indexes, 0.00 dollars a month; 0.03 dollars of throughput so far"
        in lines
    )
    assert rows["GetItem"] == ["2.0", "ms", "40.0", "ms", "40.0", "ms"]
    assert rows["Query"] == ["no", "data"] * 3
    assert rows["reads"] == ["10.00", "10.00", "-", "-", "0", "0.01"]
    assert rows["writes of by-reader"] == ["2.00", "2.00", "-", "-", "48", "0.01"]
    assert rows["reads of by-title"] == ["no", "data", "no", "data", "-", "no", "data", "no", "data", "-"]
    assert (
        "hot partition: writes of by-reader: 48 throttled: one partition serves all it can; spread the key (shards) or cache "
        "its reads; more capacity does not help. contributor_insights names the key" in lines
    )
    assert (
        "drop: index by-reader: 5 % of what it consumes is read, the rest is upkeep (asked by L4): drop it, or "
        "project less into it" in lines
    )
    assert "no data: reads of by-title: CloudWatch has no figures: it is not used, or not for long enough; no advice" in lines
    assert "library-history-local: not deployed" in lines


@pytest.mark.usefixtures("in_library")
def test_programs_get_every_figure(ops: Ops, at_emulator: None, capsys: Printed) -> None:
    assert ops("advise", "-s", "museum", "--days", "1", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    (table,) = found["tables"]
    assert (table["name"], table["capacity_mode"]) == ("museum-visits-local", "provisioned")
    reads, writes = table["traffic"]
    assert (reads["mean_units_per_second"], reads["throttled"], reads["usd"]) == (None, None, None)
    assert writes["capacity"] == {"mode": "autoscaled", "least": 5, "most": 1000}
    assert (writes["peak_units_per_second"], writes["use_percent"]) == (1, 20)
    assert writes["usd"] == pytest.approx(HOURS * 5 / 12 * 0.000742)
    assert [(advice["what"], advice["about"]) for advice in table["advice"]] == [("no data", "reads"), ("lower", "writes")]
    assert table["advice"][1]["text"] == "at most 20 % of 5 units was used: 2 are 1.2 times the peak (table.write_capacity_units)"
    assert found["not_deployed"] == []


@pytest.mark.usefixtures("application", "at_emulator")
def test_a_system_that_is_not_deployed_is_said(ops: Ops, capsys: Printed) -> None:
    assert ops("advise", "-s", "orders") == 2
    assert codes(capsys.readouterr().err) == ["DW704"]


@pytest.mark.usefixtures("in_library")
def test_credentials_of_another_account_are_refused(ops: Ops, monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    for name, value in {"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("AWS_ENDPOINT_URL", raising=False)
    with mock_aws():
        assert ops("advise", "-s", "library", "--environment", "production") == 2
    errors = capsys.readouterr().err
    assert codes(errors) == ["DW404"]
    assert "444444444444" in errors


@pytest.mark.usefixtures("in_library")
@pytest.mark.parametrize("days", ["0", "64", "-1", "1.5", "week"])
def test_days_are_limited_to_what_cloudwatch_keeps(ops: Ops, capsys: Printed, days: str) -> None:
    assert ops("advise", "-s", "library", f"--days={days}") == 2
    assert capsys.readouterr().err.startswith("error[DW802] Invalid value for '--days'")
