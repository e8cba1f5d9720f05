"""Each alarm that the teams' pages ask for is there, on metrics that exist, in every environment that watches fully."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from dynawright.model import System
from dynawright.rules.catalogue import alarms_can_fire, alarms_have_actions
from dynawright.rules.resources import document as read
from dynawright.settings import environment_names, load_named
from dynawright.synthesis import synthesize
from dynawright.systems import systems, tables_in

ENVIRONMENTS = environment_names()
Document = dict[str, Any]


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Document]:
    found = {}
    for environment in ENVIRONMENTS:
        outdir = tmp_path_factory.mktemp(environment)
        synthesize(load_named(environment), system=None, outdir=outdir)
        for path in (outdir / "stacks").glob("*/cdk.tf.json"):
            found[environment, path.parent.name.removesuffix(f"-{environment}")] = json.loads(path.read_text())
    return found


def alarms(document: Document) -> dict[str, Document]:
    return {alarm["alarm_name"]: alarm for alarm in document["resource"]["aws_cloudwatch_metric_alarm"].values()}


def places(system: System, environment: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Each table and index: the beginning of its alarms' names, and its dimensions."""
    for table in tables_in(load_named(environment), system):
        dimensions = {"TableName": f"{table.name}-{environment}"}
        yield table.name, dimensions
        for index in table.indexes:
            yield f"{table.name}-{index.name}", {**dimensions, "GlobalSecondaryIndexName": index.name}


@pytest.mark.parametrize("environment", ENVIRONMENTS)
@pytest.mark.parametrize("system", systems(), ids=lambda system: system.name)
def test_throttles_over_5_in_5_minutes_are_watched_for_each_table_and_index(
    documents: dict[tuple[str, str], Document], system: System, environment: str
) -> None:
    found = alarms(documents[environment, system.name])
    for stem, dimensions in places(system, environment):
        for kind in ("Read", "Write"):
            alarm = found[f"{stem}-{kind}Throttles-{environment}"]
            assert (alarm["metric_name"], alarm["dimensions"]) == (f"{kind}ThrottleEvents", dimensions)
            assert (alarm["statistic"], alarm["period"], alarm["threshold"]) == ("Sum", 300, 5)
            assert (alarm["comparison_operator"], alarm["treat_missing_data"]) == ("GreaterThanThreshold", "notBreaching")


@pytest.mark.parametrize("system", systems(), ids=lambda system: system.name)
def test_system_errors_and_their_rate_are_watched_over_the_operations_in_use(
    documents: dict[tuple[str, str], Document], system: System
) -> None:
    found = alarms(documents["production", system.name])
    for table in tables_in(load_named("production"), system):
        used = {pattern.operation for pattern in table.access_patterns}
        errors = found[f"{table.name}-SystemErrors-production"]
        asked = [query["metric"] for query in errors["metric_query"] if "metric" in query]
        assert {metric["dimensions"]["Operation"] for metric in asked} == used
        assert {metric["metric_name"] for metric in asked} == {"SystemErrors"}
        rates = [found[name] for name in found if name.startswith(table.name) and "ErrorRate" in name]
        in_rates = [query["metric"] for rate in rates for query in rate["metric_query"] if "metric" in query]
        assert {metric["dimensions"]["Operation"] for metric in in_rates} >= used
        assert {rate["threshold"] for rate in rates} == {1}


def test_miyabi_lambda_is_watched_for_latency_over_50_milliseconds(documents: dict[tuple[str, str], Document]) -> None:
    found = alarms(documents["production", "miyabi_lambda"])
    for operation in ("GetItem", "Query", "PutItem", "DeleteItem"):
        alarm = found[f"miyabi-lambda-data-{operation}-Latency-production"]
        assert (alarm["extended_statistic"], alarm["threshold"]) == ("p99", 50)
        assert alarm["dimensions"] == {"TableName": "miyabi-lambda-data-production", "Operation": operation}


@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_miyabi_progress_is_watched_for_use_over_80_percent_of_what_is_provisioned(
    documents: dict[tuple[str, str], Document], environment: str
) -> None:
    found = alarms(documents[environment, "miyabi_progress"])
    system = next(system for system in systems() if system.name == "miyabi_progress")
    for stem, dimensions in places(system, environment):
        if stem == "miyabi-logs":
            continue  # on demand, where it is built
        for kind in ("Read", "Write"):
            alarm = found[f"{stem}-{kind}Utilization-{environment}"]
            asked = {query["metric"]["metric_name"]: query["metric"] for query in alarm["metric_query"] if "metric" in query}
            assert set(asked) == {f"Consumed{kind}CapacityUnits", f"Provisioned{kind}CapacityUnits"}
            assert all(metric["dimensions"] == dimensions and metric["period"] == 300 for metric in asked.values())
            assert alarm["threshold"] == 80


