"""Global tables of the emulator: invalid requests are rejected, replicas know each other."""

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from botocore.exceptions import ClientError

from dynawright.emulator.emulator import Emulator

HOME, AWAY, FAR = "ap-northeast-1", "ap-northeast-3", "eu-west-1"
KEYS: dict[str, Any] = {
    "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}],
}
ON_DEMAND = {"BillingMode": "PAY_PER_REQUEST"}
PROVISIONED = {"ProvisionedThroughput": {"ReadCapacityUnits": 1, "WriteCapacityUnits": 1}}
STREAM = {"StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}}
NUMBERS = count()


@pytest.fixture(scope="module")
def emulator() -> Iterator[Emulator]:
    with Emulator("111122223333") as running:
        yield running


def new_table(emulator: Emulator, **settings: Any) -> str:
    name = f"table-{next(NUMBERS)}"
    emulator.client("dynamodb", HOME).create_table(TableName=name, **KEYS, **settings)
    return name


def add(emulator: Emulator, table: str, region: str) -> None:
    emulator.client("dynamodb", HOME).update_table(TableName=table, ReplicaUpdates=[{"Create": {"RegionName": region}}])


def regions(emulator: Emulator, table: str, seen_from: str) -> set[str]:
    described = emulator.client("dynamodb", seen_from).describe_table(TableName=table)["Table"]
    return {replica["RegionName"] for replica in described.get("Replicas", [])}


def test_each_copy_tells_of_the_others(emulator: Emulator) -> None:
    table = new_table(emulator, **ON_DEMAND, **STREAM)
    add(emulator, table, AWAY)
    add(emulator, table, FAR)
    assert [regions(emulator, table, region) for region in (HOME, AWAY, FAR)] == [{AWAY, FAR}, {HOME, FAR}, {HOME, AWAY}]


def test_strong_consistency_takes_two_copies_or_one_and_a_witness_at_once(emulator: Emulator) -> None:
    table, dynamodb = new_table(emulator, **ON_DEMAND), emulator.client("dynamodb", HOME)
    strong: dict[str, Any] = {"TableName": table, "MultiRegionConsistency": "STRONG"}
    copy = [{"Create": {"RegionName": AWAY}}]
    with pytest.raises(ClientError, match="Unsupported table replica count"):
        dynamodb.update_table(**strong, ReplicaUpdates=copy)
    dynamodb.update_table(**strong, ReplicaUpdates=copy, GlobalTableWitnessUpdates=[{"Create": {"RegionName": FAR}}])
    described = dynamodb.describe_table(TableName=table)["Table"]
    assert described["MultiRegionConsistency"] == "STRONG"
    assert [witness["RegionName"] for witness in described["GlobalTableWitnesses"]] == [FAR]
    assert regions(emulator, table, AWAY) == {HOME}


def test_a_table_with_items_can_not_become_strongly_consistent(emulator: Emulator) -> None:
    table, dynamodb = new_table(emulator, **ON_DEMAND), emulator.client("dynamodb", HOME)
    dynamodb.put_item(TableName=table, Item={"PK": {"S": "a"}})
    both = [{"Create": {"RegionName": region}} for region in (AWAY, FAR)]
    with pytest.raises(ClientError, match="without items"):
        dynamodb.update_table(TableName=table, MultiRegionConsistency="STRONG", ReplicaUpdates=both)


def test_a_deleted_copy_is_gone_and_forgotten(emulator: Emulator) -> None:
    table = new_table(emulator, **ON_DEMAND, **STREAM)
    add(emulator, table, AWAY)
    emulator.client("dynamodb", HOME).update_table(TableName=table, ReplicaUpdates=[{"Delete": {"RegionName": AWAY}}])
    assert regions(emulator, table, HOME) == set()
    assert table not in emulator.client("dynamodb", AWAY).list_tables()["TableNames"]


@pytest.mark.parametrize("action", ["Update", "Delete"])
def test_a_copy_that_is_not_there_is_neither_changed_nor_deleted(emulator: Emulator, action: str) -> None:
    table = new_table(emulator, **ON_DEMAND, **STREAM)
    with pytest.raises(ClientError, match=r"ValidationException.*Replica Delete action of the request was not found"):
        emulator.client("dynamodb", HOME).update_table(TableName=table, ReplicaUpdates=[{action: {"RegionName": AWAY}}])


def test_a_copy_deleted_where_it_is_is_forgotten_too(emulator: Emulator) -> None:
    table = new_table(emulator, **ON_DEMAND, **STREAM)
    add(emulator, table, AWAY)
    add(emulator, table, FAR)
    emulator.client("dynamodb", AWAY).delete_table(TableName=table)
    assert [regions(emulator, table, region) for region in (HOME, FAR)] == [{FAR}, {HOME}]


def test_a_copy_has_a_protection_of_its_own_that_refuses_from_both_sides(emulator: Emulator) -> None:
    table = new_table(emulator, **ON_DEMAND, **STREAM, DeletionProtectionEnabled=True)
    add(emulator, table, AWAY)
    home, away = (emulator.client("dynamodb", region) for region in (HOME, AWAY))
    assert not away.describe_table(TableName=table)["Table"]["DeletionProtectionEnabled"]
    away.update_table(TableName=table, DeletionProtectionEnabled=True)
    home.update_table(TableName=table, DeletionProtectionEnabled=False)
    with pytest.raises(ClientError, match="DeletionProtectionEnabled is set to True"):
        away.delete_table(TableName=table)
    with pytest.raises(ClientError, match="DeletionProtectionEnabled is set to True"):
        home.update_table(TableName=table, ReplicaUpdates=[{"Delete": {"RegionName": AWAY}}])
    assert regions(emulator, table, HOME) == {AWAY}


def test_a_copy_begins_with_the_tables_class_or_another(emulator: Emulator) -> None:
    infrequent = "STANDARD_INFREQUENT_ACCESS"
    table = new_table(emulator, **ON_DEMAND, **STREAM, TableClass=infrequent)
    client = emulator.client("dynamodb", HOME)
    for create in ({"RegionName": AWAY}, {"RegionName": FAR, "TableClassOverride": "STANDARD"}):
        client.update_table(TableName=table, ReplicaUpdates=[{"Create": create}])
    replicas = client.describe_table(TableName=table)["Table"]["Replicas"]
    classes = {replica["RegionName"]: replica["ReplicaTableClassSummary"]["TableClass"] for replica in replicas}
    assert classes == {AWAY: infrequent, FAR: "STANDARD"}


@pytest.mark.parametrize("settings", [{}, {"StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"}}])
def test_a_copy_needs_a_stream_of_both_images(emulator: Emulator, settings: dict[str, Any]) -> None:
    table = new_table(emulator, **ON_DEMAND, **settings)
    with pytest.raises(ClientError, match="StreamViewType set to NEW_AND_OLD_IMAGES"):
        add(emulator, table, AWAY)


