"""Tables and what is attached to them."""

from dynawright.guard.directions import ANYTHING, FIRST, GONE, GROWN, OFF, ON, any_of, higher, lower, to
from dynawright.guard.known.row import Known

ROWS = (
    Known(
        "aws_dynamodb_table",
        {
            "replica.deletion_protection_enabled": ON,
            "replica.point_in_time_recovery": ON,
            "replica.propagate_tags": ANYTHING,
            "table_class": ANYTHING,
            "warm_throughput": any_of(FIRST, higher(0)),
            "global_secondary_index.warm_throughput": any_of(FIRST, higher(0)),
            "restore_backup_arn": GONE,
            "restore_date_time": GONE,  # used only when the table is created
            "restore_source_name": GONE,
            "restore_source_table_arn": GONE,
            "restore_to_latest_time": GONE,
            "import_table": GONE,
        },
    ),
    Known("aws_dynamodb_table_replica", {"table_class_override": ANYTHING}),
    Known("aws_dynamodb_resource_policy", {"confirm_remove_self_resource_access": OFF}, end="what it denied is compared"),
    Known("aws_dynamodb_kinesis_streaming_destination"),
    Known(
        "aws_dynamodb_contributor_insights",
        {"table_name": ANYTHING, "index_name": ANYTHING, "mode": ANYTHING},
        end="it only counts; it starts over when it is switched on again",
        replacement="it only counts",
    ),
    Known(
        "aws_appautoscaling_target",
        {"max_capacity": higher(), "min_capacity": higher(), "suspended_state": OFF},
    ),
    Known(
        "aws_appautoscaling_policy",
        {
            "name": ANYTHING,
            "target_tracking_scaling_policy_configuration.disable_scale_in": ANYTHING,
            "target_tracking_scaling_policy_configuration.scale_in_cooldown": higher(0),
            "target_tracking_scaling_policy_configuration.scale_out_cooldown": lower(0),
            "target_tracking_scaling_policy_configuration.target_value": lower(),
        },
        replacement="capacity stays constant until the new one works, within minutes",
    ),
    Known(
        "aws_appautoscaling_scheduled_action",
        {
            "name": ANYTHING,
            "scalable_target_action.max_capacity": higher(),
            "scalable_target_action.min_capacity": higher(),
            "end_time": GONE,
        },
        replacement="it is recreated at once",
    ),
    Known(
        "aws_kinesis_stream",
        {
            "shard_count": higher(),
            "shard_level_metrics": FIRST,
            "encryption_type": to("KMS"),
            "stream_mode_details.stream_mode": to("ON_DEMAND"),
            "enforce_consumer_deletion": OFF,
        },
    ),
    Known(
        "aws_dax_cluster",
        {
            "maintenance_window": ANYTHING,
            "replication_factor": higher(),
            "notification_topic_arn": FIRST,
        },
    ),
    Known(
        "aws_dax_parameter_group",
        {"parameters.value": lower()},
        end="AWS refuses to delete it while a cluster uses it",
    ),
    Known(
        "aws_dax_subnet_group",
        {"subnet_ids": GROWN},
        end="AWS refuses to delete it while a cluster uses it",
    ),
)
