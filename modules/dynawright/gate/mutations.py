"""Weakenings that the gate must catch: typical mistakes in pull requests, one row each."""

from __future__ import annotations

import re
from typing import Any

from dynawright.gate.alarm_mutations import ALARM_MUTATIONS
from dynawright.gate.closed_world_mutations import CLOSED_WORLD
from dynawright.gate.mutation import (
    Change,
    Json,
    Mutation,
    NoTargetError,
    Reference,
    adds,
    alarm_on,
    below,
    drops_statement,
    edits,
    first,
    has,
    holds,
    removes,
    sets,
    states,
    unconditions,
    unsuppressed,
    widens,
)
from dynawright.gate.subtle_mutations import IN_TENANT_POLICY, SUBTLE
from dynawright.gate.tie_mutations import TIES

TABLE, KEY, POLICY, ROLE, ALARM = (
    "aws_dynamodb_table",
    "aws_kms_key",
    "aws_iam_policy",
    "aws_iam_role",
    "aws_cloudwatch_metric_alarm",
)
TOPIC, TOPIC_POLICY, SECRET, LOGS = (
    "aws_sns_topic",
    "aws_sns_topic_policy",
    "aws_secretsmanager_secret",
    "aws_cloudwatch_log_group",
)
REPLICA = "aws_dynamodb_table_replica"
MAPPING = "aws_lambda_event_source_mapping"
SAFE_REPLICA: Json = {
    "global_table_arn": Reference(TABLE, "arn"),
    "kms_key_arn": "arn:aws:kms:ap-northeast-3:111111111111:key/mrk-1",
    "point_in_time_recovery": True,
    "deletion_protection_enabled": True,
    "lifecycle": {"prevent_destroy": True},
}
TRUST = "assume_role_policy"
GITHUB = "token.actions.githubusercontent.com"
EVERYONE: Json = {"Effect": "Allow", "Principal": "*", "Resource": "*"}
ADMINISTRATOR = '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]}'
_INDEX = r'/index/[^"*]+'
PUBLIC_QUEUE = (
    '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":"*","Action":"sqs:SendMessage","Resource":"*"}]}'
)


def _trusts(principal: Any, condition: Any = None) -> Change:
    statement = {"Effect": "Allow", "Principal": principal, "Action": "sts:AssumeRole"} | (
        {"Condition": condition} if condition else {}
    )
    return states(ROLE, attribute=TRUST, **statement)


def _every_index(content: Json) -> None:
    """Name all indexes instead of one."""
    body = first(content, POLICY, lambda body: re.search(_INDEX, body["policy"]) is not None)
    body["policy"] = re.sub(_INDEX, "/index/*", body["policy"], count=1)


def _file_in_output(content: Json) -> None:
    if not content.get("output"):
        raise NoTargetError("the stack has no output")
    next(iter(content["output"].values()))["value"] = '${filebase64("x")}'


def _forget_a_table(content: Json) -> None:
    first(content, "aws_backup_selection")["resources"].pop()


def _denies_replication(content: Json) -> None:
    """Copy the table to another Region, and deny everyone everything in its policy."""
    states("aws_dynamodb_resource_policy", Effect="Deny", Principal="*", Action="dynamodb:*", Resource="*")(content)
    for body in content["resource"][TABLE].values():
        body["replica"] = [{"region_name": "eu-west-1"}]