def test_a_copy_where_one_is_already_is_rejected(emulator: Emulator) -> None:
    table = new_table(emulator, **ON_DEMAND, **STREAM)
    add(emulator, table, AWAY)
    for region in (HOME, AWAY):
        with pytest.raises(ClientError, match="ValidationException"):
            add(emulator, table, region)


def test_a_copy_of_provisioned_capacity_needs_autoscaled_writes(emulator: Emulator) -> None:
    table = new_table(emulator, **PROVISIONED, **STREAM)
    with pytest.raises(ClientError, match=r"Table write capacity should either be Pay-Per-Request or AutoScaled\."):
        add(emulator, table, AWAY)
    emulator.client("application-autoscaling", HOME).put_scaling_policy(
        PolicyName="writes",
        ServiceNamespace="dynamodb",
        ResourceId=f"table/{table}",
        ScalableDimension="dynamodb:table:WriteCapacityUnits",
        PolicyType="TargetTrackingScaling",
        TargetTrackingScalingPolicyConfiguration={
            "TargetValue": 70,
            "PredefinedMetricSpecification": {"PredefinedMetricType": "DynamoDBWriteCapacityUtilization"},
        },
    )
    add(emulator, table, AWAY)
    assert regions(emulator, table, HOME) == {AWAY}
