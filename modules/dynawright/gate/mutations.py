"""The weakenings that the gate must catch: what goes wrong in pull requests, one row each."""

from __future__ import annotations

from typing import Any

from dynawright.gate.mutation import Json, Mutation, adds, below, drops_statement, edits, one, removes, sets, states, unconditions
from dynawright.gate.subtle_mutations import SUBTLE

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
SHOP, FLAGS, CHEF, LAMBDA, PROGRESS, FOUNDATION = (
    "shop",
    "feature_flags",
    "ai_chef",
    "miyabi_lambda",
    "miyabi_progress",
    "foundation",
)
REPLICA = "aws_dynamodb_table_replica"
MAPPING = "aws_lambda_event_source_mapping"
SHOP_ARN = "${aws_dynamodb_table.Shop_Table_BB56DC99.arn}"
SAFE_REPLICA: Json = {
    "global_table_arn": SHOP_ARN,
    "kms_key_arn": "arn:aws:kms:ap-northeast-3:111111111111:key/mrk-1",
    "point_in_time_recovery": True,
    "deletion_protection_enabled": True,
    "lifecycle": {"prevent_destroy": True},
}
TRUST = "assume_role_policy"
GITHUB = "token.actions.githubusercontent.com"
EVERYONE: Json = {"Effect": "Allow", "Principal": "*", "Resource": "*"}
ADMINISTRATOR = '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]}'
PUBLIC_QUEUE = (
    '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":"*","Action":"sqs:SendMessage","Resource":"*"}]}'
)


def _trusts(principal: Any, condition: Any = None) -> Any:
    statement = {"Effect": "Allow", "Principal": principal, "Action": "sts:AssumeRole"} | (
        {"Condition": condition} if condition else {}
    )
    return states(ROLE, attribute=TRUST, **statement)


def _term(content: Json) -> Json:
    """The first metric of the alarm on system errors."""
    found: Json = next(query for query in one(content, ALARM, "ShopSystemErrors")["metric_query"] if "metric" in query)
    return found


def _drop_operation(content: Json) -> None:
    del _term(content)["metric"]["dimensions"]["Operation"]


def _drop_term(content: Json) -> None:
    alarm = one(content, ALARM, "ShopSystemErrors")
    alarm["metric_query"] = [query for query in alarm["metric_query"] if query != _term(content)]


def _drop_fill(content: Json) -> None:
    query = one(content, ALARM, "ShopSystemErrors")["metric_query"][0]
    query["expression"] = query["expression"].replace("FILL(errors1, 0)", "errors1")


def _no_results(content: Json) -> None:
    del one(content, ALARM, "ShopSystemErrors")["metric_query"][0]["return_data"]


def _rename_table(content: Json) -> None:
    one(content, TABLE, "Shop_Table")["name"] = "shop-table-production"


def _rename_index(content: Json) -> None:
    one(content, TABLE, "Shop_Table")["global_secondary_index"][0]["name"] = "ByCategory"


def _forget_a_table(content: Json) -> None:
    one(content, "aws_backup_selection")["resources"].pop()


