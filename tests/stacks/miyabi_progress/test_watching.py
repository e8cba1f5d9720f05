"""The alarms that miyabi_progress's page asks for."""

import pytest

from dynawright.settings import load_named
from stacks.miyabi_progress.model import SYSTEM
from tests.stacks.documents import ENVIRONMENTS, Documents, alarms, places


@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_use_over_80_percent_of_what_is_provisioned_is_watched(documents: Documents, environment: str) -> None:
    document = documents[environment, "miyabi_progress"]
    found, tables = alarms(document), document["resource"]["aws_dynamodb_table"].values()
    provisioned = {table["name"] for table in tables if table["billing_mode"] == "PROVISIONED"}
    for stem, dimensions in places(SYSTEM, environment):
        if dimensions["TableName"] not in provisioned:
            continue
        for kind in ("Read", "Write"):
            alarm = found[f"{stem}-{kind}Utilization-{environment}"]
            asked = {query["metric"]["metric_name"]: query["metric"] for query in alarm["metric_query"] if "metric" in query}
            assert set(asked) == {f"Consumed{kind}CapacityUnits", f"Provisioned{kind}CapacityUnits"}
            assert all(metric["dimensions"] == dimensions and metric["period"] == 300 for metric in asked.values())
            assert alarm["threshold"] == 80


@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_error_lines_of_each_log_group_are_counted(documents: Documents, environment: str) -> None:
    document = documents[environment, "miyabi_progress"]
    every = document["resource"]["aws_cloudwatch_log_group"].values()
    groups = {group["name"]: group for group in every if group["name"].startswith("/miyabi/")}
    names = ("cdk-deploy", "agents/orchestrator", "agents/mugen", "agents/majin", "system")
    assert set(groups) == {f"/miyabi/{name}-{environment}" for name in names}
    assert all(group["retention_in_days"] == load_named(environment).logs.retention_days for group in groups.values())
    filters = document["resource"]["aws_cloudwatch_log_metric_filter"].values()
    written = {pattern["metric_transformation"]["name"] for pattern in filters}
    watched = {alarm["metric_name"] for alarm in alarms(document).values() if alarm.get("namespace") == "Tablestakes/Logs"}
    assert written == watched == {f"{name} Errors" for name in groups}
    assert {pattern["pattern"] for pattern in filters} == {'{ $.level = "ERROR" }'}
