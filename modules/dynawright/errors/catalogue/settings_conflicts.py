"""Settings that are each allowed, but not together."""

from dynawright.errors.catalogue.error_code import ErrorCode

CONFLICTS: tuple[ErrorCode, ...] = (
    ErrorCode(
        "DW120",
        "Setting of the other capacity mode",
        "Capacity units mean nothing on demand, and on-demand maxima nothing with provisioned capacity.",
        "environments/test.yaml:6 table.write_capacity_units: has no effect: capacity_mode 'on_demand' ignores it. Remove the line, or set capacity_mode to 'provisioned'.",
    ),
    ErrorCode(
        "DW121",
        "Hidden protection",
        "Terraform would ignore changes of a protection, and no plan would show that it was turned off.",
        "environments/test.yaml:6 table.ignore_changes[0]: 'point_in_time_recovery' can't be ignored: if it were turned off by hand, no plan would show it. Remove the line, and use point_in_time_recovery_days.",
    ),
    ErrorCode(
        "DW122",
        "Region of a replica",
        "A replica is in another Region than its table, and in one of the environment's other_regions, so that Terraform can delete it.",
        "environments/test.yaml:6 table.replicas[0].region: must be one of other_regions, which is empty, got 'eu-west-2'. Add 'eu-west-2' to other_regions.",
    ),
    ErrorCode(
        "DW123",
        "Key of a replica",
        "The key of a replica must be in the replica's own Region.",
        "environments/test.yaml:7 table.replicas[0].kms_key_arn: must be a key in 'us-east-1', as the replica, got 'arn:aws:kms:eu-west-1:111111111111:key/a'",
    ),
    ErrorCode(
        "DW124",
        "Capacity of a replica",
        "DynamoDB takes replicas of a table with provisioned capacity only where the capacity is autoscaled.",
        "environments/test.yaml:7 table.autoscaling.enabled: must be true for replicas with provisioned capacity, got false. Set it to true, or capacity_mode to 'on_demand'.",
    ),
    ErrorCode(
        "DW125",
        "Maximum below the minimum",
        "Autoscaling needs a maximum that is at least the table's capacity units.",
        "environments/test.yaml:6 table.autoscaling.read_max_units: must be at least read_capacity_units, 50, got 40. Raise it, or lower read_capacity_units.",
    ),
    ErrorCode(
        "DW126",
        "Schedule that can't work",
        "A schedule changes a minimum or a maximum, and leaves room between both.",
        "environments/test.yaml:8 table.autoscaling.schedules[0].write_max_units: must be at least 5, the minimum then, got 3. Set both write_min_units and write_max_units.",
    ),
    ErrorCode(
        "DW130",
        "Backups that keep nothing",
        "Backups are on, but each of their retentions is 0.",
        "environments/test.yaml:6 backup.enabled: must be false where no rule keeps anything, got true. Set a retention, or enabled to false.",
    ),
    ErrorCode(
        "DW131",
        "Backup windows",
        "A backup must have an hour to complete after the last moment at which it may start.",
        "environments/test.yaml:6 backup.completion_window_minutes: must be at least 60 more than start_window_minutes, 540, got 480",
    ),
    ErrorCode(
        "DW132",
        "Too short in cold storage",
        "AWS keeps recovery points in cold storage for at least 90 days.",
        "environments/test.yaml:6 backup.monthly_retention_days: must be at least 120: 30 warm days, then 90 in cold storage, got 119. Raise it, or set monthly_cold_storage_after_days to null.",
    ),
    ErrorCode(
        "DW133",
        "Copies of backups",
        "Copies go to an existing vault in another Region or account than the environment's own vault.",
        "environments/test.yaml:6 backup.copy_to_vault_arns[0]: must be another vault than the environment's own, got 'arn:aws:backup:eu-west-1:123456789012:backup-vault:acme-test'. Name one in another Region or account.",
    ),
    ErrorCode(
        "DW134",
        "Retention outside of the lock",
        "The vault's lock refuses recovery points that are kept for less or longer; jobs would fail at night.",
        "environments/test.yaml:6 backup.daily_retention_days: must be from 7 to 3653 days, as the vault's lock asks, got 6",
    ),
    ErrorCode(
        "DW135",
        "Lock that can't work",
        "The lock's minimum is at most its maximum, and only a compliance lock has days of grace.",
        "environments/test.yaml:6 vault.lock_changeable_for_days: has no effect: only a compliance lock has days of grace. Remove the line, or set lock to 'compliance'.",
    ),
    ErrorCode(
        "DW136",
        "Transitions out of order",
        "An export moves to infrequent access, 30 days later to the archive, and expires after that.",
        "environments/test.yaml:6 export.expire_after_days: must be more than archive_after_days, 90, got 90",
    ),
    ErrorCode(
        "DW140",
        "Half of a network",
        "A network is a VPC and its route tables; either alone builds nothing.",
        "environments/test.yaml:6 network.vpc_id: needs route_table_ids: without a route nothing reaches the endpoint. Name the VPC's route tables, or remove the line.",
    ),
    ErrorCode(
        "DW141",
        "Cache without a network",
        "A cache needs a VPC, and subnets in two zones unless it has one node.",
        "environments/test.yaml:6 systems.flags.cache.enabled: must be false without a VPC, got true. Set network.vpc_id, or remove the line.",
    ),
    ErrorCode(
        "DW142",
        "Route table in use",
        "AWS takes one endpoint for DynamoDB in each route table, and another system has it.",
        "environments/test.yaml:8 systems.flags.network.route_table_ids[0]: must be a route table without an endpoint for DynamoDB; agents has one in it, and AWS takes one in each, got 'rtb-0a1b2c3d'. Name another for flags.",
    ),
    ErrorCode(
        "DW143",
        "Lock longer than the records",
        "Records of the trail can't be deleted while they are locked.",
        "environments/test.yaml:6 audit.lock_days: must be at most retention_days, 365, after which records are deleted, got 400. Lower lock_days or raise retention_days.",
    ),
    ErrorCode(
        "DW150",
        "Records given up too early",
        "Records would be too old before the function has tried them once.",
        "environments/test.yaml:6 streams.record_age_seconds: must be more than 65: batch_window_seconds and timeout_seconds together, got 65. Raise it; else records are given up before they are tried.",
    ),
    ErrorCode(
        "DW151",
        "More invocations than reserved",
        "The mapping would invoke the function more often at a time than its reservation allows.",
        "environments/test.yaml:6 streams.parallelization: must be at most reserved_concurrency, 2, got 3. Lower it, or reserve more.",
    ),
    ErrorCode(
        "DW152",
        "Records lost before the alarm",
        "Records would be given up before the alarm on their age sends a message.",
        "environments/test.yaml:6 systems.orders.streams.audit_log.record_age_seconds: must be more than 600: alarms.iterator_age_seconds and the 300 seconds that its alarm looks at, got 600. Raise it, or lower iterator_age_seconds; else records are given up before the alarm sends a message.",
    ),
    ErrorCode(
        "DW160",
        "Topic in another Region",
        "CloudWatch notifies only topics of its own Region.",
        "environments/test.yaml:6 notifications.topic_arn: must be a topic in eu-west-1: CloudWatch notifies only topics of its own Region, got 'arn:aws:sns:us-east-1:123456789012:oncall'",
    ),
    ErrorCode(
        "DW161",
        "Subscriptions without effect",
        "The foundation subscribes to topics that it makes, not to an existing one.",
        "environments/test.yaml:6 notifications.subscriptions: has no effect: an existing topic has subscriptions of its own. Remove them, or topic_arn.",
    ),
    ErrorCode(
        "DW162",
        "Endpoint of a subscription",
        "SNS would refuse the endpoint, or never reach it.",
        "environments/test.yaml:6 notifications.subscriptions[0].endpoint: must be an address, such as 'oncall@example.com', for email, got 'oncall'",
    ),
    ErrorCode(
        "DW163",
        "Function for several Regions",
        "With systems in several Regions there are several topics, and a function admits only those of its own Region.",
        "environments/test.yaml:6 notifications.subscriptions[0].endpoint: must be a queue, an address or a number: the topics in eu-west-1, us-east-1 can't call one function, got 'arn:aws:lambda:eu-west-1:123456789012:function:pager'. Subscribe a queue that the function reads.",
    ),
    ErrorCode(
        "DW170",
        "Tag",
        "AWS refuses the tag, or every stack sets it itself.",
        "environments/test.yaml:6 tags.ManagedBy: every stack sets Environment, ManagedBy, Repository itself. Remove the line.",
    ),
    ErrorCode(
        "DW171",
        "Deployment without a boundary",
        "The deploy role makes roles. Without a permissions boundary it could make one that may do anything.",
        "environments/test.yaml:6 deployment.repository: needs roles.permissions_boundary_arn: the deploy role makes roles, and could make one that may do anything. Set the boundary, or remove the line.",
    ),
    ErrorCode(
        "DW172",
        "Own Region among the others",
        "other_regions are those besides the environment's own Region.",
        "environments/test.yaml:6 other_regions[0]: must be another Region than the environment's own, got 'eu-west-1'. Remove it.",
    ),
)
