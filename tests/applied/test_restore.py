"""The restore drill: items, backup, disaster, restore; everything as before (docs/restore.md)."""

import json
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from boto3.dynamodb.types import TypeSerializer

from dynawright.guard import plan as guard_plan
from dynawright.guard.guard import findings
from dynawright.model import TableModel, sample
from dynawright.settings.approvals import Approval
from dynawright.settings.document import read
from tests.applied.conftest import Durable
from tests.applied.durable_stack import ENVIRONMENT, LEDGER, TASKS
from tests.whole_tables import Difference, Items, compare, in_order, items_of, put_back

NOW = 1_800_000_000
Facts = dict[str, Any]


@dataclass(frozen=True)
class Saved:
    """A table full of items, with a backup and a moment to go back to."""

    model: TableModel
    table: str
    items: Items
    facts: Facts
    backup_arn: str
    moment: datetime


def restore_from_backup(client: Any, backup_arn: str, target: str) -> None:
    client.restore_table_from_backup(BackupArn=backup_arn, TargetTableName=target)
    client.get_waiter("table_exists").wait(TableName=target)


def restore_to_time(client: Any, source: str, target: str, time: datetime) -> None:
    client.restore_table_to_point_in_time(SourceTableName=source, TargetTableName=target, RestoreDateTime=time)
    client.get_waiter("table_exists").wait(TableName=target)


def fill(client: Any, model: TableModel, table: str) -> None:
    serialize = TypeSerializer().serialize
    for entity in model.entities:
        for item in sample.items(model, entity, NOW):
            client.put_item(TableName=table, Item={name: serialize(value) for name, value in item.items()})


def facts_of(client: Any, table: str) -> Facts:
    """Return a table's description from AWS, without values that differ for every table."""
    described = client.describe_table(TableName=table)["Table"]
    tags = client.list_tags_of_resource(ResourceArn=described["TableArn"])["Tags"]
    recovery = client.describe_continuous_backups(TableName=table)["ContinuousBackupsDescription"]
    indexes = ("IndexName", "KeySchema", "Projection")
    return {
        "keys": (described["KeySchema"], sorted(described["AttributeDefinitions"], key=str)),
        "indexes": [
            {name: index[name] for name in indexes}
            for kind in ("GlobalSecondaryIndexes", "LocalSecondaryIndexes")
            for index in sorted(described.get(kind, []), key=str)
        ],
        "billing": described["BillingModeSummary"]["BillingMode"],
        "key": described.get("SSEDescription", {}).get("KMSMasterKeyArn"),
        "ttl": client.describe_time_to_live(TableName=table)["TimeToLiveDescription"].get("AttributeName"),
        "stream": described.get("StreamSpecification", {}).get("StreamViewType"),
        "recovery_days": recovery["PointInTimeRecoveryDescription"].get("RecoveryPeriodInDays"),
        "tags": sorted((tag["Key"], tag["Value"]) for tag in tags),
    }


NOT_RESTORED: Facts = {"ttl": None, "stream": None, "recovery_days": None, "tags": []}
"""Properties that AWS does not restore, besides autoscaling, alarms, grants and deletion protection."""


def through_indexes(client: Any, model: TableModel, table: str) -> dict[str, Items]:
    """Return the items of each index."""
    return {
        index.name: {
            tuple(str(item[key.name]) for key in model.key): in_order(item)
            for page in client.get_paginator("scan").paginate(TableName=table, IndexName=index.name)
            for item in page["Items"]
        }
        for index in model.all_indexes
    }


@pytest.fixture(scope="module")
def client(durable: Durable) -> Any:
    return durable.client("dynamodb")


@pytest.fixture(scope="module", params=[LEDGER, TASKS], ids=lambda model: model.name)
def saved(request: pytest.FixtureRequest, client: Any) -> Iterator[Saved]:
    model: TableModel = request.param
    table = ENVIRONMENT.physical_name(model.name)
    fill(client, model, table)
    backup = client.create_backup(TableName=table, BackupName="drill")["BackupDetails"]["BackupArn"]
    time.sleep(1.1)  # a restore time is a whole second: writes must be before it, the damage after
    moment = datetime.now(UTC).replace(microsecond=0)
    time.sleep(1.1)
    yield Saved(model, table, items_of(client, table), facts_of(client, table), backup, moment)
    client.delete_backup(BackupArn=backup)


def ruin(client: Any, saved: Saved) -> None:
    """Delete a third of the items, change a third."""
    names = [key.name for key in saved.model.key]
    for number, item in enumerate(saved.items.values()):
        key = {name: item[name] for name in names}
        if number % 3 == 0:
            client.delete_item(TableName=saved.table, Key=key)
        elif number % 3 == 1:
            value = {":wrong": {"S": "wrong"}}
            client.update_item(
                TableName=saved.table, Key=key, UpdateExpression="SET damage = :wrong", ExpressionAttributeValues=value
            )


def test_the_items_have_every_type_of_attribute_and_are_in_every_index(client: Any, saved: Saved) -> None:
    types = {type for item in saved.items.values() for value in item.values() for type in value}
    assert len(saved.items) == 9
    assert {name: len(items) for name, items in through_indexes(client, saved.model, saved.table).items()} == {
        index.name: 9 for index in saved.model.all_indexes
    }
    expected = {"S", "N", "B", "BOOL", "NULL", "M", "L", "SS", "NS", "BS"} if saved.model is LEDGER else {"S", "N", "M"}
    assert types == expected
    expiries = [int(Decimal(item[saved.model.ttl or ""]["N"])) for item in saved.items.values()]
    assert all(sample.START.timestamp() < seconds < 10**10 for seconds in expiries)