TABLES = (
    Mutation("deletion protection off", SHOP, sets(TABLE, deletion_protection_enabled=False)),
    Mutation("deletion protection forgotten", CHEF, sets(TABLE, "Results", deletion_protection_enabled=None)),
    Mutation("prevent_destroy off", LAMBDA, sets(TABLE, lifecycle={"prevent_destroy": False})),
    Mutation("prevent_destroy forgotten", FLAGS, sets(TABLE, lifecycle=None)),
    Mutation("deletion protection ignored", SHOP, sets(TABLE, lifecycle={"prevent_destroy": True, "ignore_changes": ["deletion_protection_enabled"]})),
    Mutation("every change of a table ignored", LAMBDA, sets(TABLE, lifecycle={"prevent_destroy": True, "ignore_changes": "all"})),
    Mutation("the recovery window ignored", CHEF, sets(TABLE, lifecycle={"prevent_destroy": True, "ignore_changes": ["point_in_time_recovery[0].recovery_period_in_days"]})),
    Mutation("point-in-time recovery off", SHOP, sets(TABLE, point_in_time_recovery={"enabled": False})),
    Mutation("point-in-time recovery forgotten", PROGRESS, sets(TABLE, "Tasks", point_in_time_recovery=None)),
    Mutation("recovery for a day", LAMBDA, sets(TABLE, point_in_time_recovery={"enabled": True, "recovery_period_in_days": 1})),
    Mutation("the table's key forgotten", SHOP, sets(TABLE, server_side_encryption={"enabled": True})),
    Mutation("the table's encryption off", FLAGS, sets(TABLE, server_side_encryption={"enabled": False})),
    Mutation("the table's encryption forgotten", CHEF, sets(TABLE, server_side_encryption=None)),
    Mutation("a fixed capacity", SHOP, sets(TABLE, billing_mode="PROVISIONED", read_capacity=5, write_capacity=5)),
    Mutation("a replica without protections", SHOP, adds(REPLICA, global_table_arn=SHOP_ARN)),
    Mutation("a replica that may be deleted", SHOP, adds(REPLICA, **SAFE_REPLICA | {"deletion_protection_enabled": False})),
    Mutation("a replica that can't be restored", SHOP, adds(REPLICA, **SAFE_REPLICA | {"point_in_time_recovery": False})),
    Mutation("a replica that Terraform may replace", SHOP, adds(REPLICA, **SAFE_REPLICA | {"lifecycle": {"prevent_destroy": False}})),
    Mutation("a replica in a block of the table", SHOP, sets(TABLE, replica=[{"region_name": "eu-west-1"}])),
    Mutation("a table by hand", SHOP, adds(TABLE, name="orders", hash_key="PK", billing_mode="PAY_PER_REQUEST")),
    Mutation("a backup plan that forgets a table", SHOP, _forget_a_table),
    Mutation("no backup of any table", SHOP, removes("aws_backup_selection")),
    Mutation("backups that may be deleted", FOUNDATION, removes("aws_backup_vault_policy")),
    Mutation("a mapping that tries for ever", SHOP, sets("aws_lambda_event_source_mapping", maximum_retry_attempts=-1)),
    Mutation("a mapping that drops what fails", SHOP, sets("aws_lambda_event_source_mapping", destination_config=None)),
    Mutation("a runtime that nobody patches", FLAGS, sets("aws_lambda_function", runtime="python3.8")),
    Mutation("a bucket open to the public", FLAGS, removes("aws_s3_bucket_public_access_block")),
    Mutation("a trail whose records can be deleted", FLAGS, removes("aws_s3_bucket_object_lock_configuration")),
    Mutation("a bucket without a log of requests", SHOP, removes("aws_s3_bucket_logging")),
    Mutation("a function that nobody watches", PROGRESS, removes(ALARM, "Errors-production")),
)  # fmt: skip

KEYS = (
    Mutation("rotation off", SHOP, sets(KEY, enable_key_rotation=False)),
    Mutation("rotation forgotten", CHEF, sets(KEY, enable_key_rotation=None)),
    Mutation("rotation every seven years", FLAGS, sets(KEY, rotation_period_in_days=2560)),
    Mutation("a week to notice that the key is deleted", LAMBDA, sets(KEY, deletion_window_in_days=7)),
    Mutation("the key may be destroyed", PROGRESS, sets(KEY, lifecycle=None)),
    Mutation("the key disabled", SHOP, sets(KEY, is_enabled=False)),
    Mutation("the key without its check for lock-outs", SHOP, sets(KEY, bypass_policy_lockout_safety_check=True)),
    Mutation("everyone may decrypt", SHOP, states(KEY, **EVERYONE, Action="kms:Decrypt")),
    Mutation("kms:* for the account", FLAGS, edits(KEY, '"kms:CancelKeyDeletion"', '"kms:*"')),
    Mutation("a service may use the key for anybody", FOUNDATION, unconditions(KEY, "", "aws:SourceAccount")),
    Mutation("EventBridge may use the key for any topic", FOUNDATION, unconditions(KEY, "", "kms:EncryptionContext:aws:sns:topicArn")),
    Mutation("logs of any account may use the key", CHEF, unconditions(KEY, "", "kms:EncryptionContext:aws:logs:arn")),
    Mutation("a key by hand", SHOP, adds(KEY, description="mine")),
)  # fmt: skip

