"""Changes of existing resources that moto lacks, and tags that it loses, with boto3."""

import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError
from moto import mock_aws

from dynawright.emulator import gaps

gaps.install()
REGION = "ap-northeast-1"


@pytest.fixture(scope="module", autouse=True)
def _with_ec2() -> None:
    """Here, since every worker reads the file, and importing moto's EC2 takes long."""
    for service in gaps.NEED_EC2:
        gaps.install_for(service)


@pytest.fixture(autouse=True)
def aws(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
    with mock_aws():
        yield


def client(service: str) -> Any:
    return boto3.client(service, REGION)


def packed(name: str, text: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(name, text)
    return buffer.getvalue()


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


def test_a_queue_keeps_its_policy_while_its_key_changes() -> None:
    sqs, policy = client("sqs"), {"Version": "2012-10-17", "Statement": [{"Effect": "Deny", "Principal": "*", "Action": "sqs:*"}]}
    url = sqs.create_queue(QueueName="failed", Attributes={"Policy": json.dumps(policy), "KmsMasterKeyId": "alias/mine"})[
        "QueueUrl"
    ]
    sqs.set_queue_attributes(QueueUrl=url, Attributes={"KmsMasterKeyId": ""})
    attributes = sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["All"])["Attributes"]
    assert (json.loads(attributes["Policy"]), attributes.get("KmsMasterKeyId")) == (policy, None)
    sqs.set_queue_attributes(QueueUrl=url, Attributes={"Policy": ""})
    assert "Policy" not in sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["All"])["Attributes"]


def test_a_cache_is_made_and_gone_when_it_is_next_described() -> None:
    dax, role = client("dax"), "arn:aws:iam::111111111111:role/cache"
    dax.create_cluster(ClusterName="brief", NodeType="dax.t3.small", ReplicationFactor=1, IamRoleArn=role)
    assert [cluster["Status"] for cluster in dax.describe_clusters(ClusterNames=["brief"])["Clusters"]] == ["available"]
    dax.delete_cluster(ClusterName="brief")
    with pytest.raises(ClientError, match="ClusterNotFoundFault"):
        dax.describe_clusters(ClusterNames=["brief"])


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


def test_a_changed_role_keeps_what_was_not_given() -> None:
    iam, trust = client("iam"), '{"Version": "2012-10-17", "Statement": []}'
    iam.create_role(RoleName="reader", AssumeRolePolicyDocument=trust, Description="reads", MaxSessionDuration=7200)
    iam.update_role(RoleName="reader", Description="reads all")
    iam.update_role(RoleName="reader", MaxSessionDuration=3700)
    role = iam.get_role(RoleName="reader")["Role"]
    assert (role["Description"], role["MaxSessionDuration"]) == ("reads all", 3700)


def test_a_metric_filter_changes() -> None:
    logs = client("logs")
    logs.create_log_group(logGroupName="orders")
    for pattern, value in (("ERROR", "1"), ("FATAL", "2")):
        metric = {"metricName": "Errors", "metricNamespace": "Orders", "metricValue": value}
        logs.put_metric_filter(logGroupName="orders", filterName="Errors", filterPattern=pattern, metricTransformations=[metric])
    [found] = logs.describe_metric_filters(logGroupName="orders")["metricFilters"]
    assert (found["filterPattern"], found["metricTransformations"][0]["metricValue"]) == ("FATAL", "2")


def test_an_alarm_begins_with_its_own_tags() -> None:
    cloudwatch = client("cloudwatch")
    for tag in ("old", "new"):
        cloudwatch.delete_alarms(AlarmNames=["health"])
        cloudwatch.put_composite_alarm(AlarmName="health", AlarmRule="FALSE", Tags=[{"Key": tag, "Value": "1"}])
    [alarm] = cloudwatch.describe_alarms(AlarmTypes=["CompositeAlarm"])["CompositeAlarms"]
    assert cloudwatch.list_tags_for_resource(ResourceARN=alarm["AlarmArn"])["Tags"] == [{"Key": "new", "Value": "1"}]


