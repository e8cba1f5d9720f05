"""Reasons why a release leaves attributes unchanged, by patterns of `<type>.<path>`."""

from __future__ import annotations

import re
from collections.abc import Mapping

KEPT: Mapping[str, str] = {
    "it is the name, or part of it: another one is another resource": (
        r".*[._]name|.*\.(bucket|resource_id|scalable_dimension|service_namespace)"
    ),
    "it names a part of the resource, to which others refer": (
        r"aws_s3_bucket_lifecycle_configuration\.rule\[\]\.id|aws_cloudwatch_metric_alarm\.(metric_query\[\]\.id|threshold_metric_id)"
    ),
    "what an alarm watches: another metric is another alarm": (
        r"aws_cloudwatch_metric_alarm\.(metric_query\[\]\.metric\.)?(dimensions|namespace)"
        r"|aws_cloudwatch_log_metric_filter\.metric_transformation\.namespace"
    ),
    "the model's: another one is another table, index or stream": (
        r"aws_dynamodb_table\.(attribute\[\]\.type|.*hash_key|.*range_key|.*non_key_attributes|.*projection_type|stream_\w+|ttl\.\w+)"
    ),
    "states.py changes it by a setting": (
        r"aws_dynamodb_table\.(billing_mode|server_side_encryption\.enabled)"
        r"|aws_s3_bucket_server_side_encryption_configuration\..*"
        r"|aws_sqs_queue\.sqs_managed_sse_enabled|aws_sns_topic\.kms_master_key_id"
        r"|aws_kinesis_stream\.kms_key_id|aws_iam_role\.permissions_boundary|aws_sns_topic_subscription\..*|aws_lambda_permission\..*"
    ),
    "another value replaces the resource; making it and deleting it are asked anyway": (
        r"aws_cloudwatch_composite_alarm\.actions_enabled|aws_dax_cluster\.node_type|aws_iam_(policy|role)\.path"
        r"|aws_dynamodb_kinesis_streaming_destination\.approximate_creation_date_time_precision"
        r"|aws_dynamodb_table_replica\.kms_key_arn|aws_lambda_event_source_mapping\.starting_position"
        r"|aws_security_group\.(description|vpc_id)|aws_sns_topic\.fifo_topic"
        r"|aws_vpc_endpoint\.(vpc_endpoint_type|vpc_id)"
    ),
    "of the package, which changes with its content": (
        r"aws_lambda_function\.(architectures|filename|handler|runtime|source_code_hash)"
    ),
    "who deploys may not change it: a person applies it": r"aws_iam_openid_connect_provider\..*",
    "Terraform's own, in the state only; else the emulator could not be emptied": r"aws_s3_bucket\.force_destroy",
    "the provider waits for 90 seconds after each change; UpdateTable is asked anyway": (
        r"aws_dynamodb_table_replica\.deletion_protection_enabled"
    ),
    "the construct sets it, and no setting changes it": (
        r"aws_appautoscaling_policy\.(policy_type|.*\.predefined_metric_type)"
        r"|aws_backup_region_settings\..*|aws_backup_restore_testing_selection\.protected_resource_type"
        r"|aws_backup_restore_testing_plan\.recovery_point_selection\[\]\.(algorithm|recovery_point_types)"
        r"|aws_cloudtrail\.(enable_log_file_validation|is_multi_region_trail|advanced_event_selector\[\]\.field_selector\[\]\.\w+)"
        r"|aws_cloudwatch_metric_alarm\.metric_query\[\]\.return_data"
        r"|aws_dax_cluster\.(cluster_endpoint_encryption_type|server_side_encryption\.enabled)"
        r"|aws_dynamodb_table\.point_in_time_recovery\.enabled"
        r"|aws_kinesis_stream\.(encryption_type|stream_mode_details\.stream_mode)|aws_kms_key\.enable_key_rotation"
        r"|aws_lambda_event_source_mapping\.(function_response_types|metrics_config\.metrics)"
        r"|aws_lambda_function\.(logging_config\.log_format|tracing_config\.mode)"
        r"|aws_s3_bucket_(logging|ownership_controls|public_access_block|versioning)\..*"
        r"|aws_s3_bucket_lifecycle_configuration\.rule\[\]\.(status|transition\[\]\.storage_class)"
        r"|aws_s3_bucket_object_lock_configuration\.rule\.default_retention\.mode"
        r"|aws_scheduler_schedule\.flexible_time_window\.mode|aws_secretsmanager_secret_policy\.block_public_policy"
        r"|aws_ssm_parameter\.type|aws_vpc_security_group_\w+_rule\.(from_port|ip_protocol|to_port)"
    ),
}


def reason(type: str, path: str) -> str | None:
    """Return why an attribute is not changed."""
    return next((reason for reason, pattern in KEPT.items() if re.fullmatch(pattern, f"{type}.{path}")), None)
