"""Terraform and a table's surroundings: replicas, cache, network, captured changes, trail."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from botocore.exceptions import ClientError

from dynawright.constructs.audit import Audit
from dynawright.constructs.cache import Cache
from dynawright.constructs.change_capture import ChangeCapture
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.network import Network
from dynawright.constructs.table import Table
from dynawright.deploy.plan import Plan
from dynawright.emulator import lookups
from dynawright.emulator.emulator import Emulator
from dynawright.guard import plan as guard_plan
from dynawright.guard.guard import findings
from dynawright.iam import trust
from dynawright.model import Entity, Get, Index, Key, Put, Query, Stream
from dynawright.settings import ChangeCaptureSettings
from dynawright.stack import SystemStack
from tests.applied.small_stack import ACCOUNT_ID, REGION, SmallStack
from tests.constructs.conftest import MINIMAL, SOMEBODY, plain_stack

OTHER_REGION = "ap-northeast-3"
LOG_BUCKET = f"acme-access-logs-test-{ACCOUNT_ID}"
ORDERS = replace(
    MINIMAL,
    stream=Stream.NEW_AND_OLD_IMAGES,
    indexes=[Index("by-owner", Key("owner"))],
    entities=[Entity("ORDER", id="{id}", owner="{owner}")],
    access_patterns=[
        Get("P1", "an order", id="{id}", used_by=[SOMEBODY]),
        Query("P2", "orders of an owner", index="by-owner", owner="{owner}", used_by=[SOMEBODY]),
        Put("P3", "a new order", entity="ORDER", used_by=[SOMEBODY]),
    ],
)

SLOW = ("aws_s3_bucket_lifecycle_configuration",)
"""After each change the provider waits for a minute; tests of exports and stream functions apply it."""
CAPTURED = ChangeCaptureSettings(enabled=True, retention_hours=48)


def build_table(stack: SystemStack) -> tuple[Table, EncryptionKey]:
    key = EncryptionKey(stack, "Key", name="key", settings=stack.settings.encryption)
    return Table(stack, "Orders", model=ORDERS, key=key, settings=stack.settings.table), key


def build(stack: SystemStack) -> None:
    settings = stack.settings
    orders, key = build_table(stack)
    network = Network(stack, "Network", name="orders", tables=[orders], settings=settings.network)
    consumers = [SOMEBODY]
    cache = Cache(stack, "Cache", name="orders", table=orders, consumers=consumers, network=network, settings=settings.cache)
    capture = ChangeCapture(stack, "Changes", name="orders-changes", table=orders, settings=CAPTURED)
    role = stack.role(SOMEBODY, trust.ec2_instances())
    cache.grant(role, SOMEBODY)
    capture.grant_read(role)
    Audit(
        stack,
        "Audit",
        name="orders-audit",
        tables=[orders],
        key=key,
        settings=settings.audit,
        bucket_settings=settings.buckets,
    )
    assert cache.endpoint is not None
    stack.output("CacheEndpoint", cache.endpoint)


@dataclass(frozen=True)
class Vpc:
    """Existing resources that the settings name."""

    id: str
    route_table_id: str
    subnet_ids: list[str]
    replica_key_arn: str


def existing(emulator: Emulator) -> Vpc:
    ec2 = emulator.client("ec2", REGION)
    vpc = ec2.create_vpc(CidrBlock="10.0.0.0/16")["Vpc"]["VpcId"]
    subnets = [
        ec2.create_subnet(VpcId=vpc, CidrBlock=f"10.0.{number}.0/24", AvailabilityZone=f"{REGION}{zone}")["Subnet"]["SubnetId"]
        for number, zone in enumerate("ac")
    ]
    route_table = ec2.create_route_table(VpcId=vpc)["RouteTable"]["RouteTableId"]
    lookups.provide(emulator, plain_stack().environment)
    key = emulator.client("kms", OTHER_REGION).create_key()["KeyMetadata"]["Arn"]
    return Vpc(vpc, route_table, subnets, key)


def settings(vpc: Vpc, *replicas: dict[str, Any]) -> dict[str, Any]:
    return {
        "other_regions": (OTHER_REGION,),
        "tags": {"Team": "orders"},
        "table": {"deletion_protection": False, "prevent_destroy": False, "replicas": replicas},
        "encryption": {"prevent_destroy": False},
        "buckets": {"prevent_destroy": False, "force_destroy": True},
        "network": {"vpc_id": vpc.id, "subnet_ids": vpc.subnet_ids, "route_table_ids": [vpc.route_table_id]},
        "cache": {"enabled": True, "node_count": 2, "node_type": "dax.t3.small", "item_ttl_seconds": 60},
        "audit": {"lock_days": 30},
    }


def replica(vpc: Vpc, **more: Any) -> dict[str, Any]:
    return {"region": OTHER_REGION, "kms_key_arn": vpc.replica_key_arn, "tags": {"Purpose": "failover"}, **more}


@dataclass(frozen=True)
class Built:
    small: SmallStack
    vpc: Vpc
    second: Plan

    def table(self, region: str) -> dict[str, Any]:
        found: dict[str, Any] = self.small.client("dynamodb", region).describe_table(TableName="orders-test")["Table"]
        return found


def protect(small: SmallStack, *, on: bool) -> None:
    """Change a replica's protection by hand: provider 5.100.0 sleeps for 90 seconds after it changes it."""
    small.client("dynamodb", OTHER_REGION).update_table(TableName="orders-test", DeletionProtectionEnabled=on)


