"""New resources that change existing ones; `$arn:<type>` and `$name:<type>` refer to one in the stack."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_ANYBODY = '{"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Principal": "*", "Action": "*", "Resource": "*"}]}'
_ALL = '{"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]}'
_TRUST = '{"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Principal": {"AWS": "*"}, "Action": "sts:AssumeRole"}]}'
_SERVICE = (
    '{"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Principal": {"Service": "lambda.amazonaws.com"}, '
    '"Action": "sts:AssumeRole"}]}'
)
_ADMINISTRATOR = "arn:aws:iam::aws:policy/AdministratorAccess"
_THEIRS = "arn:aws:{}:ap-northeast-1:999999999999:{}"
ROLE, TABLE, FUNCTION = "$name:aws_iam_role", "$arn:aws_dynamodb_table", "$arn:aws_lambda_function"
BUCKET, TOPIC = "$name:aws_s3_bucket", "$arn:aws_sns_topic"
_SECRET, _SECRET_ARN = {"secret_id": "$id:aws_secretsmanager_secret"}, {"secret_arn": "$arn:aws_secretsmanager_secret"}


@dataclass(frozen=True)
class Addition:
    type: str
    values: Mapping[str, Any]
    is_harmful: bool
    because: str


def _bad(type: str, because: str, **values: Any) -> Addition:
    return Addition(type, values, True, because)


def _good(type: str, because: str, **values: Any) -> Addition:
    return Addition(type, values, False, because)


ADDITIONS = (
    _bad("aws_iam_role_policy_attachment", "a role may do everything", role=ROLE, policy_arn=_ADMINISTRATOR),
    _bad("aws_iam_role_policy", "a role may do everything", role=ROLE, name="all", policy=_ALL),
    _bad("aws_iam_policy_attachment", "a role may do everything", name="all", roles=[ROLE], policy_arn=_ADMINISTRATOR),
    _bad("aws_iam_role_policies_exclusive", "a role loses its policies", role_name=ROLE, policy_names=[]),
    _bad("aws_iam_role_policy_attachments_exclusive", "a role loses its policies", role_name=ROLE, policy_arns=[]),
    _bad("aws_iam_role", "anybody may assume it", name="open", assume_role_policy=_TRUST),
    _bad("aws_iam_user", "credentials that last", name="somebody"),
    _bad("aws_iam_access_key", "credentials that last", user="somebody"),
    _bad("aws_iam_user_policy_attachment", "a user may do everything", user="somebody", policy_arn=_ADMINISTRATOR),
    _bad("aws_iam_group_policy_attachment", "a group may do everything", group="some", policy_arn=_ADMINISTRATOR),
    _bad("aws_dynamodb_resource_policy", "anybody may read the table", resource_arn=TABLE, policy=_ANYBODY),
    _bad("aws_dynamodb_kinesis_streaming_destination", "another account gets every change",
         table_name="$name:aws_dynamodb_table", stream_arn=_THEIRS.format("kinesis", "stream/theirs")),
    _bad("aws_dynamodb_table_item", "it overwrites an item", table_name="$name:aws_dynamodb_table", hash_key="PK", item="{}"),
    _bad("aws_dynamodb_table_replica", "all items are copied to another Region", global_table_arn=TABLE, region="us-east-1"),
    _bad("aws_dynamodb_global_table", "all items are copied to another Region", name="$name:aws_dynamodb_table",
         replica=[{"region_name": "us-east-1"}]),
    _bad("aws_lambda_permission", "anybody may call the function", function_name=FUNCTION, principal="*", action="lambda:InvokeFunction"),
    _bad("aws_lambda_permission", "another account may call the function",
         function_name="$name:aws_lambda_function", principal="999999999999", action="lambda:InvokeFunction"),
    _bad("aws_lambda_function_url", "anybody may call the function", function_name=FUNCTION, authorization_type="NONE"),
    _bad("aws_lambda_layer_version_permission", "others may read the code", layer_name="l", version_number=1, principal="*"),
    _bad("aws_lambda_event_source_mapping", "a function of another account reads every change",
         event_source_arn="$stream:aws_dynamodb_table", function_name=_THEIRS.format("lambda", "function:theirs")),
    _bad("aws_lambda_function_event_invoke_config", "failed calls go to another account", function_name=FUNCTION,
         destination_config=[{"on_failure": [{"destination": _THEIRS.format("sqs", "theirs")}]}]),
    _bad("aws_lambda_function_recursion_config", "loops are not stopped", function_name=FUNCTION, recursive_loop="Allow"),
    _bad("aws_lambda_provisioned_concurrency_config", "costs by the hour", function_name=FUNCTION, provisioned_concurrent_executions=500,
         qualifier="1"),
    _bad("aws_lambda_runtime_management_config", "the runtime gets no more patches", function_name=FUNCTION, update_runtime_on="Manual"),
    _bad("aws_s3_bucket_acl", "anybody can read it", bucket=BUCKET, acl="public-read"),
    _bad("aws_s3_bucket_policy", "anybody can read it", bucket=BUCKET, policy=_ANYBODY),
    _bad("aws_s3_bucket_replication_configuration", "objects are copied elsewhere", bucket=BUCKET, role="r", rule=[{"id": "all"}]),
    _bad("aws_s3_bucket_website_configuration", "a website", bucket=BUCKET, index_document=[{"suffix": "index.html"}]),
    _bad("aws_s3_bucket_lifecycle_configuration", "objects are deleted", bucket=BUCKET,
         rule=[{"id": "all", "status": "Enabled", "expiration": [{"days": 1}]}]),
    _bad("aws_s3_bucket_notification", "what was told of objects is told no more", bucket=BUCKET),
    _bad("aws_s3_bucket_cors_configuration", "every page may read it", bucket=BUCKET, cors_rule=[{"allowed_origins": ["*"]}]),
    _bad("aws_s3_bucket_inventory", "a list of all objects goes to another account", bucket=BUCKET, name="all",
         destination=[{"bucket": [{"bucket_arn": "arn:aws:s3:::theirs", "account_id": "999999999999"}]}]),
    _bad("aws_s3_access_point", "a further way into it", bucket=BUCKET, name="theirs", bucket_account_id="999999999999"),
    _bad("aws_s3_account_public_access_block", "buckets may be public", block_public_acls=False, block_public_policy=False),
    _bad("aws_sns_topic_policy", "anybody may publish", arn=TOPIC, policy=_ANYBODY),
    _bad("aws_sns_topic_subscription", "another account hears of alarms", topic_arn=TOPIC, protocol="sqs",
         endpoint=_THEIRS.format("sqs", "theirs")),
    _bad("aws_sns_topic_data_protection_policy", "messages are refused", arn=TOPIC, policy="{}"),
    _bad("aws_sqs_queue_policy", "anybody may read messages", queue_url="$id:aws_sqs_queue", policy=_ANYBODY),
    _bad("aws_sqs_queue_redrive_allow_policy", "failures are not kept any more", queue_url="$id:aws_sqs_queue",
         redrive_allow_policy='{"redrivePermission": "denyAll"}'),
    _bad("aws_kms_grant", "another account may decrypt", key_id="$id:aws_kms_key", grantee_principal="arn:aws:iam::999999999999:root",
         operations=["Decrypt"]),
    _bad("aws_kms_key_policy", "anybody may decrypt", key_id="$id:aws_kms_key", policy=_ANYBODY),
    _bad("aws_secretsmanager_secret_policy", "anybody may read it", **_SECRET_ARN, policy=_ANYBODY),
    _bad("aws_secretsmanager_secret_version", "its value is in the state, and replaced", **_SECRET),
    _bad("aws_secretsmanager_secret_rotation", "its value is replaced", **_SECRET,
         rotation_lambda_arn=_THEIRS.format("lambda", "function:theirs")),
    _bad("aws_backup_vault_lock_configuration", "after three days not even AWS can take the lock off",
         backup_vault_name="$name:aws_backup_vault", changeable_for_days=3, max_retention_days=30),
    _bad("aws_backup_vault_policy", "anybody may copy backups", backup_vault_name="$name:aws_backup_vault", policy=_ANYBODY),
    _bad("aws_backup_region_settings", "AWS Backup leaves tables out", resource_type_opt_in_preference={"DynamoDB": False}),
    _bad("aws_backup_global_settings", "other accounts' backups come in", global_settings={"isCrossAccountBackupEnabled": "true"}),
    _bad("aws_cloudwatch_log_subscription_filter", "another account gets every line", log_group_name="$name:aws_cloudwatch_log_group",
         name="all", filter_pattern="", destination_arn=_THEIRS.format("logs", "destination:theirs")),
    _bad("aws_cloudwatch_log_data_protection_policy", "lines are masked", log_group_name="$name:aws_cloudwatch_log_group",
         policy_document="{}"),
    _bad("aws_cloudwatch_event_target", "another account gets events", rule="$name:aws_cloudwatch_event_rule",
         arn=_THEIRS.format("events", "event-bus/theirs")),
    _bad("aws_cloudwatch_event_bus_policy", "anybody may send events", event_bus_name="$name:aws_cloudwatch_event_bus", policy=_ANYBODY),
    _bad("aws_cloudwatch_event_permission", "anybody may send events", principal="*", statement_id="all"),
    _bad("aws_appautoscaling_scheduled_action", "capacity is lowered at a time", name="night",
         resource_id="$resource_id:aws_appautoscaling_target", scalable_dimension="$scalable_dimension:aws_appautoscaling_target",
         scalable_target_action=[{"max_capacity": "1"}], schedule="cron(0 3 * * ? *)"),
    _bad("aws_scheduler_schedule", "it deletes the table", name="once", role_arn="r",
         target=[{"arn": "arn:aws:scheduler:::aws-sdk:dynamodb:deleteTable", "role_arn": "$arn:aws_iam_role",
                  "input": '{"TableName": "t"}'}]),
    _bad("aws_vpc_security_group_ingress_rule", "the whole internet is let in", security_group_id="$id:aws_security_group",
         cidr_ipv4="0.0.0.0/0", ip_protocol="-1"),
    _bad("aws_vpc_security_group_ingress_rule", "a network is let in", security_group_id="$id:aws_security_group",
         cidr_ipv4="203.0.113.0/24", ip_protocol="-1"),
    _bad("aws_vpc_endpoint_policy", "the endpoint lets everything through", vpc_endpoint_id="$id:aws_vpc_endpoint", policy=_ANYBODY),
    _bad("aws_vpc_endpoint_security_group_association", "others reach the endpoint", vpc_endpoint_id="$id:aws_vpc_endpoint",
         security_group_id="sg-theirs"),
    _bad("aws_ram_principal_association", "another account shares resources", principal="999999999999", resource_share_arn="arn"),
    _bad("aws_ec2_instance_state", "a machine is stopped", instance_id="i-1", state="stopped"),
    _bad("null_resource", "a command runs", triggers={"run": "1"}, provisioners=["local-exec"]),
    _bad("terraform_data", "a command runs", input="1", provisioners=["local-exec"]),
    _good("aws_cloudwatch_metric_alarm", "one more alarm", alarm_name="added", metric_name="ReadThrottleEvents",
          namespace="AWS/DynamoDB", comparison_operator="GreaterThanThreshold", evaluation_periods=1, threshold=1,
          dimensions={"TableName": "$name:aws_dynamodb_table"}),
    _good("aws_cloudwatch_dashboard", "a page for people", dashboard_name="added", dashboard_body="{}"),
    _good("aws_cloudwatch_log_group", "one more log group", name="/added", retention_in_days=30),
    _good("aws_cloudwatch_log_metric_filter", "one more count", name="added", log_group_name="$name:aws_cloudwatch_log_group",
          pattern="ERROR", metric_transformation=[{"name": "Errors", "namespace": "Added", "value": "1"}]),
    _good("aws_dynamodb_table", "one more table", name="added", hash_key="PK", billing_mode="PAY_PER_REQUEST",
          attribute=[{"name": "PK", "type": "S"}]),
    _good("aws_dynamodb_contributor_insights", "it only counts", table_name="$name:aws_dynamodb_table"),
    _good("aws_backup_plan", "one more plan", name="added", rule=[{"rule_name": "daily", "target_vault_name": "v"}]),
    _good("aws_backup_selection", "one more table is backed up", name="added", plan_id="$id:aws_backup_plan", resources=[TABLE],
          iam_role_arn="$arn:aws_iam_role"),
    _good("aws_kms_key", "one more key", description="added", enable_key_rotation=True),
    _good("aws_kms_alias", "a name", name="alias/added", target_key_id="$id:aws_kms_key"),
    _good("aws_iam_role", "one more role", name="added", assume_role_policy=_SERVICE),
    _good("aws_iam_policy", "nothing has it yet", name="added",
          policy='{"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "dynamodb:GetItem", "Resource": "*"}]}'),
    _good("aws_sqs_queue", "one more queue", name="added"),
    _good("aws_sns_topic", "one more topic", name="added"),
    _good("aws_s3_bucket", "one more bucket", bucket="added"),
    _good("aws_lambda_function", "one more function", function_name="added", role="$arn:aws_iam_role", runtime="python3.13"),
    _good("aws_lambda_event_source_mapping", "a function of this account reads the stream",
          event_source_arn="$stream:aws_dynamodb_table", function_name=FUNCTION),
    _good("aws_sns_topic_subscription", "a queue of this account hears", topic_arn=TOPIC, protocol="sqs", endpoint="$arn:aws_sqs_queue"),
    _good("aws_cloudwatch_event_rule", "one more rule", name="added", schedule_expression="rate(1 day)"),
    _good("aws_cloudwatch_event_target", "a function of this account is started", rule="$name:aws_cloudwatch_event_rule", arn=FUNCTION),
    _good("aws_s3_bucket_versioning", "versions are kept", bucket="added", versioning_configuration=[{"status": "Enabled"}]),
    _good("aws_secretsmanager_secret", "one more secret", name="added"),
    _good("aws_security_group", "one more group", name="added", vpc_id="vpc-0"),
    _good("aws_vpc_security_group_egress_rule", "members of another group are reached", security_group_id="sg-added",
          referenced_security_group_id="$id:aws_security_group", ip_protocol="tcp", from_port=443, to_port=443),
    _good("aws_scheduler_schedule_group", "one more group", name="added"),
    _good("aws_scheduler_schedule", "a function of this account is started", name="added", schedule_expression="rate(1 day)",
          target=[{"arn": FUNCTION, "role_arn": "$arn:aws_iam_role"}]),
)  # fmt: skip