def test_what_a_function_logs_changes() -> None:
    function = client("lambda")
    role = client("iam").create_role(RoleName="orders", AssumeRolePolicyDocument='{"Statement": []}')["Role"]["Arn"]
    code = {"ZipFile": packed("handler.py", "def handler(event, context): ...")}
    logging = {"LogFormat": "JSON", "ApplicationLogLevel": "INFO", "LogGroup": "orders"}
    function.create_function(
        FunctionName="orders", Role=role, Runtime="python3.13", Handler="handler.handler", Code=code, LoggingConfig=logging
    )
    function.update_function_configuration(FunctionName="orders", LoggingConfig={**logging, "ApplicationLogLevel": "WARN"})
    function.update_function_configuration(FunctionName="orders", Description="unchanged")
    found = function.get_function_configuration(FunctionName="orders")["LoggingConfig"]
    assert found == {**logging, "ApplicationLogLevel": "WARN"}


def test_a_rule_of_a_security_group_gets_another_description() -> None:
    ec2 = client("ec2")
    vpc = ec2.create_vpc(CidrBlock="10.0.0.0/16")["Vpc"]["VpcId"]
    clients, nodes = (
        ec2.create_security_group(GroupName=name, Description=name, VpcId=vpc)["GroupId"] for name in ("clients", "nodes")
    )
    port: dict[str, Any] = {"IpProtocol": "tcp", "FromPort": 9111, "ToPort": 9111}
    pairs = [{"GroupId": clients, "Description": "old"}]
    [rule] = ec2.authorize_security_group_ingress(GroupId=nodes, IpPermissions=[{**port, "UserIdGroupPairs": pairs}])[
        "SecurityGroupRules"
    ]
    changed = {**port, "ReferencedGroupId": clients, "Description": "new"}
    ec2.modify_security_group_rules(
        GroupId=nodes,
        SecurityGroupRules=[{"SecurityGroupRuleId": rule["SecurityGroupRuleId"], "SecurityGroupRule": changed}],
    )
    [found] = ec2.describe_security_group_rules(SecurityGroupRuleIds=[rule["SecurityGroupRuleId"]])["SecurityGroupRules"]
    assert (found["Description"], found["ReferencedGroupInfo"]["GroupId"]) == ("new", clients)


def test_a_trail_says_that_it_has_selectors() -> None:
    client("s3").create_bucket(Bucket="trails", CreateBucketConfiguration={"LocationConstraint": REGION})
    trails = client("cloudtrail")
    trails.create_trail(Name="orders", S3BucketName="trails")

    def custom() -> tuple[bool, bool]:
        [trail] = trails.describe_trails(trailNameList=["orders"])["trailList"]
        return trail["HasCustomEventSelectors"], trail["HasInsightSelectors"]

    assert custom() == (False, False)
    fields = [{"Field": "eventCategory", "Equals": ["Data"]}]
    trails.put_event_selectors(TrailName="orders", AdvancedEventSelectors=[{"Name": "items", "FieldSelectors": fields}])
    trails.put_insight_selectors(TrailName="orders", InsightSelectors=[{"InsightType": "ApiCallRateInsight"}])
    assert custom() == (True, True)


def test_a_bucket_that_demands_tls_has_objects() -> None:
    s3 = client("s3")
    s3.create_bucket(Bucket="states", CreateBucketConfiguration={"LocationConstraint": REGION})
    refusal = {
        "Effect": "Deny",
        "Principal": "*",
        "Action": "s3:*",
        "Resource": "arn:aws:s3:::states/*",
        "Condition": {"Bool": {"aws:SecureTransport": "false"}},
    }
    s3.put_bucket_policy(Bucket="states", Policy=json.dumps({"Version": "2012-10-17", "Statement": [refusal]}))
    s3.put_object(Bucket="states", Key="state", Body=b"{}")
    assert s3.get_object(Bucket="states", Key="state")["Body"].read() == b"{}"