@pytest.fixture
def person(durable: Durable, client: Any, saved: Saved, project_root: Path) -> Iterator[Any]:
    """The client of a person with the policy of docs/restore.md, for this table."""
    [policy] = re.findall(r"```json\n(.*?)```", (project_root / "docs" / "restore.md").read_text(), re.DOTALL)
    encryption = client.describe_table(TableName=saved.table)["Table"]["SSEDescription"]
    values = {
        "region": ENVIRONMENT.region,
        "account": ENVIRONMENT.account_id,
        "table": saved.table,
        "key": encryption["KMSMasterKeyArn"].rpartition("/")[2],
    }
    for name, value in values.items():
        policy = policy.replace(f"<{name}>", value)
    iam, name = durable.client("iam"), f"person-{saved.model.name}"
    trust = {"Effect": "Allow", "Principal": {"AWS": ENVIRONMENT.account_id}, "Action": "sts:AssumeRole"}
    document = json.dumps({"Version": "2012-10-17", "Statement": [trust]})
    arn = iam.create_role(RoleName=name, AssumeRolePolicyDocument=document)["Role"]["Arn"]
    iam.put_role_policy(RoleName=name, PolicyName="restore", PolicyDocument=policy)
    yield durable.client("dynamodb", durable.emulator.assume(arn))
    iam.delete_role_policy(RoleName=name, PolicyName="restore")
    iam.delete_role(RoleName=name)


def test_a_ruined_table_gets_back_every_item_from_a_backup(
    client: Any, person: Any, saved: Saved, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ruin(client, saved)
    restored = f"{saved.table}-restored"
    assert saved.backup_arn in [backup["BackupArn"] for backup in person.list_backups(TableName=saved.table)["BackupSummaries"]]
    restore_from_backup(person, saved.backup_arn, restored)
    assert put_back(person, restored, saved.table, tmp_path) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[:3] == ["lost: 3", "changed: 3", "only there: 0"]
    assert told.count('  damage: nothing → {"S":"wrong"}') == 3
    assert compare(saved.items, items_of(client, restored)) == Difference([], [], [])
    assert compare(saved.items, items_of(client, saved.table)) == Difference([], [], [])
    assert facts_of(client, restored) == {**saved.facts, **NOT_RESTORED}
    assert through_indexes(client, saved.model, restored) == through_indexes(client, saved.model, saved.table)
    assert facts_of(client, saved.table) == saved.facts
    person.delete_table(TableName=restored)


def test_a_ruined_table_gets_back_every_item_from_a_moment_before(client: Any, person: Any, saved: Saved, tmp_path: Path) -> None:
    ruin(client, saved)
    restored = f"{saved.table}-restored"
    restore_to_time(person, saved.table, restored, saved.moment)
    assert compare(saved.items, items_of(client, restored)) == Difference([], [], [])
    assert facts_of(client, restored) == {**saved.facts, **NOT_RESTORED}
    assert compare(saved.items, items_of(client, saved.table)) != Difference([], [], [])
    put_back(person, restored, saved.table, tmp_path)
    assert compare(saved.items, items_of(client, saved.table)) == Difference([], [], [])
    assert through_indexes(client, saved.model, restored) == through_indexes(client, saved.model, saved.table)
    person.delete_table(TableName=restored)


def approved_by_the_page(project_root: Path) -> set[tuple[str, str]]:
    """Type and finding of each approval in docs/restore.md: a restored table has a new stream."""
    blocks = re.findall(r"```yaml\n(.*?)```", (project_root / "docs" / "restore.md").read_text(), re.DOTALL)
    (block,) = [block for block in blocks if "approvals:" in block]
    approvals = [Approval.model_validate(approval) for approval in read("restore.md", block).data["approvals"]]
    return {(approval.address.split(".")[0], approval.finding) for approval in approvals}


def test_a_deleted_table_comes_back_under_its_name_and_terraform_makes_it_whole(
    durable: Durable, client: Any, project_root: Path
) -> None:
    """One table from its weekly backup, the other from the backup AWS keeps of deleted tables."""
    whole = {}
    for model in (LEDGER, TASKS):
        table = ENVIRONMENT.physical_name(model.name)
        fill(client, model, table)
        whole[table] = (items_of(client, table), facts_of(client, table), through_indexes(client, model, table))
    ours = client.create_backup(TableName=ENVIRONMENT.physical_name(LEDGER.name), BackupName="drill")["BackupDetails"][
        "BackupArn"
    ]
    for table in whole:
        client.delete_table(TableName=table)
    tasks = ENVIRONMENT.physical_name(TASKS.name)
    (kept,) = client.list_backups(TableName=tasks, BackupType="SYSTEM")["BackupSummaries"]
    assert kept["BackupName"] == f"{tasks}$DeletedTableBackup"

    restore_from_backup(client, ours, ENVIRONMENT.physical_name(LEDGER.name))
    restore_from_backup(client, kept["BackupArn"], tasks)
    for table, (_, facts, _) in whole.items():
        assert facts_of(client, table) == {**facts, **NOT_RESTORED}
    saved = durable.terraform.folder / "restored.tfplan"
    refused = findings(guard_plan.changes(durable.terraform.plan(saved).raw))
    assert {(finding.address.split(".")[0], finding.name) for finding in refused} == approved_by_the_page(project_root)
    durable.terraform.apply(saved)

    for model in (LEDGER, TASKS):
        table = ENVIRONMENT.physical_name(model.name)
        items, facts, indexes = whole[table]
        assert compare(items, items_of(client, table)) == Difference([], [], [])
        assert facts_of(client, table) == facts
        assert through_indexes(client, model, table) == indexes
    plan = durable.terraform.plan()
    assert plan.changes == []
    assert plan.is_empty
