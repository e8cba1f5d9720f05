"""A key that admits no one stops services from using it for any caller, even the administrator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dynawright.emulator.emulator import Emulator
from tests.emulator.iam.conftest import ACCOUNT, REGION, NewRole, allow, packed, policy, refused, trust

pytestmark = pytest.mark.slow
ROOT = {"AWS": f"arn:aws:iam::{ACCOUNT}:root"}
OPEN = policy(allow("kms:*", Principal=ROOT))
CLOSED = policy(allow(["kms:DescribeKey", "kms:PutKeyPolicy"], Principal=ROOT))
Uses = dict[str, tuple[Callable[[], Any], str]]
"""What is done → the call, and the action on the key that it needs."""


@pytest.fixture(scope="module")
def key(emulator: Emulator) -> str:
    return str(emulator.client("kms", REGION).create_key(Policy=OPEN)["KeyMetadata"]["Arn"])


@pytest.fixture(scope="module")
def uses(emulator: Emulator, new_role: NewRole, key: str) -> Uses:
    """Make something with the key in each service."""

    def client(service: str) -> Any:
        return emulator.client(service, REGION)

    topic = client("sns").create_topic(Name="sealed", Attributes={"KmsMasterKeyId": key})["TopicArn"]
    queue = client("sqs").create_queue(QueueName="sealed", Attributes={"KmsMasterKeyId": key})["QueueUrl"]
    client("secretsmanager").create_secret(Name="sealed", SecretString="a", KmsKeyId=key)
    client("s3").create_bucket(Bucket="sealed", CreateBucketConfiguration={"LocationConstraint": REGION})
    by_key = {"SSEAlgorithm": "aws:kms", "KMSMasterKeyID": key}
    rules = {"Rules": [{"ApplyServerSideEncryptionByDefault": by_key, "BucketKeyEnabled": True}]}
    client("s3").put_bucket_encryption(Bucket="sealed", ServerSideEncryptionConfiguration=rules)
    client("s3").put_object(Bucket="sealed", Key="a", Body=b"")
    client("kinesis").create_stream(StreamName="sealed", ShardCount=1)
    client("kinesis").start_stream_encryption(StreamName="sealed", EncryptionType="KMS", KeyId=key)
    lambda_role = new_role(trusted=trust(Principal={"Service": "lambda.amazonaws.com"}))
    client("lambda").create_function(
        FunctionName="sealed",
        Runtime="python3.13",
        Role=lambda_role,
        Handler="app.handler",
        Code={"ZipFile": packed()},
        Environment={"Variables": {"A": "a"}},
        KMSKeyArn=key,
    )
    client("scheduler").create_schedule(
        Name="sealed",
        ScheduleExpression="rate(1 day)",
        FlexibleTimeWindow={"Mode": "OFF"},
        Target={"Arn": topic, "RoleArn": lambda_role},
        KmsKeyArn=key,
    )
    return {
        "publish": (lambda: client("sns").publish(TopicArn=topic, Message="a"), "kms:GenerateDataKey"),
        "send": (lambda: client("sqs").send_message(QueueUrl=queue, MessageBody="a"), "kms:GenerateDataKey"),
        "receive": (lambda: client("sqs").receive_message(QueueUrl=queue), "kms:Decrypt"),
        "read a secret": (lambda: client("secretsmanager").get_secret_value(SecretId="sealed"), "kms:Decrypt"),
        "write a secret": (
            lambda: client("secretsmanager").put_secret_value(SecretId="sealed", SecretString="b"),
            "kms:GenerateDataKey",
        ),
        "put an object": (lambda: client("s3").put_object(Bucket="sealed", Key="b", Body=b""), "kms:GenerateDataKey"),
        "get an object": (lambda: client("s3").get_object(Bucket="sealed", Key="a"), "kms:Decrypt"),
        "put a record": (
            lambda: client("kinesis").put_record(StreamName="sealed", Data=b"a", PartitionKey="a"),
            "kms:GenerateDataKey",
        ),
        "read a function": (lambda: client("lambda").get_function(FunctionName="sealed"), "kms:Decrypt"),
        "read a schedule": (lambda: client("scheduler").get_schedule(Name="sealed"), "kms:Decrypt"),
        "make a vault": (
            lambda: client("backup").create_backup_vault(BackupVaultName="sealed", EncryptionKeyArn=key),
            "kms:CreateGrant",
        ),
    }


def test_each_service_asks_for_the_key_that_it_uses(emulator: Emulator, key: str, uses: Uses) -> None:
    kms = emulator.client("kms", REGION)
    kms.put_key_policy(KeyId=key, PolicyName="default", Policy=CLOSED)
    denied = {name: refused(call)[2] for name, (call, _) in uses.items()}
    assert {
        name: f"{action} on resource: {key}"
        for name, (_, action) in uses.items()
        if f"{action} on resource: {key}" not in denied[name]
    } == {}
    kms.put_key_policy(KeyId=key, PolicyName="default", Policy=OPEN)
    for call, _ in uses.values():
        call()


def test_a_request_about_a_key_says_that_it_has_an_alias(emulator: Emulator, new_role: NewRole) -> None:
    administrator = emulator.client("kms", REGION)
    named, unnamed = (administrator.create_key(Policy=OPEN)["KeyMetadata"]["KeyId"] for _ in range(2))
    administrator.create_alias(AliasName="alias/others", TargetKeyId=named)
    without_alias = {"Null": {"kms:ResourceAliases": "true"}}
    client = emulator.client("kms", REGION, emulator.assume(new_role(allow("kms:TagResource", Condition=without_alias))))
    tags = [{"TagKey": "Team", "TagValue": "mine"}]
    client.tag_resource(KeyId=unnamed, Tags=tags)
    assert refused(client.tag_resource, KeyId=named, Tags=tags)[1] == "AccessDeniedException"
