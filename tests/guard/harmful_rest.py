"""Harmful changes of everything around the tables."""

from tests.guard.subjects import Settings, alarm, math, subject

ALARM, KEY, MAPPING = "aws_cloudwatch_metric_alarm", "aws_kms_key", "aws_lambda_event_source_mapping"
TOPIC = "arn:aws:sns:ap-northeast-1:111122223333:alarms"
VAULT = "${aws_backup_vault.vault.name}"


def backup_plan(**days: int) -> Settings:
    rules = [{"rule_name": name, "target_vault_name": VAULT, "lifecycle": {"delete_after": kept}} for name, kept in days.items()]
    return {"rule": rules}


def selection(*tables: str) -> Settings:
    arns = [f"${{aws_dynamodb_table.{table}.arn}}" for table in tables]
    return {"plan_id": "${aws_backup_plan.kept.id}", "iam_role_arn": "${aws_iam_role.function.arn}", "resources": arns}


def mapping(**settings: object) -> Settings:
    return {
        "event_source_arn": "${aws_dynamodb_table.streaming.stream_arn}",
        "function_name": "${aws_lambda_function.function.function_name}",
        "starting_position": "LATEST",
        "maximum_retry_attempts": 3,
        "destination_config": {"on_failure": {"destination_arn": "${aws_sns_topic.failures.arn}"}},
        **settings,
    }


def function(**settings: object) -> Settings:
    return {"filename": "code.zip", "handler": "a.b", "runtime": "python3.13", "role": "${aws_iam_role.function.arn}", **settings}


def versioning(bucket: str, status: str) -> Settings:
    return {"bucket": f"${{aws_s3_bucket.{bucket}.bucket}}", "versioning_configuration": {"status": status}}


def public_access(bucket: str, *, blocked: bool) -> Settings:
    return {"bucket": f"${{aws_s3_bucket.{bucket}.bucket}}", "block_public_policy": blocked}


def lifecycle(days: int) -> Settings:
    rule = {"id": "all", "status": "Enabled", "filter": {"prefix": ""}, "expiration": {"days": days}}
    return {"bucket": "${aws_s3_bucket.kept.bucket}", "rule": [rule]}


HARMFUL = (
    subject("aws_sqs_queue", "gone", {}, None, "queue-removed"),
    subject(
        "aws_sqs_queue",
        "forgetful",
        {"message_retention_seconds": 1209600},
        {"message_retention_seconds": 60},
        "kept-for-less message_retention_seconds",
    ),
    subject("aws_cloudwatch_event_rule", "gone", {"schedule_expression": "rate(1 day)"}, None, "schedule-removed"),
    subject(
        "aws_cloudwatch_event_rule",
        "off",
        {"schedule_expression": "rate(1 day)"},
        {"schedule_expression": "rate(1 day)", "state": "DISABLED"},
        "schedule-disabled state",
    ),
    subject("aws_kinesis_stream", "gone", {"shard_count": 1}, None, "capture-removed"),
    subject(
        "aws_s3_bucket_lifecycle_configuration", "shorter", lifecycle(365), lifecycle(1), "bucket-expiry-shortened all objects"
    ),
    subject(KEY, "deleted", {}, None, "kms-key-deleted"),
    subject(KEY, "unrotated", {"enable_key_rotation": True}, {"enable_key_rotation": False}, "kms-rotation-off"),
    subject(KEY, "disabled", {"is_enabled": True}, {"is_enabled": False}, "kms-key-disabled"),
    subject(ALARM, "removed", alarm(), None, "alarm-removed"),
    subject(ALARM, "raised", alarm(), alarm(threshold=50), "alarm-loosened"),
    subject(ALARM, "slower", alarm(), alarm(evaluation_periods=15), "alarm-loosened"),
    subject(ALARM, "other-math", math("FILL(errors, 0)"), math("0 * FILL(errors, 0)"), "alarm-loosened"),
    subject(ALARM, "off", alarm(), alarm(actions_enabled=False), "alarm-silenced"),
    subject(ALARM, "unheard", alarm(), alarm(alarm_actions=[]), "alarm-silenced"),
    subject(
        ALARM,
        "lowered",
        alarm(comparison_operator="LessThanThreshold"),
        alarm(comparison_operator="LessThanThreshold", threshold=1),
        "alarm-loosened",
    ),
    subject("aws_sns_topic", "deaf", {}, None, "alarm-receiver-removed"),
    subject("aws_cloudwatch_log_group", "gone", {"retention_in_days": 7}, None, "log-group-removed"),
    subject(
        "aws_cloudwatch_log_group", "shortened", {"retention_in_days": 30}, {"retention_in_days": 7}, "log-retention-shortened"
    ),
    subject("aws_cloudwatch_log_group", "no-longer-for-ever", {}, {"retention_in_days": 7}, "log-retention-shortened"),
    subject("aws_cloudwatch_log_group", "keyless", {"kms_key_id": "${aws_kms_key.first.arn}"}, {}, "encryption-weakened"),
    subject("aws_secretsmanager_secret", "gone", {"recovery_window_in_days": 0}, None, "secret-removed"),
    subject("aws_s3_bucket", "gone", {}, None, "bucket-removed"),
    subject(
        "aws_s3_bucket_versioning", "off", versioning("kept", "Enabled"), versioning("kept", "Suspended"), "bucket-versioning-off"
    ),
    subject(
        "aws_s3_bucket_public_access_block",
        "opened",
        public_access("kept", blocked=True),
        public_access("kept", blocked=False),
        "bucket-opened block_public_policy",
    ),
    subject("aws_backup_vault", "vault", {}, {}),
    subject("aws_backup_vault", "gone", {}, None, "backup-vault-removed"),
    subject("aws_backup_plan", "gone", backup_plan(daily=35), None, "backup-plan-removed"),
    subject("aws_backup_plan", "kept", backup_plan(daily=35), backup_plan(daily=7), "backup-retention-shortened daily"),
    subject(
        "aws_backup_plan", "rule-gone", backup_plan(daily=35, weekly=90), backup_plan(daily=35), "backup-rule-removed weekly"
    ),
    subject(
        "aws_backup_vault_lock_configuration",
        "unlocked",
        {"backup_vault_name": VAULT, "min_retention_days": 7},
        None,
        "vault-lock-weakened",
    ),
    subject(
        "aws_backup_selection",
        "narrowed",
        selection("streaming", "new-tags"),
        selection("streaming"),
        "backup-selection-narrowed",
    ),
    subject("aws_lambda_function", "stopped", function(), function(reserved_concurrent_executions=0), "function-stopped"),
    subject(MAPPING, "replaced", mapping(), mapping(starting_position="TRIM_HORIZON"), "mapping-removed"),
    subject(MAPPING, "lossy", mapping(), mapping(destination_config=[]), "failure-destination-removed"),
    subject(MAPPING, "endless", mapping(), mapping(maximum_retry_attempts=-1), "retries-endless maximum_retry_attempts"),
)
