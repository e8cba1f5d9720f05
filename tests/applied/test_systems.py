"""Each system on the emulator: a second plan is empty, and every access pattern is right."""

from collections.abc import Callable
from typing import Any

from dynawright.emulator.patterns.outcome import Outcome
from dynawright.systems import tables_in
from tests.applied.shared import Applied

BILLING = {"on_demand": "PAY_PER_REQUEST", "provisioned": "PROVISIONED"}


def client(applied: Applied, service: str) -> Any:
    return applied.emulator.client(service, applied.workspace.environment.region)


def test_a_second_plan_is_empty(applied: Applied) -> None:
    plan = applied.planner.plan(lock=False)
    assert plan.changes == []
    assert plan.is_empty


def test_terraform_warned_of_nothing(applied: Applied) -> None:
    assert [*applied.planner.warnings, *applied.terraform.warnings] == []


def test_every_access_pattern_returns_what_it_must(applied: Applied, outcomes: Callable[[Applied], list[Outcome]]) -> None:
    """Through the generated clients, each under its consumer's role."""
    found = outcomes(applied)
    tables = tables_in(applied.workspace.environment, applied.system)
    assert [outcome.pattern.id for outcome in found] == [pattern.id for table in tables for pattern in table.access_patterns]
    assert {outcome.pattern.id: outcome.problems for outcome in found if outcome.problems} == {}
    assert all(outcome.requests > 0 and outcome.items > 0 and outcome.capacity_units > 0 for outcome in found)


def test_every_table_is_as_its_model_declares(applied: Applied) -> None:
    dynamodb = client(applied, "dynamodb")
    for model in tables_in(applied.workspace.environment, applied.system):
        name = applied.workspace.environment.physical_name(model.name)
        table = dynamodb.describe_table(TableName=name)["Table"]
        assert [key["AttributeName"] for key in table["KeySchema"]] == [key.name for key in model.key]
        definitions = {attribute["AttributeName"]: attribute["AttributeType"] for attribute in table["AttributeDefinitions"]}
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


def queue_arns(sqs: Any) -> list[str]:
    urls = sqs.list_queues().get("QueueUrls", [])
    return [sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["QueueArn"])["Attributes"]["QueueArn"] for url in urls]


def test_every_output_names_something_that_is_there(applied: Applied) -> None:
    dynamodb = client(applied, "dynamodb")
    described = [
        dynamodb.describe_table(TableName=applied.workspace.environment.physical_name(table.name))["Table"]
        for table in tables_in(applied.workspace.environment, applied.system)
    ]
    others = [role["Arn"] for role in client(applied, "iam").list_roles()["Roles"]]
    others += [topic["TopicArn"] for topic in client(applied, "sns").list_topics()["Topics"]]
    others += [bus["Arn"] for bus in client(applied, "events").list_event_buses()["EventBuses"]]
    secrets = client(applied, "secretsmanager").list_secrets()["SecretList"]
    others += [text for secret in secrets for text in (secret["ARN"], f"{secret['Name']}/")]  # secrets of users are below it
    others += [f"arn:aws:s3:::{bucket['Name']}" for bucket in client(applied, "s3").list_buckets()["Buckets"]]
    others += queue_arns(client(applied, "sqs"))
    known = {value for table in described for value in (table["TableName"], table["TableArn"], table.get("LatestStreamArn"))}
    outputs = applied.terraform.outputs()
    assert float(outputs.pop("AlarmsMonthlyUsd")) > 0
    in_words = {name: outputs.pop(name) for name in list(outputs) if name.endswith("Capacity")}
    assert all(text.startswith(("provisioned", "on-demand")) for text in in_words.values()), in_words
    assert len(outputs) >= 2 * len(described)
    assert {name: value for name, value in outputs.items() if value not in {*known, *others}} == {}