ACCESS = (
    Mutation("dynamodb:*", SHOP, edits(POLICY, '"dynamodb:GetItem"', '"dynamodb:*"')),
    Mutation("dynamodb:Get*", LAMBDA, edits(POLICY, '"dynamodb:GetItem"', '"dynamodb:Get*"')),
    Mutation("every action", CHEF, edits(POLICY, '"dynamodb:PutItem"', '"*"')),
    Mutation("every resource", SHOP, states(POLICY, Effect="Allow", Action="dynamodb:Scan", Resource="*")),
    Mutation("every table", SHOP, states(POLICY, Effect="Allow", Action="dynamodb:Scan", Resource="arn:aws:dynamodb:eu-west-1:111111111111:table/*")),
    Mutation("every index", SHOP, edits(POLICY, "/index/GSI1", "/index/*")),
    Mutation("decryption with every key", SHOP, states(POLICY, Effect="Allow", Action="kms:Decrypt", Resource="*")),
    Mutation("everything but", SHOP, states(POLICY, Effect="Allow", NotAction="iam:CreateUser", Resource="*")),
    Mutation("every other resource", SHOP, states(POLICY, Effect="Allow", Action="s3:GetObject", NotResource="arn:aws:s3:::x")),
    Mutation("a policy that no rule can read", SHOP, sets(POLICY, policy="${data.aws_iam_policy_document.d.json}")),
    Mutation("an administrator inline", SHOP, adds("aws_iam_role_policy", name="a", role="${aws_iam_role.ApiRole_F3A6151F.name}", policy=ADMINISTRATOR)),
    Mutation("AdministratorAccess attached", SHOP, adds("aws_iam_role_policy_attachment", role="r", policy_arn="arn:aws:iam::aws:policy/AdministratorAccess")),
    Mutation("tenants by a pattern", FLAGS, edits(POLICY, '"ForAllValues:StringEquals"', '"ForAllValues:StringLike"', "PrincipalTag")),
    Mutation("tenants without a key", FLAGS, edits(POLICY, ',"Null":{"dynamodb:LeadingKeys":"false"}', "", "PrincipalTag")),
    Mutation("sessions without a tenant", FLAGS, unconditions(ROLE, "TenantRole", "aws:RequestTag/tenantId", TRUST)),
    Mutation("everyone may assume the role", SHOP, _trusts("*")),
    Mutation("another account may assume the role", SHOP, _trusts({"AWS": "arn:aws:iam::999999999999:root"})),
    Mutation("ECS of any account may assume the role", CHEF, sets(ROLE, assume_role_policy='{"Statement":[{"Effect":"Allow","Principal":{"Service":"ecs-tasks.amazonaws.com"},"Action":"sts:AssumeRole"}]}')),
    Mutation("every repository may assume the role", SHOP, _trusts({"Federated": f"arn:aws:iam::1:oidc-provider/{GITHUB}"}, {"StringEquals": {f"{GITHUB}:aud": "sts.amazonaws.com"}})),
    Mutation("every branch may assume the role", SHOP, _trusts({"Federated": f"arn:aws:iam::1:oidc-provider/{GITHUB}"}, {"StringEquals": {f"{GITHUB}:aud": "sts.amazonaws.com"}, "StringLike": {f"{GITHUB}:sub": "repo:team/*"}})),
    Mutation("the table's policy admits everyone", CHEF, states("aws_dynamodb_resource_policy", **EVERYONE, Action="dynamodb:GetItem")),
    Mutation("the table's policy admits plain HTTP", CHEF, drops_statement("aws_dynamodb_resource_policy", "", "aws:SecureTransport")),
)  # fmt: skip

