"""What only newer AWS providers have: applied, changed, and left alone by a second plan."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pytest

from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.table import Table
from dynawright.deploy.plan import Plan
from dynawright.emulator.emulator import Emulator
from dynawright.settings import EncryptionSettings, OwnTableSettings
from dynawright.stack import SystemStack
from tests.applied.small_stack import ACCOUNT_ID, REGION, SmallStack
from tests.constructs.conftest import MINIMAL
from tests.constructs.test_capacity import INDEXED

AWAY, FAR = "ap-northeast-3", "ap-northeast-2"
UNPROTECTED: dict[str, Any] = {"deletion_protection": False, "prevent_destroy": False}
OLD = "bookings"


@dataclass(frozen=True)
class Run:
    """The tables after an apply, after a second one with more, and the plans that followed."""

    plans: tuple[Plan, Plan]
    tables: tuple[dict[str, Any], dict[str, Any]]
    restored: list[dict[str, Any]]


@pytest.fixture(scope="module")
def run(needs_newer_provider: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    with Emulator(ACCOUNT_ID) as emulator:
        stack, plans, tables = SmallStack(tmp_path_factory.mktemp("newer"), emulator), [], []
        backup = _backup_of_a_deleted_table(stack.client("dynamodb"))
        for reads in (12_000, 20_000):
            stack.write(partial(_build, reads=reads, backup=backup), other_regions=(AWAY, FAR))
            stack.terraform.init()
            stack.terraform.apply()
            plans.append(stack.terraform.plan())
            tables.append({name: _described(stack, name) for name in ("orders-test", "carts-test", f"{OLD}-test")})
        restored = stack.client("dynamodb").scan(TableName=f"{OLD}-test")["Items"]
        yield Run((plans[0], plans[1]), (tables[0], tables[1]), restored)
        stack.terraform.destroy()
        assert stack.terraform.addresses() == []


def _build(scope: SystemStack, reads: int, backup: str) -> None:
    key = EncryptionKey(scope, "Key", name="key", settings=EncryptionSettings(key="aws_owned"))

    def table(id: str, name: str, model: Any = MINIMAL, **settings: Any) -> None:
        own = OwnTableSettings.model_validate({**UNPROTECTED, **settings})
        Table(scope, id, model=replace(model, name=name), key=key, settings=own)

    table("Orders", "orders", INDEXED, warm_read_units=reads, warm_write_units=5_000)
    copy = {"region": AWAY, "deletion_protection": False}
    table("Carts", "carts", replica_consistency="strong", replicas=(copy,), witness_region=FAR)
    table("Old", OLD, restore_backup_arn=backup)


def _backup_of_a_deleted_table(dynamodb: Any) -> str:
    dynamodb.create_table(
        TableName=f"{OLD}-test",
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        BillingMode="PAY_PER_REQUEST",
    )
    dynamodb.put_item(TableName=f"{OLD}-test", Item={"id": {"S": "kept"}})
    arn: str = dynamodb.create_backup(TableName=f"{OLD}-test", BackupName="last")["BackupDetails"]["BackupArn"]
    dynamodb.delete_table(TableName=f"{OLD}-test")
    return arn


def _described(stack: SmallStack, name: str) -> dict[str, Any]:
    described: dict[str, Any] = stack.client("dynamodb", REGION).describe_table(TableName=name)["Table"]
    return described


def test_a_second_plan_is_empty_but_for_what_a_restore_leaves_out(run: Run) -> None:
    first, second = run.plans
    assert [(change.address.split("_Table")[0], change.actions) for change in first.changes] == [
        ("aws_dynamodb_table.Old", ("update",))
    ]
    assert second.changes == []


def test_warm_throughput_is_set_and_raised(run: Run) -> None:
    ready = [tables["orders-test"]["WarmThroughput"]["ReadUnitsPerSecond"] for tables in run.tables]
    (by_day,) = [index for index in run.tables[0]["orders-test"]["GlobalSecondaryIndexes"] if index["IndexName"] == "by-day"]
    assert (ready, by_day["WarmThroughput"]["WriteUnitsPerSecond"]) == ([12_000, 20_000], 5_000)


def test_strongly_consistent_copies_are_made_at_once(run: Run) -> None:
    carts = run.tables[0]["carts-test"]
    assert carts["MultiRegionConsistency"] == "STRONG"
    assert [copy["RegionName"] for copy in carts["Replicas"]] == [AWAY]
    assert [witness["RegionName"] for witness in carts["GlobalTableWitnesses"]] == [FAR]


def test_a_table_is_made_from_the_backup(run: Run) -> None:
    assert run.restored == [{"id": {"S": "kept"}}]