TABLES = (
    Mutation("deletion protection off", sets(TABLE, deletion_protection_enabled=False)),
    Mutation("deletion protection forgotten", sets(TABLE, deletion_protection_enabled=None)),
    Mutation("prevent_destroy off", sets(TABLE, lifecycle={"prevent_destroy": False})),
    Mutation("prevent_destroy forgotten", sets(TABLE, lifecycle=None)),
    Mutation("deletion protection ignored", sets(TABLE, lifecycle={"prevent_destroy": True, "ignore_changes": ["deletion_protection_enabled"]})),
    Mutation("every change of a table ignored", sets(TABLE, lifecycle={"prevent_destroy": True, "ignore_changes": "all"})),
    Mutation("the recovery window ignored", sets(TABLE, lifecycle={"prevent_destroy": True, "ignore_changes": ["point_in_time_recovery[0].recovery_period_in_days"]})),
    Mutation("point-in-time recovery off", sets(TABLE, point_in_time_recovery={"enabled": False})),
    Mutation("point-in-time recovery forgotten", sets(TABLE, point_in_time_recovery=None)),
    Mutation("recovery for a day", sets(TABLE, point_in_time_recovery={"enabled": True, "recovery_period_in_days": 1})),
    Mutation("the table's key forgotten", sets(TABLE, server_side_encryption={"enabled": True})),
    Mutation("the table's encryption off", sets(TABLE, server_side_encryption={"enabled": False})),
    Mutation("the table's encryption forgotten", sets(TABLE, server_side_encryption=None)),
    Mutation("a fixed capacity", sets(TABLE, has(billing_mode="PAY_PER_REQUEST"), billing_mode="PROVISIONED", read_capacity=5, write_capacity=5)),
    Mutation("expiry by another attribute", sets(TABLE, lambda body: "ttl" in body, ttl={"enabled": True, "attribute_name": "other"})),
    Mutation("a replica without protections", adds(REPLICA, global_table_arn=Reference(TABLE, "arn"))),
    Mutation("a replica that may be deleted", adds(REPLICA, **SAFE_REPLICA | {"deletion_protection_enabled": False})),
    Mutation("a replica that can't be restored", adds(REPLICA, **SAFE_REPLICA | {"point_in_time_recovery": False})),
    Mutation("a replica that Terraform may replace", adds(REPLICA, **SAFE_REPLICA | {"lifecycle": {"prevent_destroy": False}})),
    Mutation("a replica in a block of the table", sets(TABLE, replica=[{"region_name": "eu-west-1"}])),
    Mutation("a table by hand", adds(TABLE, name="orders", hash_key="PK", billing_mode="PAY_PER_REQUEST")),
    Mutation("a backup plan that forgets a table", _forget_a_table),
    Mutation("no backup of any table", removes("aws_backup_selection")),
    Mutation("backups that may be deleted", removes("aws_backup_vault_policy")),
    Mutation("a mapping that tries for ever", sets(MAPPING, maximum_retry_attempts=-1)),
    Mutation("a mapping that drops what fails", sets(MAPPING, destination_config=None)),
    Mutation("a runtime that nobody patches", sets("aws_lambda_function", runtime="python3.8")),
    Mutation("a bucket open to the public", removes("aws_s3_bucket_public_access_block")),
    Mutation("a trail whose records can be deleted", removes("aws_s3_bucket_object_lock_configuration")),
    Mutation("a bucket without a log of requests", removes("aws_s3_bucket_logging")),
    Mutation("a function that nobody watches", removes(ALARM, alarm_on("Errors", "FunctionName"))),
)  # fmt: skip

KEYS = (
    Mutation("rotation off", sets(KEY, enable_key_rotation=False)),
    Mutation("rotation forgotten", sets(KEY, enable_key_rotation=None)),
    Mutation("rotation every seven years", sets(KEY, rotation_period_in_days=2560)),
    Mutation("a week to notice that the key is deleted", sets(KEY, deletion_window_in_days=7)),
    Mutation("the key may be destroyed", sets(KEY, lifecycle=None)),
    Mutation("the key disabled", sets(KEY, is_enabled=False)),
    Mutation("the key without its check for lock-outs", sets(KEY, bypass_policy_lockout_safety_check=True)),
    Mutation("everyone may decrypt", states(KEY, **EVERYONE, Action="kms:Decrypt")),
    Mutation("kms:* for the account", edits(KEY, '"kms:CancelKeyDeletion"', '"kms:*"')),
    Mutation("a service may use the key for anybody", unconditions(KEY, "aws:SourceAccount")),
    Mutation("EventBridge may use the key for any topic", unconditions(KEY, "kms:EncryptionContext:aws:sns:topicArn")),
    Mutation("logs of any account may use the key", unconditions(KEY, "kms:EncryptionContext:aws:logs:arn")),
    Mutation("a key by hand", adds(KEY, description="mine")),
)  # fmt: skip