ALARMS = (
    Mutation("an alarm without an action", SHOP, sets(ALARM, "WriteThrottles", alarm_actions=None)),
    Mutation("an alarm that is switched off", SHOP, sets(ALARM, "SystemErrors", actions_enabled=False)),
    Mutation("an alarm taken away", SHOP, removes(ALARM, "ShopReadThrottles")),
    Mutation("a cache's alarm taken away", FLAGS, removes(ALARM, "CacheCacheFaults")),
    Mutation("an index's alarm taken away", LAMBDA, removes(ALARM, "DataGSI2WriteThrottles")),
    Mutation("a metric that does not exist", SHOP, sets(ALARM, "ShopReadThrottles", metric_name="ReadThrottledEvents")),
    Mutation("a metric of the account, by table", SHOP, sets(ALARM, "ShopReadThrottles", metric_name="UserErrors")),
    Mutation("a namespace that does not exist", SHOP, sets(ALARM, "ShopReadThrottles", namespace="AWS/Dynamodb")),
    Mutation("a statistic that says nothing", SHOP, sets(ALARM, "ShopReadThrottles", statistic="Average")),
    Mutation("a period too short", SHOP, sets(ALARM, "ShopReadThrottles", metric_name="ProvisionedReadCapacityUnits", statistic="Average", period=60)),
    Mutation("more datapoints than periods", SHOP, sets(ALARM, "ShopReadThrottles", datapoints_to_alarm=5)),
    Mutation("a window longer than CloudWatch looks", SHOP, sets(ALARM, "ShopReadThrottles", evaluation_periods=300, datapoints_to_alarm=1)),
    Mutation("a threshold that is never crossed", SHOP, sets(ALARM, "ShopReadThrottles", comparison_operator="LessThanThreshold", threshold=0)),
    Mutation("a threshold below zero", SHOP, sets(ALARM, "ShopReadThrottles", comparison_operator="LessThanOrEqualToThreshold", threshold=-1)),
    Mutation("a unit that the metric does not have", SHOP, sets(ALARM, "ShopReadThrottles", unit="Bytes")),
    Mutation("two alarms of one name", SHOP, sets(ALARM, "ShopReadThrottles", alarm_name="DynamoDBShop-WriteThrottles-production")),
    Mutation("a mapping that counts no events", SHOP, sets(MAPPING, metrics_config=None)),
    Mutation("a mapping that is not there", SHOP, sets(ALARM, "StreamJobsDroppedEvents", dimensions={"EventSourceMappingUUID": "${aws_lambda_event_source_mapping.gone.uuid}"})),
    Mutation("a reader that may fall behind unseen", SHOP, removes(ALARM, "StreamJobsIteratorAge")),
    Mutation("records given up unseen", SHOP, removes(ALARM, "StreamJobsDroppedEvents")),
    Mutation("failed records that nobody hears of", FLAGS, removes(ALARM, "FlagAuditFailedRecords")),
    Mutation("failed records that can't be kept", PROGRESS, removes(ALARM, "ProjectMetricsDestinationFailures")),
    Mutation("backups that fail unseen", FOUNDATION, removes(ALARM, "VaultBackupFailed")),
    Mutation("failed backups that are not told", CHEF, removes(ALARM, "BackupFailedInvocations")),
    Mutation("the operation forgotten", SHOP, _drop_operation),
    Mutation("a term forgotten", SHOP, _drop_term),
    Mutation("a sum with holes", SHOP, _drop_fill),
    Mutation("an alarm that compares nothing", SHOP, _no_results),
    Mutation("a table renamed, its alarms not", SHOP, _rename_table),
    Mutation("an index renamed, its alarms not", SHOP, _rename_index),
    Mutation("a summary of an alarm that is gone", SHOP, sets("aws_cloudwatch_composite_alarm", alarm_rule='ALARM("gone")')),
    Mutation("the account's alarms silent", FOUNDATION, sets(ALARM, alarm_actions=[])),
    Mutation("the filter that feeds an alarm taken away", PROGRESS, below("resource", "aws_cloudwatch_log_metric_filter", value={})),
)  # fmt: skip

STORAGE = (
    Mutation("logs for ever", CHEF, sets(LOGS, retention_in_days=None)),
    Mutation("logs for a week", PROGRESS, sets(LOGS, retention_in_days=7)),
    Mutation("logs without the key", PROGRESS, sets(LOGS, kms_key_id=None)),
    Mutation("the secret gone at once", LAMBDA, sets(SECRET, recovery_window_in_days=0)),
    Mutation("the secret without the key", LAMBDA, sets(SECRET, kms_key_id=None)),
    Mutation("the secret over plain HTTP", LAMBDA, removes("aws_secretsmanager_secret_policy")),
    Mutation("the secret for everyone", LAMBDA, states("aws_secretsmanager_secret_policy", **EVERYONE, Action="secretsmanager:GetSecretValue")),
    Mutation("the topic not encrypted", FOUNDATION, sets(TOPIC, kms_master_key_id=None)),
    Mutation("the topic with AWS's key", FOUNDATION, sets(TOPIC, kms_master_key_id="alias/aws/sns")),
    Mutation("everyone may publish", FOUNDATION, states(TOPIC_POLICY, **EVERYONE, Action="sns:Publish")),
    Mutation("alarms of any account may publish", FOUNDATION, unconditions(TOPIC_POLICY, "", "aws:SourceAccount")),
    Mutation("EventBridge may do more than publish", FOUNDATION, edits(TOPIC_POLICY, '"events.amazonaws.com"},"Action":"sns:Publish"', '"events.amazonaws.com"},"Action":["sns:Publish","sns:Subscribe"]')),
    Mutation("the topic over plain HTTP", FOUNDATION, drops_statement(TOPIC_POLICY, "", "aws:SecureTransport")),
    Mutation("sns:* on the topic", FOUNDATION, edits(TOPIC_POLICY, '"sns:Publish"', '"sns:*"')),
)  # fmt: skip

