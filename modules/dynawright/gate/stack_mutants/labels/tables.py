"""Tables, their copies and their capacity."""

from dynawright.gate.stack_mutants.label import ANY, LESS, either, fine, weak

TABLE, REPLICA = "aws_dynamodb_table", "aws_dynamodb_table_replica"
INDEX, LOCAL = "global_secondary_index", "local_secondary_index"
TARGET, POLICY, ACTION = "aws_appautoscaling_target", "aws_appautoscaling_policy", "aws_appautoscaling_scheduled_action"
SCALING = "target_tracking_scaling_policy_configuration"

LABELS = (
    fine(TABLE, "tags table_class", ANY, "people and bills read it"),
    weak(TABLE, "name hash_key range_key attribute", ANY, "policies, alarms and code ask for what is not there"),
    weak(TABLE, "billing_mode", ANY, "requests beyond a capacity that nobody chose are throttled"),
    weak(TABLE, "read_capacity write_capacity on_demand_throughput", f"{LESS} new", "requests are throttled"),
    fine(TABLE, "read_capacity write_capacity on_demand_throughput", "higher slightly", "more room"),
    weak(
        TABLE,
        f"{INDEX}.read_capacity {INDEX}.write_capacity {INDEX}.on_demand_throughput",
        f"{LESS} new",
        "its table is throttled",
    ),
    fine(TABLE, f"{INDEX}.read_capacity {INDEX}.write_capacity {INDEX}.on_demand_throughput", "higher slightly", "more room"),
    fine(TABLE, f"{INDEX}.non_key_attributes {LOCAL}.non_key_attributes", "more", "the index holds more than patterns ask for"),
    weak(TABLE, f"{INDEX} {LOCAL}", ANY, "access patterns ask for what the index does not have"),
    weak(TABLE, "ttl", ANY, "personal data outlives its term, or is deleted before it"),
    weak(TABLE, "stream_enabled stream_view_type", ANY, "functions get no changes, or without what they read"),
    fine(
        TABLE,
        "point_in_time_recovery.recovery_period_in_days",
        "gone higher slightly",
        "AWS keeps 35 days unless it is told otherwise",
    ),
    weak(TABLE, "point_in_time_recovery", LESS, "nothing can be undone"),
    weak(TABLE, "server_side_encryption", LESS, "data is encrypted by a key that nobody here controls"),
    weak(TABLE, "deletion_protection_enabled", LESS, "one call deletes the table"),
    either(TABLE, "lifecycle.ignore_changes", "gone fewer", "each plan shows what autoscaling did"),
    weak(TABLE, "lifecycle.prevent_destroy lifecycle", LESS, "a plan deletes the table"),
    weak(TABLE, "lifecycle", "new more", "changes by hand are seen in no plan"),
    weak(TABLE, "replica", ANY, "items are copied to where nobody decided that they may be"),
    weak(REPLICA, ANY, LESS, "the copy is less safe than its table, or is no copy of it"),
    weak("aws_dynamodb_contributor_insights", ANY, "other", "it counts the keys of another table"),
    fine("aws_dynamodb_contributor_insights", "", "new", "it only counts"),
    fine("aws_dynamodb_contributor_insights", "index_name", "gone", "it counts the table's keys instead"),
    weak("aws_dynamodb_kinesis_streaming_destination", ANY, "gone other", "changes go elsewhere, or in no order"),
    weak("aws_kinesis_stream", "encryption_type kms_key_id", ANY, "it holds every item that is written"),
    fine("aws_kinesis_stream", "retention_period", "higher slightly", "records are kept longer"),
    either("aws_kinesis_stream", "retention_period", "lower", "a day at least: how long readers may lag"),
    weak("aws_kinesis_stream", "retention_period stream_mode_details name", ANY, "readers that lag lose records"),
    fine(TARGET, "min_capacity max_capacity", "slightly higher", "more room"),
    either(TARGET, "min_capacity", "lower", "capacity falls further when nobody asks"),
    weak(TARGET, ANY, LESS, "capacity does not follow the load"),
    fine(POLICY, f"name {SCALING}.scale_in_cooldown", ANY, "a name; capacity falls sooner or later, and costs so"),
    fine(POLICY, f"{SCALING}.scale_out_cooldown", "gone lower slightly", "capacity follows sooner"),
    fine(POLICY, f"{SCALING}.target_value", "lower slightly", "more room"),
    *(either(type, "service_namespace", "other", "each target of the stack has the same") for type in (POLICY, ACTION)),
    weak(POLICY, ANY, f"{LESS} higher new", "capacity does not follow the load, or too late"),
    fine(ACTION, "name", ANY, "a name"),
    weak(ACTION, ANY, f"{LESS} higher", "capacity changes at another time, or to something else"),
    fine(TARGET, "", "new", "capacity follows the load"),
    fine(POLICY, "", "new", "capacity follows the load"),
)