@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_miyabi_progress_counts_error_lines_of_each_log_group(
    documents: dict[tuple[str, str], Document], environment: str
) -> None:
    document = documents[environment, "miyabi_progress"]
    every = document["resource"]["aws_cloudwatch_log_group"].values()
    groups = {group["name"]: group for group in every if group["name"].startswith("/miyabi/")}
    names = ("cdk-deploy", "agents/orchestrator", "agents/mugen", "agents/majin", "system")
    assert set(groups) == {f"/miyabi/{name}-{environment}" for name in names}
    assert all(group["retention_in_days"] == load_named(environment).logs.retention_days for group in groups.values())
    filters = document["resource"]["aws_cloudwatch_log_metric_filter"].values()
    written = {one["metric_transformation"]["name"] for one in filters}
    watched = {alarm["metric_name"] for alarm in alarms(document).values() if alarm.get("namespace") == "Tablestakes/Logs"}
    assert written == watched == {f"{name} Errors" for name in groups}
    assert {one["pattern"] for one in filters} == {'{ $.level = "ERROR" }'}


@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_feature_flags_cache_is_watched_wherever_there_is_one(
    documents: dict[tuple[str, str], Document], environment: str
) -> None:
    document = documents[environment, "feature_flags"]
    clusters = [one["cluster_name"] for one in document["resource"].get("aws_dax_cluster", {}).values()]
    assert clusters == ([f"flags-{environment}"] if environment in ("staging", "production") else [])
    watched = {
        (alarm["metric_name"], *alarm["dimensions"].items())
        for alarm in alarms(document).values()
        if alarm.get("namespace") == "AWS/DAX"
    }
    metrics = ("CPUUtilization", "FaultRequestCount", "ThrottledRequestCount")
    assert watched == {(metric, ("ClusterId", name)) for name in clusters for metric in metrics}


def test_every_alarm_everywhere_can_fire_and_acts(documents: dict[tuple[str, str], Document]) -> None:
    for (environment, stack), document in documents.items():
        for rule in (alarms_can_fire.RULE, alarms_have_actions.RULE):
            assert list(rule.findings(read(document, f"{stack} in {environment}"))) == []


def test_an_alarm_that_somebody_broke_by_hand_is_found(documents: dict[tuple[str, str], Document]) -> None:
    document = json.loads(json.dumps(documents["production", "shop"]))
    written = document["resource"]["aws_cloudwatch_metric_alarm"].values()
    broken = next(alarm for alarm in written if alarm.get("metric_name") == "ReadThrottleEvents")
    broken["dimensions"] = {"TableName": "DynamoDBShop-prod"}
    (finding,) = alarms_can_fire.RULE.findings(read(document, "shop"))
    assert "DynamoDBShop-prod" in finding.message


def test_dev_watches_what_users_notice_only(documents: dict[tuple[str, str], Document]) -> None:
    found = alarms(documents["dev", "ai_chef"])
    assert all("Throttles" in name or "SystemErrors" in name for name in found)
    assert "aws_cloudwatch_dashboard" not in documents["dev", "ai_chef"]["resource"]


@pytest.mark.parametrize("system", systems(), ids=lambda system: system.name)
def test_each_system_has_a_dashboard_and_one_alarm_that_sums_up(
    documents: dict[tuple[str, str], Document], system: System
) -> None:
    document = documents["production", system.name]
    (dashboard,) = document["resource"]["aws_cloudwatch_dashboard"].values()
    stem = system.name.replace("_", "-")
    assert dashboard["dashboard_name"] == f"{stem}-production"
    widgets = json.loads(dashboard["dashboard_body"])["widgets"]
    shown = [arn for widget in widgets if widget["type"] == "alarm" for arn in widget["properties"]["alarms"]]
    assert {arn.split(":alarm:")[1] for arn in shown} == set(alarms(document))
    (composite,) = document["resource"]["aws_cloudwatch_composite_alarm"].values()
    assert composite["alarm_name"] == f"{stem}-health-production"
