"""Tables, their capacity and their backups."""

from dynawright.gate.plan_mutants.label import harmful, harmless

TABLE = "aws_dynamodb_table"
_TTL = '=[{"enabled": true, "attribute_name": "created"}]'
_LOCAL = '=[{"name": "added", "range_key": "created", "projection_type": "ALL"}]'
_REPLICA = '=[{"region_name": "us-east-1"}]'
_LIMIT = '=[{"max_read_request_units": 1, "max_write_request_units": 1}]'
_NO_RECOVERY = '=[{"enabled": false}]'

LABELS = (
    harmful(TABLE, "hash_key range_key", "other gone unknown", "another key is another, empty table", replaces=True),
    harmful(TABLE, "name", "other unknown", "another name is another, empty table", replaces=True),
    harmful(TABLE, "", "key-schema-other", "another key is another, empty table", replaces=True),
    harmful(TABLE, "attribute.type", "=N unknown", "a key's type can't change"),
    harmful(TABLE, "attribute", "unknown", "the types of the key may be any"),
    harmful(TABLE, "billing_mode", "=PROVISIONED unknown", "requests beyond the capacity are throttled"),
    harmful(TABLE, "deletion_protection_enabled", "off unknown", "one call deletes the table"),
    harmful(TABLE, "point_in_time_recovery.enabled", "off unknown", "the history is gone at once"),
    harmful(TABLE, "point_in_time_recovery", ("gone", "unknown", _NO_RECOVERY), "the history is gone at once"),
    harmful(TABLE, "point_in_time_recovery.recovery_period_in_days", "lower unknown", "older history is gone at once"),
    harmful(TABLE, "stream_enabled", "off unknown", "functions get no changes any more"),
    harmful(TABLE, "stream_view_type", "~KEYS_ONLY gone unknown", "functions get records of another shape, from a new stream"),
    harmful(TABLE, "server_side_encryption.kms_key_arn", "foreign gone unknown", "who reads data depends on another key"),
    harmful(TABLE, "server_side_encryption.enabled", "off on-unknown", "data is encrypted by a key that can't be revoked"),
    harmful(TABLE, "ttl.enabled", "off unknown", "personal data outlives its term"),
    harmful(TABLE, "ttl.attribute_name", "other unknown", "items with the new attribute are deleted, others stay"),
    harmful(TABLE, "ttl", (_TTL, "unknown"), "items whose attribute is in the past are deleted"),
    harmful(TABLE, "global_secondary_index", "gone fewer unknown", "queries on the index fail"),
    harmful(TABLE, "global_secondary_index.hash_key global_secondary_index.range_key", "other unknown", "the index is rebuilt"),
    harmful(TABLE, "global_secondary_index.projection_type", "=KEYS_ONLY unknown", "the index is rebuilt"),
    harmful(TABLE, "global_secondary_index.non_key_attributes", "fewer more unknown", "the index is rebuilt"),
    harmful(TABLE, "global_secondary_index.name", "other unknown", "queries by the old name fail"),
    harmful(TABLE, "", "index-key-schema-other index-projected-otherwise", "the index is rebuilt"),
    harmful(TABLE, "local_secondary_index", (_LOCAL,), "a local index needs a new, empty table", replaces=True),
    harmful(TABLE, "replica", (_REPLICA,), "all items are copied to another Region"),
    harmful(TABLE, "on_demand_throughput", (_LIMIT,), "requests beyond one a second are throttled"),
    harmful(TABLE, "read_capacity write_capacity", "lower unknown", "requests beyond the capacity are throttled"),
    harmful(
        TABLE,
        "global_secondary_index.read_capacity global_secondary_index.write_capacity",
        "lower unknown",
        "an index that is throttled throttles writes to the table",
    ),
    harmless(TABLE, "", "key-schema-same one-more-index", "the same key in other words; an index beside the others"),
    harmless(TABLE, "tags", "more gone", "nothing asks for the tag"),
    harmless(
        TABLE, "attribute global_secondary_index global_secondary_index.non_key_attributes", "reversed", "order means nothing"
    ),
    harmless(
        TABLE,
        "deletion_protection_enabled point_in_time_recovery.enabled stream_enabled",
        "on",
        "more protection, a first stream",
    ),
    harmless(TABLE, "point_in_time_recovery.recovery_period_in_days read_capacity write_capacity", "higher", "more than before"),
    harmful("aws_dynamodb_resource_policy", "resource_arn", "other foreign unknown", "the table loses its policy", replaces=True),
    harmful("aws_appautoscaling_target", "max_capacity min_capacity", "lower unknown", "requests are throttled at the next peak"),
    harmful(
        "aws_appautoscaling_target", "resource_id scalable_dimension", "other unknown", "something else is scaled", replaces=True
    ),
    harmless("aws_appautoscaling_target", "max_capacity min_capacity", "higher", "more room"),
    harmful(
        "aws_appautoscaling_policy",
        "target_tracking_scaling_policy_configuration.target_value",
        "higher unknown",
        "capacity follows later",
    ),
    harmful(
        "aws_appautoscaling_policy",
        "target_tracking_scaling_policy_configuration.scale_out_cooldown",
        "higher unknown",
        "capacity follows later",
    ),
    harmful(
        "aws_appautoscaling_policy",
        "target_tracking_scaling_policy_configuration.predefined_metric_specification.predefined_metric_type",
        "other unknown",
        "capacity follows another metric",
    ),
    harmful(
        "aws_appautoscaling_policy", "resource_id scalable_dimension", "other unknown", "nothing scales the table", replaces=True
    ),
    harmless(
        "aws_appautoscaling_policy",
        "target_tracking_scaling_policy_configuration.target_value",
        "lower",
        "capacity follows sooner",
    ),
    harmless(
        "aws_appautoscaling_policy",
        "target_tracking_scaling_policy_configuration.scale_in_cooldown",
        "higher",
        "capacity stays longer",
    ),
    harmful("aws_dax_cluster", "replication_factor", "lower unknown", "the cache survives no outage"),
    harmful(
        "aws_dax_cluster", "node_type cluster_endpoint_encryption_type", "other unknown", "clients lose the cache", replaces=True
    ),
    harmful("aws_dax_cluster", "security_group_ids", "other more unknown", "others reach the cache, or clients don't"),
    harmful(
        "aws_dax_cluster", "parameter_group_name iam_role_arn", "other unknown", "the cache answers by other rules, or not at all"
    ),
    harmful("aws_dax_cluster", "server_side_encryption.enabled", "off unknown", "cached items are not encrypted", replaces=True),
    harmless("aws_dax_cluster", "replication_factor", "higher", "one more node"),
    harmless("aws_dax_cluster", "maintenance_window description", "other", "another hour of the week, another text"),
    harmful("aws_dax_parameter_group", "parameters.value", "higher unknown", "answers are older"),
    harmless("aws_dax_parameter_group", "parameters.value", "lower", "answers are newer"),
    harmful("aws_dax_subnet_group", "subnet_ids", "fewer unknown", "the cache survives no outage of a zone"),
    harmless("aws_dax_subnet_group", "subnet_ids", "more", "one more zone"),
    harmful("aws_appautoscaling_target", "service_namespace", "=ecs", "something else is scaled", replaces=True),
    harmful("aws_appautoscaling_policy", "policy_type", "=StepScaling unknown", "nothing scales the table"),
    harmful("aws_appautoscaling_policy", "service_namespace", "=ecs", "nothing scales the table", replaces=True),
    harmful("aws_dax_cluster", "subnet_group_name cluster_name", "other unknown", "clients lose the cache", replaces=True),
    harmful("aws_dax_subnet_group", "name", "other unknown", "the cache moves", replaces=True),
    harmful("aws_dax_parameter_group", "name", "other unknown", "the cache answers by other rules", replaces=True),
    harmless("aws_appautoscaling_policy", "name", "other", "capacity stays until the new one works", replaces=True),
    harmful("aws_kinesis_stream", "kms_key_id", "gone foreign other unknown", "records depend on another key"),
    harmful("aws_kinesis_stream", "encryption_type", "=NONE unknown", "records are not encrypted"),
    harmful("aws_kinesis_stream", "retention_period", "lower unknown", "unread records are deleted"),
    harmful(
        "aws_kinesis_stream",
        "stream_mode_details.stream_mode",
        "=PROVISIONED unknown",
        "more records than shards take are refused",
    ),
    harmful("aws_kinesis_stream", "name", "other unknown", "readers stay with the old stream", replaces=True),
    harmless("aws_kinesis_stream", "retention_period", "higher", "records are kept longer"),
    harmful(
        "aws_dynamodb_kinesis_streaming_destination",
        "stream_arn table_name approximate_creation_date_time_precision",
        "other unknown",
        "changes are sent in another form, elsewhere, or not at all",
        replaces=True,
    ),
)