ACCESS = (
    Mutation("dynamodb:*", widens(POLICY, "dynamodb:GetItem", "dynamodb:*")),
    Mutation("dynamodb:Get*", widens(POLICY, "dynamodb:GetItem", "dynamodb:Get*")),
    Mutation("every action", widens(POLICY, "dynamodb:PutItem", "*")),
    Mutation("every resource", states(POLICY, unsuppressed, Effect="Allow", Action="dynamodb:Scan", Resource="*")),
    Mutation("every table", states(POLICY, unsuppressed, Effect="Allow", Action="dynamodb:Scan", Resource="arn:aws:dynamodb:eu-west-1:111111111111:table/*")),
    Mutation("every index", _every_index),
    Mutation("decryption with every key", states(POLICY, unsuppressed, Effect="Allow", Action="kms:Decrypt", Resource="*")),
    Mutation("everything but", states(POLICY, unsuppressed, Effect="Allow", NotAction="iam:CreateUser", Resource="*")),
    Mutation("every other resource", states(POLICY, unsuppressed, Effect="Allow", Action="s3:GetObject", NotResource="arn:aws:s3:::x")),
    Mutation("a policy that no rule can read", sets(POLICY, policy="${data.aws_iam_policy_document.d.json}")),
    Mutation("an administrator inline", adds("aws_iam_role_policy", name="a", role=Reference(ROLE, "name"), policy=ADMINISTRATOR)),
    Mutation("AdministratorAccess attached", adds("aws_iam_role_policy_attachment", role="r", policy_arn="arn:aws:iam::aws:policy/AdministratorAccess")),
    Mutation("tenants by a pattern", edits(POLICY, '"ForAllValues:StringEquals"', '"ForAllValues:StringLike"', IN_TENANT_POLICY)),
    Mutation("tenants without a key", edits(POLICY, ',"Null":{"dynamodb:LeadingKeys":"false"}', "", IN_TENANT_POLICY)),
    Mutation("sessions without a tenant", unconditions(ROLE, "aws:RequestTag/", attribute=TRUST)),
    Mutation("everyone may assume the role", _trusts("*")),
    Mutation("another account may assume the role", _trusts({"AWS": "arn:aws:iam::999999999999:root"})),
    Mutation("ECS of any account may assume the role", sets(ROLE, holds("ecs-tasks.amazonaws.com"), assume_role_policy='{"Statement":[{"Effect":"Allow","Principal":{"Service":"ecs-tasks.amazonaws.com"},"Action":"sts:AssumeRole"}]}')),
    Mutation("every repository may assume the role", _trusts({"Federated": f"arn:aws:iam::1:oidc-provider/{GITHUB}"}, {"StringEquals": {f"{GITHUB}:aud": "sts.amazonaws.com"}})),
    Mutation("every branch may assume the role", _trusts({"Federated": f"arn:aws:iam::1:oidc-provider/{GITHUB}"}, {"StringEquals": {f"{GITHUB}:aud": "sts.amazonaws.com"}, "StringLike": {f"{GITHUB}:sub": "repo:team/*"}})),
    Mutation("the table's policy admits everyone", states("aws_dynamodb_resource_policy", **EVERYONE, Action="dynamodb:GetItem")),
    Mutation("the policy of a copied table denies replication", _denies_replication),
    Mutation("the table's policy admits plain HTTP", drops_statement("aws_dynamodb_resource_policy", "aws:SecureTransport")),
)  # fmt: skip

STORAGE = (
    Mutation("logs for ever", sets(LOGS, retention_in_days=None)),
    Mutation("logs for a week", sets(LOGS, retention_in_days=7)),
    Mutation("logs without the key", sets(LOGS, kms_key_id=None)),
    Mutation("the secret gone at once", sets(SECRET, recovery_window_in_days=0)),
    Mutation("the secret without the key", sets(SECRET, kms_key_id=None)),
    Mutation("the secret over plain HTTP", removes("aws_secretsmanager_secret_policy")),
    Mutation("the secret for everyone", states("aws_secretsmanager_secret_policy", **EVERYONE, Action="secretsmanager:GetSecretValue")),
    Mutation("the topic not encrypted", sets(TOPIC, kms_master_key_id=None)),
    Mutation("the topic with AWS's key", sets(TOPIC, kms_master_key_id="alias/aws/sns")),
    Mutation("everyone may publish", states(TOPIC_POLICY, **EVERYONE, Action="sns:Publish")),
    Mutation("alarms of any account may publish", unconditions(TOPIC_POLICY, "aws:SourceAccount")),
    Mutation("EventBridge may do more than publish", edits(TOPIC_POLICY, '"events.amazonaws.com"},"Action":"sns:Publish"', '"events.amazonaws.com"},"Action":["sns:Publish","sns:Subscribe"]')),
    Mutation("the topic over plain HTTP", drops_statement(TOPIC_POLICY, "aws:SecureTransport")),
    Mutation("sns:* on the topic", widens(TOPIC_POLICY, "sns:Publish", "sns:*")),
)  # fmt: skip

