"""Tables, their copies, and what follows their load."""

from __future__ import annotations

from dynawright.rules.vocabulary.common import KEEPS, KEY, NAME, NAMED, ORDER, READ_BY_PEOPLE, SCHEDULE, TABLE_ARN, TABLE_NAME
from dynawright.rules.vocabulary.domains import (
    Between,
    Blocks,
    Domain,
    Expression,
    Filled,
    KnownProvider,
    MapOf,
    Numeral,
    Text,
    arn,
    either,
    exactly,
    refers,
)
from dynawright.rules.vocabulary.row import ALWAYS, Row, when

ATTRIBUTE = Text(r".{1,255}", "an attribute's name")
REGION = Text(r"[a-z]{2}-[a-z]+-\d", "a Region")
UNITS = Between(1, 40_000)
WARM_READS, WARM_WRITES = Between(12_000, 40_000_000), Between(4_000, 40_000_000)
MAXIMUM = either(exactly(-1), Between(1, 40_000_000))
PROJECTION = exactly("ALL", "INCLUDE", "KEYS_ONLY")
_LIVE = (
    r"\$\{{try\(\[for one in data\.aws_dynamodb_table\.\w+{of} : one\.{kind}_capacity if {named}one\.{kind}_capacity > 0\]\[0\], "
    r"\d{{1,5}}\)\}}"
)
_OF_INDEX = {"of": r"\[0\]\.global_secondary_index", "named": r'one\.name == "[A-Za-z0-9_.-]+" && '}
SCALED = Filled(r"table/\{aws_dynamodb_table\.name\}(/index/[A-Za-z0-9_.-]+)?", "a table of this stack, or one of its indexes")
TARGET = "aws_appautoscaling_target"


def _units(kind: str, **of: str) -> Domain:
    live = _LIVE.format(kind=kind, **(of or {"of": "", "named": ""}))
    return either(UNITS, Expression(live, "the capacity that autoscaling has set"))


def _owner(name: str) -> Row:
    return Row(name, refers(TARGET, attribute=name, near=True), "it moves the limits of that target", ALWAYS)


