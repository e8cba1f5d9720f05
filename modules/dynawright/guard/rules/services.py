"""What runs around the tables: queues, schedules, events, capture, caches, trails; and what Terraform is to forget."""

from __future__ import annotations

from collections.abc import Iterator

from dynawright.guard.change import Change
from dynawright.guard.rule import GuardRule, Seen, destroyed, either, lowered, removed, switched, switched_off
from dynawright.guard.rules.tables import REPLICA, TABLE

QUEUE, KINESIS, TRAIL = ("aws_sqs_queue",), ("aws_kinesis_stream",), ("aws_cloudtrail",)
DATA = (*TABLE, *REPLICA, *QUEUE, *KINESIS, "aws_kms_key", "aws_s3_bucket", "aws_backup_vault", "aws_secretsmanager_secret")
TIMED = ("aws_scheduler_schedule", "aws_cloudwatch_event_rule")


def _forgotten(change: Change) -> Iterator[Seen]:
    if change.is_forgotten:
        yield Seen("Terraform is to forget it")


RULES = (
    GuardRule(
        "resource-forgotten",
        DATA,
        _forgotten,
        happens="It stays in AWS with all that is in it, and nobody looks after it: no plan shows what changes, and the next apply that wants "
        "it fails on its name.",
        instead="Let the stack that takes it over import it in the same change, and say so in the approval.",
    ),
    GuardRule(
        "queue-removed",
        QUEUE,
        removed,
        happens="Every message in it is gone, the failures that nobody has looked at included, and whoever sends to it gets errors.",
        instead="Stop the senders, let the readers empty it (ApproximateNumberOfMessagesVisible 0), then approve.",
    ),
    GuardRule(
        "kept-for-less",
        (*QUEUE, *KINESIS),
        either(lowered("message_retention_seconds"), lowered("retention_period")),
        happens="What is older than the new term is deleted at once, read or not.",
        instead="Let the readers catch up first; the longest term of a queue, 14 days, costs nothing.",
    ),
    GuardRule(
        "capture-removed",
        (*KINESIS, "aws_dynamodb_kinesis_streaming_destination"),
        removed,
        happens="Records that are not read yet are gone, or no further changes are sent: the reader's copy stops, and what is missed can't be "
        "fetched later.",
        instead="Let the readers drain the stream, and fill the gap by an export of the table.",
    ),
    GuardRule(
        "schedule-removed",
        (*TIMED, "aws_cloudwatch_event_target", "aws_scheduler_schedule_group"),
        destroyed,
        happens="What it started no longer happens: an export, a backup, a notice of failed jobs. Nothing fails, so nobody hears of it.",
        instead="Let what takes over run once first.",
    ),
    GuardRule(
        "schedule-disabled",
        TIMED,
        either(switched("state", None, "DISABLED"), switched("is_enabled", None, False)),
        happens="What it starts no longer happens, and nothing says so.",
        instead="For an hour, do it by hand; for good, remove it.",
    ),
    GuardRule(
        "event-bus-removed",
        ("aws_cloudwatch_event_bus",),
        removed,
        happens="Its rules go with it, whoever sends to it gets errors, and events of that time are lost.",
        instead="Point the senders to the new bus first, and see its rules fire.",
    ),
    GuardRule(
        "log-filter-removed",
        ("aws_cloudwatch_log_metric_filter", "aws_cloudwatch_log_subscription_filter"),
        destroyed,
        happens="The metric that it makes has no data any more, and an alarm on it stays green; a subscriber gets no lines.",
        instead="Remove the alarm or the subscriber first.",
    ),
    GuardRule(
        "cache-removed",
        ("aws_dax_cluster",),
        removed,
        happens="Clients lose their endpoint and every cached item at once; the table gets all their reads.",
        instead="Point the clients to the table first, with capacity for them.",
    ),
    GuardRule(
        "autoscaling-removed",
        ("aws_appautoscaling_target", "aws_appautoscaling_policy", "aws_appautoscaling_scheduled_action"),
        destroyed,
        happens="Capacity stays where it is at that moment: too little at the next peak, and requests are throttled.",
        instead="Remove it together with a switch to on-demand, or set a capacity for the peak.",
    ),
    GuardRule(
        "autoscaling-limited",
        ("aws_appautoscaling_target",),
        either(lowered("max_capacity"), lowered("min_capacity")),
        happens="Beyond the new most requests are throttled; a lower least takes minutes to climb from.",
        instead="Compare with the peak of the last two weeks (ConsumedReadCapacityUnits, ConsumedWriteCapacityUnits) first.",
    ),
    GuardRule(
        "trail-removed",
        TRAIL,
        removed,
        happens="From then on nobody can tell who read or changed what; there is no way to have it later.",
        instead="Let the trail that takes over run for a day first.",
    ),
    GuardRule(
        "trail-weakened",
        TRAIL,
        either(switched_off("enable_logging"), switched_off("enable_log_file_validation")),
        happens="Nothing is recorded, or a record that was changed does not show: it is worth nothing after an incident.",
        instead="Keep both on; narrow what is recorded by its selectors instead.",
    ),
    GuardRule(
        "endpoint-removed",
        ("aws_vpc_endpoint",),
        removed,
        happens="Requests from its network leave by the internet, or fail where there is no way out.",
        instead="Add the endpoint that takes over, with its routes, first.",
    ),
    GuardRule(
        "identity-provider-removed",
        ("aws_iam_openid_connect_provider",),
        removed,
        happens="No workflow can assume its role any more: nothing is planned or deployed, not even the way back.",
        instead="See that no role trusts it.",
    ),
)