BY_HAND = (
    Mutation("a queue by hand", SHOP, adds("aws_sqs_queue", name="q")),
    Mutation("a public queue", SHOP, adds("aws_sqs_queue", name="q", kms_master_key_id="${aws_kms_key.Key_43586C89.arn}", policy=PUBLIC_QUEUE)),
    Mutation("a bucket by hand", SHOP, adds("aws_s3_bucket", bucket="b", lifecycle={"prevent_destroy": True})),
    Mutation("a bucket that can be emptied", SHOP, adds("aws_s3_bucket", bucket="b", force_destroy=True)),
    Mutation("a function with a password", SHOP, adds("aws_lambda_function", function_name="f", runtime="python3.13", environment={"variables": {"DB_PASSWORD": "hunter2"}})),
    Mutation("a function on an old runtime", SHOP, adds("aws_lambda_function", function_name="f", runtime="python3.8")),
    Mutation("a function that everyone may call", SHOP, adds("aws_lambda_permission", action="lambda:InvokeFunction", function_name="f", principal="*")),
    Mutation("a function that any bucket may call", SHOP, adds("aws_lambda_permission", action="lambda:InvokeFunction", function_name="f", principal="s3.amazonaws.com")),
    Mutation("a stream reader that loses records", SHOP, adds("aws_lambda_event_source_mapping", event_source_arn="${aws_dynamodb_table.Shop_Table_BB56DC99.stream_arn}", function_name="f")),
    Mutation("a schedule that forgets failures", SHOP, adds("aws_scheduler_schedule", name="s", target={"arn": "x", "role_arn": "y"})),
    Mutation("a vault that can be emptied", SHOP, adds("aws_backup_vault", name="v", kms_key_arn="${aws_kms_key.Key_43586C89.arn}", lifecycle={"prevent_destroy": True})),
    Mutation("backups for a week", SHOP, adds("aws_backup_plan", name="p", rule=[{"rule_name": "daily", "target_vault_name": "v", "lifecycle": {"delete_after": 7}}])),
    Mutation("a Kinesis stream in the clear", SHOP, adds("aws_kinesis_stream", name="k", shard_count=1)),
    Mutation("a cache in the clear", SHOP, adds("aws_dax_cluster", cluster_name="c", node_type="dax.t3.small", replication_factor=1, iam_role_arn="r")),
    Mutation("a port open to the world", SHOP, adds("aws_vpc_security_group_ingress_rule", security_group_id="sg", ip_protocol="tcp", from_port=9111, to_port=9111, cidr_ipv4="0.0.0.0/0")),
    Mutation("an endpoint to every account", SHOP, adds("aws_vpc_endpoint", vpc_id="v", service_name="com.amazonaws.eu-west-1.dynamodb")),
    Mutation("a trail that can be forged", SHOP, adds("aws_cloudtrail", name="t", s3_bucket_name="b", kms_key_id="${aws_kms_key.Key_43586C89.arn}")),
    Mutation("an instance that anyone reaches", SHOP, adds("aws_db_instance", identifier="d", publicly_accessible=True)),
)  # fmt: skip

TERRAFORM = (
    Mutation("the state in the clear", SHOP, below("terraform", "backend", "s3", "encrypt", value=False)),
    Mutation("the state without a lock", SHOP, below("terraform", "backend", "s3", "use_lockfile", value=None)),
    Mutation("the state on a disk", SHOP, below("terraform", "backend", value={"local": {"path": "terraform.tfstate"}})),
    Mutation("any account", SHOP, below("provider", "aws", 0, "allowed_account_ids", value=None)),
    Mutation("credentials in the provider", SHOP, below("provider", "aws", 0, "access_key", value="x")),
    Mutation("no tags", SHOP, below("provider", "aws", 0, "default_tags", value=None)),
    Mutation("a file read into a description", SHOP, sets(ROLE, description='${file("~/.aws/credentials")}')),
    Mutation("a directive in a tag", SHOP, below("provider", "aws", 0, "default_tags", 0, "tags", "Service", value="%{ if true }x%{ endif }")),
    Mutation("a file read into an output", SHOP, below("output", "ShopTableName", "value", value='${filebase64("x")}')),
    Mutation("an access key in a description", SHOP, sets(ROLE, description="AKIA" + "Q" * 16)),
)  # fmt: skip

MUTATIONS = (*TABLES, *KEYS, *ACCESS, *ALARMS, *STORAGE, *BY_HAND, *TERRAFORM, *SUBTLE)
