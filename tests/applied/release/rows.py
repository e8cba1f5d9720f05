"""Changes of a release by attribute, and reasons why others stay unchanged.

An attribute that a construct begins to set needs a row: test_rows.py.
"""

from __future__ import annotations

from collections.abc import Mapping

from tests.applied.release.change import Change, ending, flipped, instead, later, named, plus, with_member

MORE = ending(", since the release")
SECONDS = instead({60: 120, 300: 600, 86400: 86400})

CHANGES: Mapping[str, Mapping[str, Change]] = {
    "aws_appautoscaling_policy": {
        "target_tracking_scaling_policy_configuration.scale_in_cooldown": plus(60),
        "target_tracking_scaling_policy_configuration.scale_out_cooldown": plus(60),
        "target_tracking_scaling_policy_configuration.target_value": plus(5),
    },
    "aws_appautoscaling_scheduled_action": {
        "schedule": later,
        "timezone": instead({"UTC": "Asia/Tokyo", "Asia/Tokyo": "UTC"}),
        "scalable_target_action.min_capacity": plus(1),
        "scalable_target_action.max_capacity": plus(1),
    },
    "aws_appautoscaling_target": {
        "max_capacity": plus(100),
        "min_capacity": plus(1),
    },
    "aws_backup_plan": {
        "rule[].completion_window": plus(60),
        "rule[].copy_action[].destination_vault_arn": ending("-2"),
        "rule[].copy_action[].lifecycle.cold_storage_after": plus(5),
        "rule[].copy_action[].lifecycle.delete_after": plus(7),
        "rule[].lifecycle.cold_storage_after": plus(5),
        "rule[].lifecycle.delete_after": plus(7),
        "rule[].schedule": later,
        "rule[].start_window": plus(30),
    },
    "aws_backup_restore_testing_plan": {
        "recovery_point_selection[].selection_window_days": plus(1),
        "schedule_expression": later,
        "start_window_hours": plus(1),
    },
    "aws_backup_restore_testing_selection": {
        "validation_window_hours": plus(1),
    },
    "aws_backup_vault_lock_configuration": {
        "changeable_for_days": plus(1),
        "max_retention_days": plus(10),
        "min_retention_days": plus(1),
    },
    "aws_backup_vault_policy": {"policy": named},
    "aws_cloudtrail": {
        "advanced_event_selector[].name": MORE,
        "include_global_service_events": flipped,
    },
    "aws_cloudwatch_composite_alarm": {
        "alarm_description": MORE,
        "alarm_rule": ending(" OR FALSE"),
    },
    "aws_cloudwatch_dashboard": {"dashboard_body": with_member(("widgets", "0", "height"), 7)},
    "aws_cloudwatch_event_bus": {"description": MORE},
    "aws_cloudwatch_event_rule": {
        "description": MORE,
        "event_pattern": with_member(("region",), ["ap-northeast-1"]),
        "schedule_expression": later,
    },
    "aws_cloudwatch_log_group": {"retention_in_days": instead({1: 3, 7: 14, 30: 60, 90: 180, 365: 400})},
    "aws_cloudwatch_log_metric_filter": {
        "metric_transformation.default_value": plus(1),
        "metric_transformation.unit": instead({"Count": "None"}),
        "metric_transformation.value": plus(1),
        "pattern": instead({'"ERROR"': '"FATAL"', '{ $.level = "ERROR" }': '{ $.level = "FATAL" }'}),
    },
    "aws_cloudwatch_metric_alarm": {
        "alarm_description": MORE,
        "comparison_operator": instead(
            {
                "GreaterThanThreshold": "GreaterThanOrEqualToThreshold",
                "GreaterThanUpperThreshold": "LessThanLowerOrGreaterThanUpperThreshold",
                "LessThanThreshold": "LessThanOrEqualToThreshold",
            }
        ),
        "datapoints_to_alarm": plus(1),
        "evaluation_periods": plus(1),
        "extended_statistic": instead({"p99": "p95"}),
        "metric_query[].expression": lambda expression: f"({expression})",
        "metric_query[].label": MORE,
        "metric_query[].metric.period": SECONDS,
        "metric_query[].metric.stat": instead({"Sum": "Maximum", "Average": "Sum", "SampleCount": "Sum"}),
        "metric_query[].period": SECONDS,
        "period": SECONDS,
        "statistic": instead({"Maximum": "Average", "SampleCount": "Sum", "Sum": "Average"}),
        "threshold": plus(1),
        "treat_missing_data": instead({"missing": "breaching", "notBreaching": "missing", "breaching": "missing"}),
    },
    "aws_dax_cluster": {
        "description": MORE,
        "maintenance_window": instead({"sun:17:00-sun:18:00": "sat:17:00-sat:18:00"}),
        "replication_factor": plus(-1),
    },
    "aws_dax_parameter_group": {"parameters[].value": plus(1000)},
    "aws_dax_subnet_group": {"subnet_ids": lambda subnets: subnets[:-1]},
    "aws_dynamodb_resource_policy": {"policy": named},
    "aws_dynamodb_table": {
        "deletion_protection_enabled": flipped,
        "global_secondary_index[].on_demand_throughput.max_read_request_units": plus(10),
        "global_secondary_index[].on_demand_throughput.max_write_request_units": plus(10),
        "on_demand_throughput.max_read_request_units": plus(10),
        "on_demand_throughput.max_write_request_units": plus(10),
        "point_in_time_recovery.recovery_period_in_days": instead({1: 2, 7: 14, 35: 30}),
        "table_class": instead({"STANDARD": "STANDARD_INFREQUENT_ACCESS", "STANDARD_INFREQUENT_ACCESS": "STANDARD"}),
    },
    "aws_dynamodb_table_replica": {
        "point_in_time_recovery": flipped,
    },
    "aws_iam_policy": {"policy": named},
    "aws_iam_role": {
        "assume_role_policy": named,
        "description": MORE,
        "max_session_duration": plus(600),
    },
    "aws_kinesis_stream": {
        "retention_period": plus(24),
    },
    "aws_kms_key": {
        "deletion_window_in_days": instead({7: 8, 30: 29}),
        "description": MORE,
        "policy": named,
        "rotation_period_in_days": plus(-5),
    },
    "aws_lambda_event_source_mapping": {
        "batch_size": plus(1),
        "bisect_batch_on_function_error": flipped,
        "filter_criteria.filter[].pattern": with_member(("eventName",), ["INSERT", "MODIFY"]),
        "maximum_batching_window_in_seconds": plus(1),
        "maximum_record_age_in_seconds": plus(60),
        "maximum_retry_attempts": plus(1),
        "parallelization_factor": plus(1),
    },
    "aws_lambda_function": {
        "description": MORE,
        "environment.variables": lambda variables: {**variables, "RELEASE": "2"},
        "logging_config.application_log_level": instead({"INFO": "WARN"}),
        "logging_config.system_log_level": instead({"INFO": "WARN"}),
        "memory_size": plus(64),
        "reserved_concurrent_executions": plus(1),
        "timeout": plus(5),
    },
    "aws_s3_bucket_lifecycle_configuration": {
        "rule[].abort_incomplete_multipart_upload[].days_after_initiation": plus(1),
        "rule[].expiration[].days": plus(10),
        "rule[].noncurrent_version_expiration[].noncurrent_days": plus(1),
        "rule[].transition[].days": plus(1),
    },
    "aws_s3_bucket_object_lock_configuration": {
        "rule.default_retention.days": plus(1),
    },
    "aws_s3_bucket_policy": {"policy": named},
    "aws_scheduler_schedule": {
        "schedule_expression": later,
        "schedule_expression_timezone": instead({"UTC": "Asia/Tokyo"}),
        "target.input": with_member(("release",), "2"),
        "target.retry_policy.maximum_event_age_in_seconds": plus(60),
        "target.retry_policy.maximum_retry_attempts": plus(1),
    },
    "aws_secretsmanager_secret": {
        "description": MORE,
        "recovery_window_in_days": instead({0: 7, 30: 29}),
    },
    "aws_secretsmanager_secret_policy": {"policy": named},
    "aws_sns_topic_policy": {"policy": named},
    "aws_ssm_parameter": {"insecure_value": ending("-2")},
    "aws_sqs_queue": {
        "message_retention_seconds": plus(-60),
        "policy": named,
    },
    "aws_vpc_endpoint": {
        "policy": named,
        "route_table_ids": lambda tables: tables[:-1],
    },
    "aws_vpc_security_group_egress_rule": {
        "description": MORE,
    },
    "aws_vpc_security_group_ingress_rule": {
        "description": MORE,
    },
}