@pytest.fixture(scope="module")
def built(needs_terraform: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Built]:
    with Emulator(ACCOUNT_ID) as emulator:
        vpc = existing(emulator)
        small = SmallStack(tmp_path_factory.mktemp("stack"), emulator)
        small.write(build, left_out=SLOW, **settings(vpc, replica(vpc, deletion_protection=False)))
        small.terraform.init()
        small.terraform.apply()
        protect(small, on=True)
        small.write(build, left_out=SLOW, **settings(vpc, replica(vpc)))
        yield Built(small, vpc, small.terraform.plan())
        small.terraform.destroy()
        assert small.terraform.addresses() == []
        assert small.terraform.warnings == []
        assert emulator.client("dynamodb", OTHER_REGION).list_tables()["TableNames"] == []
        assert emulator.client("dax", REGION).describe_clusters()["Clusters"] == []


def test_the_second_plan_is_empty(built: Built) -> None:
    assert built.second.changes == []
    assert built.second.is_empty


def test_a_replica_has_its_own_key_recovery_and_tags(built: Built) -> None:
    (replica,) = built.table(REGION)["Replicas"]
    assert (replica["RegionName"], replica["KMSMasterKeyId"]) == (OTHER_REGION, built.vpc.replica_key_arn)
    dynamodb = built.small.client("dynamodb", OTHER_REGION)
    backups = dynamodb.describe_continuous_backups(TableName="orders-test")["ContinuousBackupsDescription"]
    assert backups["PointInTimeRecoveryDescription"]["PointInTimeRecoveryStatus"] == "ENABLED"
    tags = dynamodb.list_tags_of_resource(ResourceArn=built.table(OTHER_REGION)["TableArn"])["Tags"]
    assert {"Team": "orders", "Purpose": "failover"}.items() <= {tag["Key"]: tag["Value"] for tag in tags}.items()


def test_a_replica_refuses_deletion_although_its_table_does_not(built: Built) -> None:
    assert not built.table(REGION)["DeletionProtectionEnabled"]
    assert built.table(OTHER_REGION)["DeletionProtectionEnabled"]
    with pytest.raises(ClientError, match="DeletionProtectionEnabled is set to True"):
        built.small.client("dynamodb", OTHER_REGION).delete_table(TableName="orders-test")


def test_an_item_is_read_where_it_was_not_written(built: Built) -> None:
    built.small.client("dynamodb").put_item(TableName="orders-test", Item={"id": {"S": "1"}})
    found = built.small.client("dynamodb", OTHER_REGION).get_item(TableName="orders-test", Key={"id": {"S": "1"}})
    assert found["Item"] == {"id": {"S": "1"}}


