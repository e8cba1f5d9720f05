"""Changes of existing resources that moto lacks, and tags that it lost, asked by boto3."""

from collections.abc import Iterator
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError
from moto import mock_aws

from dynawright.emulator import gaps

gaps.install()
REGION = "ap-northeast-1"


@pytest.fixture(autouse=True)
def aws(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
    with mock_aws():
        yield


def client(service: str) -> Any:
    return boto3.client(service, REGION)


def test_contributor_insights_of_table_and_index_are_switched_apart() -> None:
    dynamodb = client("dynamodb")
    index = {
        "IndexName": "GSI1",
        "KeySchema": [{"AttributeName": "k", "KeyType": "HASH"}],
        "Projection": {"ProjectionType": "ALL"},
    }
    dynamodb.create_table(
        TableName="orders",
        AttributeDefinitions=[{"AttributeName": "k", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "k", "KeyType": "HASH"}],
        GlobalSecondaryIndexes=[index],
        BillingMode="PAY_PER_REQUEST",
    )

    def status(**place: str) -> tuple[str, str]:
        described = dynamodb.describe_contributor_insights(TableName="orders", **place)
        return described["ContributorInsightsStatus"], described["ContributorInsightsMode"]

    answer = dynamodb.update_contributor_insights(TableName="orders", ContributorInsightsAction="ENABLE")
    assert answer["ContributorInsightsStatus"] == "ENABLING"
    assert status() == ("ENABLED", "ACCESSED_AND_THROTTLED_KEYS")
    assert status(IndexName="GSI1")[0] == "DISABLED"

    throttled = "THROTTLED_KEYS"
    dynamodb.update_contributor_insights(
        TableName="orders", IndexName="GSI1", ContributorInsightsAction="ENABLE", ContributorInsightsMode=throttled
    )
    dynamodb.update_contributor_insights(TableName="orders", ContributorInsightsAction="DISABLE")
    assert (status()[0], status(IndexName="GSI1")) == ("DISABLED", ("ENABLED", throttled))
    summaries = dynamodb.list_contributor_insights(TableName="orders")["ContributorInsightsSummaries"]
    assert [(summary.get("IndexName"), summary["ContributorInsightsStatus"]) for summary in summaries] == [
        (None, "DISABLED"),
        ("GSI1", "ENABLED"),
    ]
    with pytest.raises(ClientError, match="ResourceNotFoundException"):
        status(IndexName="GSI9")


def test_a_dax_subnet_group_changes() -> None:
    ec2, dax = client("ec2"), client("dax")
    vpc = ec2.create_vpc(CidrBlock="10.0.0.0/16")["Vpc"]["VpcId"]
    first, second = (
        ec2.create_subnet(VpcId=vpc, CidrBlock=block, AvailabilityZone=f"{REGION}{zone}")["Subnet"]["SubnetId"]
        for block, zone in (("10.0.0.0/24", "a"), ("10.0.1.0/24", "c"))
    )
    dax.create_subnet_group(SubnetGroupName="cache", Description="old", SubnetIds=[first])
    dax.update_subnet_group(SubnetGroupName="cache", Description="new", SubnetIds=[first, second])
    [group] = dax.describe_subnet_groups(SubnetGroupNames=["cache"])["SubnetGroups"]
    assert (group["Description"], [subnet["SubnetIdentifier"] for subnet in group["Subnets"]]) == ("new", [first, second])
    with pytest.raises(ClientError, match="SubnetGroupNotFoundFault"):
        dax.update_subnet_group(SubnetGroupName="none", Description="new")


def test_an_event_bus_changes() -> None:
    events = client("events")
    queue = f"arn:aws:sqs:{REGION}:123456789012:dead"
    events.create_event_bus(Name="orders", Description="old", KmsKeyIdentifier="alias/old")
    events.update_event_bus(Name="orders", Description="new", DeadLetterConfig={"Arn": queue})
    bus = events.describe_event_bus(Name="orders")
    assert (bus["Description"], bus["DeadLetterConfig"]["Arn"], "KmsKeyIdentifier" in bus) == ("new", queue, False)
    with pytest.raises(ClientError, match="ResourceNotFoundException"):
        events.update_event_bus(Name="none", Description="new")


def test_a_scaling_target_has_its_tags() -> None:
    scaling = client("application-autoscaling")
    target = {
        "ServiceNamespace": "dynamodb",
        "ResourceId": "table/orders",
        "ScalableDimension": "dynamodb:table:ReadCapacityUnits",
    }
    arn = scaling.register_scalable_target(**target, MinCapacity=1, MaxCapacity=2, Tags={"a": "1"})["ScalableTargetARN"]
    scaling.tag_resource(ResourceARN=arn, Tags={"b": "2"})
    scaling.untag_resource(ResourceARN=arn, TagKeys=["a"])
    assert scaling.list_tags_for_resource(ResourceARN=arn)["Tags"] == {"b": "2"}


@pytest.mark.parametrize("tags", [{"a": "1"}, {"a": "1", "b": ""}])
def test_a_bucket_is_created_with_its_tags(tags: dict[str, str]) -> None:
    s3 = client("s3")
    given = [{"Key": key, "Value": value} for key, value in tags.items()]
    s3.create_bucket(Bucket="orders-logs", CreateBucketConfiguration={"LocationConstraint": REGION, "Tags": given})
    assert s3.get_bucket_tagging(Bucket="orders-logs")["TagSet"] == given


def test_a_bucket_without_tags_has_none() -> None:
    s3 = client("s3")
    s3.create_bucket(Bucket="orders-logs", CreateBucketConfiguration={"LocationConstraint": REGION})
    with pytest.raises(ClientError, match="NoSuchTagSet"):
        s3.get_bucket_tagging(Bucket="orders-logs")


def test_a_cache_changes() -> None:
    dax, role = client("dax"), "arn:aws:iam::111111111111:role/cache"
    dax.create_cluster(ClusterName="changed", NodeType="dax.t3.small", ReplicationFactor=1, IamRoleArn=role)
    window = "sat:17:00-sat:18:00"
    dax.update_cluster(ClusterName="changed", Description="new", PreferredMaintenanceWindow=window, SecurityGroupIds=["sg-1"])
    (cluster,) = dax.describe_clusters(ClusterNames=["changed"])["Clusters"]
    assert (cluster["Description"], cluster["PreferredMaintenanceWindow"]) == ("new", window)
    assert [group["SecurityGroupIdentifier"] for group in cluster["SecurityGroups"]] == ["sg-1"]
    with pytest.raises(ClientError, match="ClusterNotFoundFault"):
        dax.update_cluster(ClusterName="none", Description="new")


def test_a_bucket_keeps_its_tags_while_its_settings_change() -> None:
    s3, tags = client("s3"), [{"Key": "a", "Value": "1"}]
    s3.create_bucket(Bucket="orders-logs", CreateBucketConfiguration={"LocationConstraint": REGION, "Tags": tags})
    s3.put_bucket_versioning(Bucket="orders-logs", VersioningConfiguration={"Status": "Enabled"})
    s3.put_bucket_ownership_controls(
        Bucket="orders-logs", OwnershipControls={"Rules": [{"ObjectOwnership": "BucketOwnerEnforced"}]}
    )
    s3.put_bucket_lifecycle_configuration(
        Bucket="orders-logs",
        LifecycleConfiguration={"Rules": [{"ID": "r", "Status": "Enabled", "Filter": {}, "Expiration": {"Days": 1}}]},
    )
    s3.put_public_access_block(Bucket="orders-logs", PublicAccessBlockConfiguration={"BlockPublicAcls": True})
    s3.put_bucket_encryption(
        Bucket="orders-logs",
        ServerSideEncryptionConfiguration={"Rules": [{"ApplyServerSideEncryptionByDefault": {"SSEAlgorithm": "AES256"}}]},
    )
    s3.put_bucket_policy(Bucket="orders-logs", Policy='{"Version": "2012-10-17", "Statement": []}')
    assert s3.get_bucket_tagging(Bucket="orders-logs")["TagSet"] == tags