PROVISIONED = when("billing_mode", "PROVISIONED")
ROWS = {
    "aws_dynamodb_table": (
        Row("name", Text(r"[A-Za-z0-9_.-]{3,255}", "a table's name"), NAMED, ALWAYS),
        Row("hash_key", ATTRIBUTE, "queries find items by it", ALWAYS),
        Row("range_key", ATTRIBUTE, "queries find items by it"),
        Row("attribute", Blocks(), "keys have types", ALWAYS),
        Row("attribute.name", ATTRIBUTE, "keys have types", ALWAYS),
        Row("attribute.type", exactly("S", "N", "B"), "DynamoDB takes these for keys", ALWAYS),
        Row("billing_mode", exactly("PAY_PER_REQUEST", "PROVISIONED"), "without it, capacity is fixed", ALWAYS),
        Row("read_capacity", _units("read"), "less throttles every read", PROVISIONED),
        Row("write_capacity", _units("write"), "less throttles every write", PROVISIONED),
        Row("on_demand_throughput", Blocks(1, 1), "a limit against runaway cost"),
        Row("on_demand_throughput.max_read_request_units", MAXIMUM, "0 throttles every read"),
        Row("on_demand_throughput.max_write_request_units", MAXIMUM, "0 throttles every write"),
        Row("replica", Blocks(1, 2), "strongly consistent copies, which AWS makes at once"),
        Row("replica.region_name", REGION, "the copy is there", ALWAYS),
        Row("replica.consistency_mode", exactly("STRONG"), "other copies are resources of their own", ALWAYS),
        Row("replica.kms_key_arn", arn("kms", r"key/[A-Za-z0-9-]+"), "a key of its own Region"),
        Row("replica.point_in_time_recovery", exactly(True, False), "the rule replicas-are-as-safe requires it where it matters", ALWAYS),
        Row("replica.deletion_protection_enabled", exactly(True, False), "the rule replicas-are-as-safe requires it where it matters", ALWAYS),
        Row("replica.propagate_tags", exactly(True), "without it, the copy has no tags", ALWAYS),
        Row("global_table_witness", Blocks(1, 1), "a third Region keeps the copies consistent"),
        Row("global_table_witness.region_name", REGION, "the witness is there", ALWAYS),
        Row("restore_backup_arn", arn("dynamodb", r"table/[A-Za-z0-9_.-]+/backup/[0-9a-f-]+"), "the table is made from that backup"),
        Row("warm_throughput", Blocks(1, 1), "ready for a peak before it comes"),
        Row("warm_throughput.read_units_per_second", WARM_READS, "AWS takes these"),
        Row("warm_throughput.write_units_per_second", WARM_WRITES, "AWS takes these"),
        Row("table_class", exactly("STANDARD", "STANDARD_INFREQUENT_ACCESS"), "AWS has two"),
        Row("global_secondary_index", Blocks(1, 20), "access patterns use it"),
        Row("global_secondary_index.name", NAME, "policies and alarms name it", ALWAYS),
        Row("global_secondary_index.hash_key", ATTRIBUTE, "queries find items by it", ALWAYS),
        Row("global_secondary_index.range_key", ATTRIBUTE, "queries find items by it"),
        Row("global_secondary_index.projection_type", PROJECTION, "access patterns return its attributes", ALWAYS),
        Row("global_secondary_index.non_key_attributes", ATTRIBUTE, "without them, readers get keys only", when("projection_type", "INCLUDE")),
        Row("global_secondary_index.read_capacity", _units("read", **_OF_INDEX), "less throttles every read"),
        Row("global_secondary_index.write_capacity", _units("write", **_OF_INDEX), "a throttled index throttles its table"),
        Row("global_secondary_index.on_demand_throughput", Blocks(1, 1), "a limit against runaway cost"),
        Row("global_secondary_index.on_demand_throughput.max_read_request_units", MAXIMUM, "0 throttles every read"),
        Row("global_secondary_index.on_demand_throughput.max_write_request_units", MAXIMUM, "a throttled index throttles its table"),
        Row("global_secondary_index.warm_throughput", Blocks(1, 1), "ready for a peak before it comes"),
        Row("global_secondary_index.warm_throughput.read_units_per_second", WARM_READS, "AWS takes these"),
        Row("global_secondary_index.warm_throughput.write_units_per_second", WARM_WRITES, "a throttled index throttles its table"),
        Row("local_secondary_index", Blocks(1, 5), "access patterns use it"),
        Row("local_secondary_index.name", NAME, "policies name it", ALWAYS),
        Row("local_secondary_index.range_key", ATTRIBUTE, "queries find items by it", ALWAYS),
        Row("local_secondary_index.projection_type", PROJECTION, "access patterns return its attributes", ALWAYS),
        Row("local_secondary_index.non_key_attributes", ATTRIBUTE, "without them, readers get keys only", when("projection_type", "INCLUDE")),
        Row("ttl", Blocks(1, 1), "items expire by it"),
        Row("ttl.enabled", exactly(True), "a block that is off keeps items forever", ALWAYS),
        Row("ttl.attribute_name", ATTRIBUTE, "items expire by it", ALWAYS),
        Row("stream_enabled", exactly(True), "functions, copies and exports read the stream", when("stream_view_type")),
        Row("stream_view_type", exactly("KEYS_ONLY", "NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES"), "readers of the stream need these images", when("stream_enabled")),
        Row("point_in_time_recovery", Blocks(1, 1), "without it, wrong writes can't be undone", ALWAYS),
        Row("point_in_time_recovery.enabled", exactly(True, False), "the rule tables-can-be-restored requires it where it matters", ALWAYS),
        Row("point_in_time_recovery.recovery_period_in_days", Between(1, 35), "AWS keeps 1 to 35 days", when("enabled", True)),
        Row("server_side_encryption", Blocks(1, 1), "without the block, the previous key stays", ALWAYS),
        Row("server_side_encryption.enabled", exactly(True, False), "false is AWS's own key", ALWAYS),
        Row("server_side_encryption.enabled", exactly(True), "a key that is not switched on encrypts nothing", given=when("kms_key_arn")),
        Row("server_side_encryption.kms_key_arn", either(KEY, arn("kms", r"key/[A-Za-z0-9-]+")), "another key may be gone tomorrow"),
        Row("deletion_protection_enabled", exactly(True, False), "the rule tables-refuse-deletion requires it where it matters", ALWAYS),
        Row("tags", MapOf(Text()), READ_BY_PEOPLE),
        Row("lifecycle", Blocks(1, 1), "it holds the table's protections"),
        KEEPS,
        Row("lifecycle.ignore_changes", exactly("replica", "read_capacity", "restore_backup_arn", "write_capacity"), "manual changes of other ignored arguments show in no plan"),
    ),
    "aws_dynamodb_table_replica": (
        Row("global_table_arn", TABLE_ARN, "it is the copy of that table", ALWAYS),
        Row("kms_key_arn", arn("kms", r"key/[A-Za-z0-9-]+"), "a key of its own Region"),
        Row("point_in_time_recovery", exactly(True, False), "the rule replicas-are-as-safe requires it where it matters", ALWAYS),
        Row("deletion_protection_enabled", exactly(True, False), "the rule replicas-are-as-safe requires it where it matters", ALWAYS),
        Row("tags", MapOf(Text()), READ_BY_PEOPLE),
        Row("provider", KnownProvider(), "it says in which Region the copy is", ALWAYS),
        Row("lifecycle", Blocks(1, 1), "it holds the copy's protections", ALWAYS),
        KEEPS,
        Row("lifecycle.ignore_changes", exactly("table_class_override"), "a copy begins with its table's class; manual changes of other ignored arguments show in no plan"),
        ORDER,
    ),
    "aws_dynamodb_contributor_insights": (
        Row("table_name", TABLE_NAME, "its keys are counted", ALWAYS),
        Row("index_name", NAME, "an index has keys of its own"),
    ),
    "aws_dynamodb_kinesis_streaming_destination": (
        Row("table_name", TABLE_NAME, "its changes are captured", ALWAYS),
        Row("stream_arn", refers("aws_kinesis_stream", attribute="arn", near=True), "every item that is written goes there", ALWAYS),
        Row("approximate_creation_date_time_precision", exactly("MICROSECOND"), "readers sort changes by it", ALWAYS),
    ),
    "aws_kinesis_stream": (
        Row("name", NAME, NAMED, ALWAYS),
        Row("encryption_type", exactly("KMS"), "it holds every item that is written", ALWAYS),
        Row("kms_key_id", either(KEY, exactly("alias/aws/kinesis")), "it holds every item that is written", ALWAYS),
        Row("retention_period", Between(24, 8760), "unread changes are lost after that", ALWAYS),
        Row("stream_mode_details", Blocks(1, 1), "a fixed size throttles", ALWAYS),
        Row("stream_mode_details.stream_mode", exactly("ON_DEMAND"), "a fixed size throttles", ALWAYS),
    ),
    TARGET: (
        Row("service_namespace", exactly("dynamodb"), "it scales tables", ALWAYS),
        Row("resource_id", SCALED, "it scales that", ALWAYS),
        Row("scalable_dimension", Text(r"dynamodb:(table|index):(Read|Write)CapacityUnits", "a dimension of DynamoDB"), "it scales that", ALWAYS),
        Row("min_capacity", UNITS, "less throttles", ALWAYS),
        Row("max_capacity", UNITS, "less throttles", ALWAYS),
        Row("lifecycle", Blocks(1, 1), "it names what schedules set"),
        Row("lifecycle.ignore_changes", exactly("min_capacity", "max_capacity"), "schedules set these; manual changes of other ignored arguments show in no plan"),
    ),
    "aws_appautoscaling_policy": (
        Row("name", NAME, NAMED, ALWAYS),
        Row("policy_type", exactly("TargetTrackingScaling"), "other kinds need alarms of their own", ALWAYS),
        *(_owner(name) for name in ("service_namespace", "resource_id", "scalable_dimension")),
        Row("target_tracking_scaling_policy_configuration", Blocks(1, 1), "without it, nothing follows the load", ALWAYS),
        Row("target_tracking_scaling_policy_configuration.target_value", Between(20, 90), "more leaves no room for bursts, less wastes capacity", ALWAYS),
        Row("target_tracking_scaling_policy_configuration.scale_in_cooldown", Between(0, 3600), "capacity that falls too slowly is paid for", ALWAYS),
        Row("target_tracking_scaling_policy_configuration.scale_out_cooldown", Between(0, 600), "until it has passed, requests are throttled", ALWAYS),
        Row("target_tracking_scaling_policy_configuration.predefined_metric_specification", Blocks(1, 1), "it follows this metric", ALWAYS),
        Row("target_tracking_scaling_policy_configuration.predefined_metric_specification.predefined_metric_type", exactly("DynamoDBReadCapacityUtilization", "DynamoDBWriteCapacityUtilization"), "it follows this metric", ALWAYS),
    ),
    "aws_appautoscaling_scheduled_action": (
        Row("name", NAME, NAMED, ALWAYS),
        Row("schedule", either(SCHEDULE, Text(r"at\(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\)", "a point in time")), "the limits change then", ALWAYS),
        Row("timezone", Text(r"[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*", "a time zone"), "the schedule is written in it", ALWAYS),
        *(_owner(name) for name in ("service_namespace", "resource_id", "scalable_dimension")),
        Row("scalable_target_action", Blocks(1, 1), "without it, nothing changes", ALWAYS),
        Row("scalable_target_action.min_capacity", Numeral(1, 40_000), "less throttles"),
        Row("scalable_target_action.max_capacity", Numeral(1, 40_000), "less throttles"),
    ),
    "data.aws_dynamodb_tables": (),
    "data.aws_dynamodb_table": (
        Row("name", Text(r"[A-Za-z0-9_.-]{3,255}", "a table's name"), "its capacity is kept", ALWAYS),
        Row("count", Expression(r'\$\{try\(contains\(data\.aws_dynamodb_tables\.\w+\.names, "[A-Za-z0-9_.-]+"\), false\) \? 1 : 0\}', "1 where there is such a table"), "the table doesn't exist before the first apply", ALWAYS),
    ),
}  # fmt: skip
