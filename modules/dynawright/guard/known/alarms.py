"""Alarms, dashboards, topics, queues and logs."""

from dynawright.guard.directions import ANYTHING, FIRST, GONE, OFF, ON, any_of, higher, lower, to
from dynawright.guard.known.row import Known

RENAMED = "it continues under another name; differences are judged"

ROWS = (
    Known(
        "aws_cloudwatch_metric_alarm",
        {
            "alarm_name": ANYTHING,
            "alarm_description": ANYTHING,
            "ok_actions": ANYTHING,
            "evaluate_low_sample_count_percentiles": any_of(GONE, to("evaluate")),
        },
        replacement=RENAMED,
    ),
    Known(
        "aws_cloudwatch_composite_alarm",
        {"alarm_name": ANYTHING, "alarm_description": ANYTHING, "actions_suppressor": GONE, "ok_actions": ANYTHING},
        replacement=RENAMED,
    ),
    Known(
        "aws_cloudwatch_dashboard",
        {"dashboard_name": ANYTHING, "dashboard_body": ANYTHING},
        end="a page for people; nothing reads it",
        replacement="a page for people; nothing reads it",
    ),
    Known("aws_cloudwatch_log_group", {"skip_destroy": ON}),
    Known("aws_cloudwatch_log_metric_filter", {"name": ANYTHING}, replacement="it is recreated at once"),
    Known(
        "aws_cloudwatch_log_subscription_filter",
        {"name": ANYTHING, "distribution": ANYTHING},
        replacement="it is recreated at once",
    ),
    Known(
        "aws_sns_topic",
        {
            "display_name": ANYTHING,
            "signature_version": higher(1),
            "fifo_throughput_scope": to("MessageGroup"),
            "tracing_config": to("Active"),
            **{
                f"{protocol}_{result}_feedback_role_arn": FIRST
                for protocol in ("application", "firehose", "http", "lambda", "sqs")
                for result in ("success", "failure")
            },
            **{
                f"{protocol}_success_feedback_sample_rate": ANYTHING
                for protocol in ("application", "firehose", "http", "lambda", "sqs")
            },
        },
    ),
    Known("aws_sns_topic_policy", end="what it denied is compared"),
    Known(
        "aws_sns_topic_subscription",
        {
            "filter_policy": GONE,
            "filter_policy_scope": GONE,
            "redrive_policy": FIRST,
            "confirmation_timeout_in_minutes": ANYTHING,
            "endpoint_auto_confirms": ANYTHING,
        },
    ),
    Known(
        "aws_sqs_queue",
        {
            "delay_seconds": lower(0),
            "max_message_size": higher(262144),
            "receive_wait_time_seconds": ANYTHING,
            "visibility_timeout_seconds": higher(30),
            "kms_data_key_reuse_period_seconds": ANYTHING,
            "redrive_policy": FIRST,
            "fifo_throughput_limit": to("perMessageGroupId"),
        },
    ),
    Known("aws_sqs_queue_policy", end="what it denied is compared"),
    Known("aws_secretsmanager_secret", {"recovery_window_in_days": higher(30), "force_overwrite_replica_secret": OFF}),
    Known("aws_secretsmanager_secret_policy", {"block_public_policy": ON}, end="what it denied is compared"),
    Known("aws_secretsmanager_secret_rotation", {"rotate_immediately": ANYTHING}),
)