BY_HAND = (
    Mutation("a queue by hand", adds("aws_sqs_queue", name="q")),
    Mutation("a public queue", adds("aws_sqs_queue", name="q", kms_master_key_id=Reference(KEY, "arn"), policy=PUBLIC_QUEUE)),
    Mutation("a bucket by hand", adds("aws_s3_bucket", bucket="b", lifecycle={"prevent_destroy": True})),
    Mutation("a bucket that can be emptied", adds("aws_s3_bucket", bucket="b", force_destroy=True)),
    Mutation("a function with a password", adds("aws_lambda_function", function_name="f", runtime="python3.13", environment={"variables": {"DB_PASSWORD": "hunter2"}})),
    Mutation("a function on an old runtime", adds("aws_lambda_function", function_name="f", runtime="python3.8")),
    Mutation("a function that everyone may call", adds("aws_lambda_permission", action="lambda:InvokeFunction", function_name="f", principal="*")),
    Mutation("a function that any bucket may call", adds("aws_lambda_permission", action="lambda:InvokeFunction", function_name="f", principal="s3.amazonaws.com")),
    Mutation("a stream reader that loses records", adds("aws_lambda_event_source_mapping", event_source_arn=Reference(TABLE, "stream_arn"), function_name="f")),
    Mutation("a schedule that forgets failures", adds("aws_scheduler_schedule", name="s", target={"arn": "x", "role_arn": "y"})),
    Mutation("a vault that can be emptied", adds("aws_backup_vault", name="v", kms_key_arn=Reference(KEY, "arn"), lifecycle={"prevent_destroy": True})),
    Mutation("backups for a week", adds("aws_backup_plan", name="p", rule=[{"rule_name": "daily", "target_vault_name": "v", "lifecycle": {"delete_after": 7}}])),
    Mutation("a Kinesis stream in the clear", adds("aws_kinesis_stream", name="k", shard_count=1)),
    Mutation("a cache in the clear", adds("aws_dax_cluster", cluster_name="c", node_type="dax.t3.small", replication_factor=1, iam_role_arn="r")),
    Mutation("a port open to the world", adds("aws_vpc_security_group_ingress_rule", security_group_id="sg", ip_protocol="tcp", from_port=9111, to_port=9111, cidr_ipv4="0.0.0.0/0")),
    Mutation("an endpoint to every account", adds("aws_vpc_endpoint", vpc_id="v", service_name="com.amazonaws.eu-west-1.dynamodb")),
    Mutation("a trail that can be forged", adds("aws_cloudtrail", name="t", s3_bucket_name="b", kms_key_id=Reference(KEY, "arn"))),
    Mutation("an instance that anyone reaches", adds("aws_db_instance", identifier="d", publicly_accessible=True)),
)  # fmt: skip

TERRAFORM = (
    Mutation("the state in the clear", below("terraform", "backend", "s3", "encrypt", value=False)),
    Mutation("the state without a lock", below("terraform", "backend", "s3", "use_lockfile", value=None)),
    Mutation("the state on a disk", below("terraform", "backend", value={"local": {"path": "terraform.tfstate"}})),
    Mutation("a provider with a known fault", below("terraform", "required_providers", "aws", "version", value="6.20.0")),
    Mutation("any account", below("provider", "aws", 0, "allowed_account_ids", value=None)),
    Mutation("credentials in the provider", below("provider", "aws", 0, "access_key", value="x")),
    Mutation("no tags", below("provider", "aws", 0, "default_tags", value=None)),
    Mutation("a file read into a description", sets(ROLE, description='${file("~/.aws/credentials")}')),
    Mutation("a directive in a tag", below("provider", "aws", 0, "default_tags", 0, "tags", "Service", value="%{ if true }x%{ endif }")),
    Mutation("a file read into an output", _file_in_output),
    Mutation("an access key in a description", sets(ROLE, description="AKIA" + "Q" * 16)),
)  # fmt: skip

MUTATIONS = (*TABLES, *KEYS, *ACCESS, *ALARM_MUTATIONS, *STORAGE, *BY_HAND, *TERRAFORM, *SUBTLE, *CLOSED_WORLD, *TIES)