def test_the_cache_is_encrypted_spread_and_as_small_as_asked(built: Built) -> None:
    dax = built.small.client("dax")
    (cluster,) = dax.describe_clusters(ClusterNames=["orders-test"])["Clusters"]
    assert cluster["SSEDescription"]["Status"] == "ENABLED"
    assert cluster["ClusterEndpointEncryptionType"] == "TLS"
    assert (cluster["NodeType"], cluster["TotalNodes"]) == ("dax.t3.small", 2)
    assert len({node["AvailabilityZone"] for node in cluster["Nodes"]}) == 2
    assert cluster["PreferredMaintenanceWindow"] == "sun:17:00-sun:18:00"
    parameters = dax.describe_parameters(ParameterGroupName="orders-test")["Parameters"]
    assert {parameter["ParameterName"]: parameter["ParameterValue"] for parameter in parameters} == {
        "query-ttl-millis": "300000",
        "record-ttl-millis": "60000",
    }
    (group,) = dax.describe_subnet_groups(SubnetGroupNames=["orders-test"])["SubnetGroups"]
    assert {subnet["SubnetIdentifier"] for subnet in group["Subnets"]} == set(built.vpc.subnet_ids)


def test_only_clients_reach_the_cache_and_clients_reach_only_cache_and_dynamodb(built: Built) -> None:
    ec2 = built.small.client("ec2")
    groups = ec2.describe_security_groups(Filters=[{"Name": "vpc-id", "Values": [built.vpc.id]}])["SecurityGroups"]
    nodes, clients = (
        next(group for group in groups if group["GroupName"] == f"orders-{kind}-test") for kind in ("cache", "clients")
    )
    (admitted,) = nodes["IpPermissions"]
    assert (admitted["FromPort"], admitted["ToPort"], admitted["IpProtocol"]) == (9111, 9111, "tcp")
    assert [pair["GroupId"] for pair in admitted["UserIdGroupPairs"]] == [clients["GroupId"]]
    assert (admitted["IpRanges"], nodes["IpPermissionsEgress"], clients["IpPermissions"]) == ([], [], [])
    ways = {one["FromPort"]: one for one in clients["IpPermissionsEgress"]}
    assert ways.keys() == {443, 9111}
    assert [pair["GroupId"] for pair in ways[9111]["UserIdGroupPairs"]] == [nodes["GroupId"]]
    assert len(ways[443]["PrefixListIds"]) == 1
    (cluster,) = built.small.client("dax").describe_clusters(ClusterNames=["orders-test"])["Clusters"]
    assert [security_group["SecurityGroupIdentifier"] for security_group in cluster["SecurityGroups"]] == [nodes["GroupId"]]


def test_the_endpoint_admits_this_systems_tables_only(built: Built) -> None:
    (endpoint,) = built.small.client("ec2").describe_vpc_endpoints()["VpcEndpoints"]
    assert (endpoint["VpcId"], endpoint["RouteTableIds"]) == (built.vpc.id, [built.vpc.route_table_id])
    assert endpoint["ServiceName"] == f"com.amazonaws.{REGION}.dynamodb"
    table = built.table(REGION)["TableArn"]
    ours = {"StringEquals": {"aws:PrincipalAccount": ACCOUNT_ID}}
    same = {"Effect": "Allow", "Principal": "*", "Condition": ours}
    assert json.loads(endpoint["PolicyDocument"])["Statement"] == [
        {**same, "Action": ["dynamodb:DescribeTable", "dynamodb:GetItem", "dynamodb:PutItem"], "Resource": table},
        {**same, "Action": "dynamodb:Query", "Resource": f"{table}/index/by-owner"},
    ]


def test_changes_go_to_an_encrypted_stream(built: Built) -> None:
    kinesis = built.small.client("kinesis")
    stream = kinesis.describe_stream_summary(StreamName="orders-changes-test")["StreamDescriptionSummary"]
    key = built.table(REGION)["SSEDescription"]["KMSMasterKeyArn"]
    assert (stream["EncryptionType"], stream["KeyId"], stream["RetentionPeriodHours"]) == ("KMS", key, 48)
    assert stream["StreamModeDetails"]["StreamMode"] == "ON_DEMAND"
    dynamodb = built.small.client("dynamodb")
    (found,) = dynamodb.describe_kinesis_streaming_destination(TableName="orders-test")["KinesisDataStreamDestinations"]
    assert found == {
        "StreamArn": stream["StreamARN"],
        "DestinationStatus": "ACTIVE",
        "ApproximateCreationDateTimePrecision": "MICROSECOND",
    }


