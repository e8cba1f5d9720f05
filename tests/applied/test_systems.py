"""Each system on the emulator: stable, complete, and every access pattern answered right."""

from typing import Any

from dynawright.emulator.consumer_clients import ConsumerClients
from dynawright.emulator.patterns.exercise import exercise
from dynawright.emulator.patterns.outcome import Outcome
from dynawright.systems import tables_in
from tests.applied.conftest import Applied

BILLING = {"on_demand": "PAY_PER_REQUEST", "provisioned": "PROVISIONED"}


def client(applied: Applied, service: str) -> Any:
    return applied.emulator.client(service, applied.workspace.environment.region)


def empty(dynamodb: Any, table: str, keys: list[str]) -> None:
    """Other tests of the system, which shares what was applied, leave items."""
    for page in dynamodb.get_paginator("scan").paginate(TableName=table):
        for item in page["Items"]:
            dynamodb.delete_item(TableName=table, Key={key: item[key] for key in keys})


def test_a_second_plan_is_empty(applied: Applied) -> None:
    plan = applied.planner.plan(lock=False)
    assert plan.changes == []
    assert plan.is_empty


def test_terraform_warned_of_nothing(applied: Applied) -> None:
    assert [*applied.planner.warnings, *applied.terraform.warnings] == []


def test_every_access_pattern_returns_what_it_must(applied: Applied) -> None:
    dynamodb = client(applied, "dynamodb")
    tables = tables_in(applied.workspace.environment, applied.system)
    outcomes: list[Outcome] = []
    callers = ConsumerClients(applied.emulator, applied.workspace.environment.seen_by(applied.system.name), applied.system)
    for table in tables:
        name = applied.workspace.environment.physical_name(table.name)
        empty(dynamodb, name, [key.name for key in table.key])
        outcomes += exercise(dynamodb, table, name, callers=callers)
    assert [outcome.pattern.id for outcome in outcomes] == [pattern.id for table in tables for pattern in table.access_patterns]
    assert {outcome.pattern.id: outcome.problems for outcome in outcomes if outcome.problems} == {}
    assert all(outcome.requests > 0 and outcome.items > 0 for outcome in outcomes)


def test_every_table_is_as_its_model_declares(applied: Applied) -> None:
    dynamodb = client(applied, "dynamodb")
    for model in tables_in(applied.workspace.environment, applied.system):
        name = applied.workspace.environment.physical_name(model.name)
        table = dynamodb.describe_table(TableName=name)["Table"]
        assert [key["AttributeName"] for key in table["KeySchema"]] == [key.name for key in model.key]
        definitions = {one["AttributeName"]: one["AttributeType"] for one in table["AttributeDefinitions"]}
        assert definitions == model.key_types
        indexes = {one["IndexName"]: one for one in table.get("GlobalSecondaryIndexes", [])}
        assert set(indexes) == {index.name for index in model.indexes}
        for index in model.indexes:
            found = indexes[index.name]
            assert [key["AttributeName"] for key in found["KeySchema"]] == [key.name for key in model.index_keys[index.name]]
            assert found["Projection"]["ProjectionType"] == index.projection.type
        ttl = dynamodb.describe_time_to_live(TableName=name)["TimeToLiveDescription"]
        assert ttl.get("AttributeName") == model.ttl
        stream = table.get("StreamSpecification", {}).get("StreamViewType")
        assert stream == (model.stream.value if model.stream else None)


def test_every_table_is_protected_as_its_environment_says(applied: Applied) -> None:
    dynamodb = client(applied, "dynamodb")
    environment = applied.workspace.environment
    settings = environment.for_system(applied.system.name)
    for model in tables_in(applied.workspace.environment, applied.system):
        name = environment.physical_name(model.name)
        table = dynamodb.describe_table(TableName=name)["Table"]
        assert table["DeletionProtectionEnabled"] is settings.table.deletion_protection
        assert table["BillingModeSummary"]["BillingMode"] == BILLING[settings.of_table(model.name).capacity_mode]
        assert table.get("TableClassSummary", {}).get("TableClass", "STANDARD") == settings.table.table_class
        assert table["SSEDescription"]["SSEType"] == "KMS"
        backups = dynamodb.describe_continuous_backups(TableName=name)["ContinuousBackupsDescription"]
        recovery = backups["PointInTimeRecoveryDescription"]
        assert recovery["PointInTimeRecoveryStatus"] == "ENABLED"
        assert recovery["RecoveryPeriodInDays"] == settings.table.point_in_time_recovery_days
        tags = {tag["Key"]: tag["Value"] for tag in dynamodb.list_tags_of_resource(ResourceArn=table["TableArn"])["Tags"]}
        assert (tags["Environment"], tags["ManagedBy"]) == (environment.name, "terraform")


def test_every_output_names_something_that_is_there(applied: Applied) -> None:
    dynamodb = client(applied, "dynamodb")
    described = [
        dynamodb.describe_table(TableName=applied.workspace.environment.physical_name(table.name))["Table"]
        for table in tables_in(applied.workspace.environment, applied.system)
    ]
    others = [role["Arn"] for role in client(applied, "iam").list_roles()["Roles"]]
    others += [topic["TopicArn"] for topic in client(applied, "sns").list_topics()["Topics"]]
    others += [bus["Arn"] for bus in client(applied, "events").list_event_buses()["EventBuses"]]
    known = {value for table in described for value in (table["TableName"], table["TableArn"], table.get("LatestStreamArn"))}
    outputs = applied.terraform.outputs()
    assert float(outputs.pop("AlarmsMonthlyUsd")) > 0
    in_words = {name: outputs.pop(name) for name in list(outputs) if name.endswith("Capacity")}
    assert all(text.startswith(("provisioned", "on-demand")) for text in in_words.values()), in_words
    assert len(outputs) >= 2 * len(described)
    assert {name: value for name, value in outputs.items() if value not in {*known, *others}} == {}
