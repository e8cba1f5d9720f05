"""Resource policies count: tables, buckets, topics, queues, secrets, vaults, functions, keys."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dynawright.emulator.emulator import Emulator
from dynawright.emulator.iam.sessions import service_client
from tests.emulator.iam.conftest import ACCOUNT, REGION, TABLE, NewRole, allow, packed, policy, refused, trust

pytestmark = pytest.mark.slow
ROOT = {"AWS": f"arn:aws:iam::{ACCOUNT}:root"}


def deny_all(action: str, **more: Any) -> str:
    return policy({"Effect": "Deny", "Principal": "*", "Action": action, "Resource": "*", **more})


def test_a_tables_policy_can_admit_a_role(emulator: Emulator, new_role: NewRole) -> None:
    role = new_role()
    admitted = policy(allow("dynamodb:Scan", TABLE, Principal={"AWS": role}))
    emulator.client("dynamodb", REGION).put_resource_policy(ResourceArn=TABLE, Policy=admitted)
    client = emulator.client("dynamodb", REGION, emulator.assume(role))
    assert "Items" in client.scan(TableName="notes")
    assert refused(client.get_item, TableName="notes", Key={"pk": {"S": "a"}})[1] == "AccessDeniedException"


def test_a_deny_in_a_resources_policy_binds_even_the_administrator(emulator: Emulator) -> None:
    s3 = emulator.client("s3", REGION)
    s3.create_bucket(Bucket="closed", CreateBucketConfiguration={"LocationConstraint": REGION})
    s3.put_bucket_policy(Bucket="closed", Policy=deny_all("s3:PutObject"))
    assert "with an explicit deny in a resource-based policy" in refused(s3.put_object, Bucket="closed", Key="a", Body=b"")[2]

    sns = emulator.client("sns", REGION)
    topic = sns.create_topic(Name="closed")["TopicArn"]
    sns.set_topic_attributes(TopicArn=topic, AttributeName="Policy", AttributeValue=deny_all("sns:Publish"))
    assert refused(sns.publish, TopicArn=topic, Message="a")[1] == "AuthorizationError"

    sqs = emulator.client("sqs", REGION)
    queue = sqs.create_queue(QueueName="closed", Attributes={"Policy": deny_all("sqs:SendMessage")})["QueueUrl"]
    assert refused(sqs.send_message, QueueUrl=queue, MessageBody="a")[1] == "AccessDenied"

    secrets = emulator.client("secretsmanager", REGION)
    secrets.create_secret(Name="closed", SecretString="a")
    secrets.put_resource_policy(SecretId="closed", ResourcePolicy=deny_all("secretsmanager:GetSecretValue"))
    assert refused(secrets.get_secret_value, SecretId="closed")[1] == "AccessDeniedException"

    backup = emulator.client("backup", REGION)
    backup.create_backup_vault(BackupVaultName="closed")
    backup.put_backup_vault_access_policy(BackupVaultName="closed", Policy=deny_all("backup:DeleteBackupVault"))
    assert refused(backup.delete_backup_vault, BackupVaultName="closed")[1] == "AccessDeniedException"


def test_a_service_needs_the_policy_of_what_it_calls(emulator: Emulator) -> None:
    sns = emulator.client("sns", REGION)
    topic = sns.create_topic(Name="alarms")["TopicArn"]
    alarm = f"arn:aws:cloudwatch:{REGION}:{ACCOUNT}:alarm:full"
    admitted = allow(
        "sns:Publish", topic, Principal={"Service": "cloudwatch.amazonaws.com"}, Condition={"ArnEquals": {"aws:SourceArn": alarm}}
    )
    sns.set_topic_attributes(TopicArn=topic, AttributeName="Policy", AttributeValue=policy(admitted))

    def publish(service: str, source: str) -> Any:
        client = service_client(
            emulator.endpoint_url, service, source_account=ACCOUNT, source_arn=source, service="sns", region=REGION
        )
        return client.publish

    publish("cloudwatch.amazonaws.com", alarm)(TopicArn=topic, Message="a")
    assert refused(publish("cloudwatch.amazonaws.com", f"{alarm}er"), TopicArn=topic, Message="a")[1] == "AuthorizationError"
    assert refused(publish("events.amazonaws.com", alarm), TopicArn=topic, Message="a")[1] == "AuthorizationError"


def test_a_tables_key_decides_who_reads_it(emulator: Emulator, new_role: NewRole) -> None:
    """The key's policy defers to IAM for calls through DynamoDB; the role needs kms:Decrypt too."""
    kms = emulator.client("kms", REGION)
    through = {"StringEquals": {"kms:ViaService": f"dynamodb.{REGION}.amazonaws.com"}}
    delegating = policy(
        allow(["kms:DescribeKey", "kms:PutKeyPolicy"], Principal=ROOT), allow("kms:*", Principal=ROOT, Condition=through)
    )
    key = kms.create_key(Policy=delegating)["KeyMetadata"]["Arn"]
    assert "no resource-based policy allows" in refused(kms.encrypt, KeyId=key, Plaintext=b"a")[2]
    emulator.client("dynamodb", REGION).create_table(
        TableName="sealed",
        KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
        BillingMode="PAY_PER_REQUEST",
        SSESpecification={"Enabled": True, "SSEType": "KMS", "KMSMasterKeyId": key},
    )
    table = f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/sealed"
    context = {"StringEquals": {"kms:EncryptionContext:aws:dynamodb:tableName": "sealed"}}
    reader = new_role(allow("dynamodb:Scan", table), allow("kms:Decrypt", key, Condition=context))
    assert "Items" in emulator.client("dynamodb", REGION, emulator.assume(reader)).scan(TableName="sealed")
    keyless = emulator.client("dynamodb", REGION, emulator.assume(new_role(allow("dynamodb:Scan", table))))
    assert "kms:Decrypt on resource: " + key in refused(keyless.scan, TableName="sealed")[2]
    kms.put_key_policy(KeyId=key, PolicyName="default", Policy=policy(allow("kms:DescribeKey", Principal=ROOT)))
    closed = emulator.client("dynamodb", REGION, emulator.assume(reader))
    assert "no resource-based policy allows the kms:Decrypt action" in refused(closed.scan, TableName="sealed")[2]


def test_a_functions_policy_admits_a_service(emulator: Emulator, new_role: NewRole) -> None:
    role = new_role(trusted=trust(Principal={"Service": "lambda.amazonaws.com"}))
    functions = emulator.client("lambda", REGION)
    functions.create_function(
        FunctionName="job", Runtime="python3.12", Role=role, Handler="app.handler", Code={"ZipFile": packed()}
    )
    functions.add_permission(
        FunctionName="job", StatementId="rule", Action="lambda:GetPolicy", Principal="events.amazonaws.com", SourceAccount=ACCOUNT
    )
    assert json.loads(functions.get_policy(FunctionName="job")["Policy"])["Statement"]
    for service, admitted in (("events.amazonaws.com", True), ("s3.amazonaws.com", False)):
        client = service_client(
            emulator.endpoint_url, service, source_account=ACCOUNT, source_arn=None, service="lambda", region=REGION
        )
        if admitted:
            client.get_policy(FunctionName="job")
        else:
            assert refused(client.get_policy, FunctionName="job")[1] == "AccessDeniedException"