def test_the_trail_records_writes_to_the_table_and_is_sealed(built: Built) -> None:
    cloudtrail = built.small.client("cloudtrail")
    trail = cloudtrail.get_trail(Name="orders-audit-test")["Trail"]
    assert trail["LogFileValidationEnabled"]
    assert not trail["IsMultiRegionTrail"]
    assert trail["KmsKeyId"] == built.table(REGION)["SSEDescription"]["KMSMasterKeyArn"]
    assert cloudtrail.get_trail_status(Name="orders-audit-test")["IsLogging"]
    (selector,) = cloudtrail.get_event_selectors(TrailName="orders-audit-test")["AdvancedEventSelectors"]
    assert {field["Field"]: field["Equals"] for field in selector["FieldSelectors"]} == {
        "eventCategory": ["Data"],
        "resources.type": ["AWS::DynamoDB::Table"],
        "resources.ARN": [built.table(REGION)["TableArn"]],
        "readOnly": ["false"],
    }


def test_records_can_not_be_deleted_while_they_are_locked(built: Built) -> None:
    s3 = built.small.client("s3")
    bucket = f"orders-audit-records-test-{ACCOUNT_ID}"
    lock = s3.get_object_lock_configuration(Bucket=bucket)["ObjectLockConfiguration"]
    assert (lock["Rule"]["DefaultRetention"]["Mode"], lock["Rule"]["DefaultRetention"]["Days"]) == ("COMPLIANCE", 30)


def test_requests_to_the_records_are_logged_into_the_bucket_that_was_looked_up(built: Built) -> None:
    bucket = f"orders-audit-records-test-{ACCOUNT_ID}"
    logging = built.small.client("s3").get_bucket_logging(Bucket=bucket)["LoggingEnabled"]
    assert (logging["TargetBucket"], logging["TargetPrefix"]) == (LOG_BUCKET, f"{bucket}/")


def test_a_replica_leaves_in_steps_each_of_which_the_guard_sees(built: Built) -> None:
    """The last test removes replica and provider of its Region; the stack is destroyed without."""
    small, saved = built.small, built.small.terraform.folder / "step.tfplan"

    def plan(*replicas: dict[str, Any]) -> tuple[set[str], list[str]]:
        small.write(build, left_out=SLOW, **settings(built.vpc, *replicas))
        changes = guard_plan.changes(small.terraform.plan(saved).raw)
        changed = {change.type for change in changes if change.actions != ("no-op",)}
        return changed, [finding.name for finding in findings(changes)]

    unprotected = plan(replica(built.vpc, deletion_protection=False))
    assert unprotected == ({"aws_dynamodb_table_replica"}, ["deletion-protection-off"])
    protect(small, on=False)
    # The table's key no longer serves DynamoDB in the replica's Region.
    assert plan() == ({"aws_dynamodb_table_replica", "aws_kms_key"}, ["replica-removed"])
    small.terraform.apply(saved)
    assert "Replicas" not in built.table(REGION)
    assert small.client("dynamodb", OTHER_REGION).list_tables()["TableNames"] == []
    small.write(build, left_out=SLOW, **settings(built.vpc) | {"other_regions": ()})


@pytest.mark.soak
@pytest.mark.usefixtures("needs_terraform")
def test_terraform_protects_a_replica(tmp_path: Path) -> None:
    with Emulator(ACCOUNT_ID) as emulator:
        vpc = existing(emulator)
        small = SmallStack(tmp_path, emulator)
        small.write(build_table, **settings(vpc, replica(vpc, deletion_protection=False)))
        small.terraform.init()
        small.terraform.apply()
        small.write(build_table, **settings(vpc, replica(vpc)))
        small.terraform.apply()
        table = small.client("dynamodb", OTHER_REGION).describe_table(TableName="orders-test")["Table"]
        assert table["DeletionProtectionEnabled"]
        assert small.terraform.plan().is_empty
