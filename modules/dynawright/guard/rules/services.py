"""Queues, schedules, events, capture, caches, trails, and other services around tables."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from dynawright.guard.change import UNKNOWN, Change
from dynawright.guard.differences import differences, same
from dynawright.guard.rule import (
    END,
    REPLACEMENT,
    GuardRule,
    Seen,
    destroyed,
    either,
    lowered,
    removed,
    shown,
    switched,
    switched_off,
    wholly,
)
from dynawright.rules.schedule import days_between

QUEUE, KINESIS, TRAIL = ("aws_sqs_queue",), ("aws_kinesis_stream",), ("aws_cloudtrail",)
FILTER = ("pattern", "filter_pattern", "metric_transformation", "destination_arn", "log_group_name")
_UNIVERSAL = ":aws-sdk:"
_ENDING = re.compile(r"(?:delete|deregister|detach|disable|leave|purge|put|remove|revoke|schedule|stop|terminate|update)[A-Z]")
RULE, SCHEDULE, TEST = ("aws_cloudwatch_event_rule",), ("aws_scheduler_schedule",), ("aws_backup_restore_testing_plan",)


def _rarer(change: Change) -> Iterator[Seen]:
    was, will_be = (values.get("schedule_expression") for values in (change.before, change.after))
    is_rarer = not will_be or days_between(will_be) > days_between(was)
    if change.stays and was and will_be not in (was, UNKNOWN) and is_rarer:
        yield Seen(f"schedule_expression: {was} → {shown(will_be)}")


def _replaced(change: Change) -> Iterator[Seen]:
    if change.is_replaced:
        yield from removed(change)


def _matches_otherwise(change: Change) -> Iterator[Seen]:
    before, after = change.before.get("event_pattern"), change.after.get("event_pattern")
    if (
        change.stays
        and after is not UNKNOWN
        and not same(before, after)
        and not (before and after and _matches_more(before, after))
    ):
        yield Seen(f"event_pattern: {shown(before)} → {shown(after)}")


def _matches_more(before: str, after: str) -> bool:
    """Whether each field accepts all former values; a removed field accepts any."""
    try:
        old, new = json.loads(before), json.loads(after)
    except ValueError:
        return False
    return bool(new) and _takes_more(old, new)


def _takes_more(old: Any, new: Any) -> bool:
    if isinstance(old, dict) and isinstance(new, dict):
        return all(name in old and _takes_more(old[name], values) for name, values in new.items())
    return isinstance(old, list) and isinstance(new, list) and all(value in new for value in old)


def _filters_otherwise(change: Change) -> Iterator[Seen]:
    for difference in differences(change.before, change.after) if change.stays else ():
        if difference.pattern.split(".")[0] in FILTER and not difference.is_unknown:
            yield Seen(f"{difference.path}: {shown(difference.before)} → {shown(difference.after)}", difference.path)


def _does_harm(change: Change) -> Iterator[Seen]:
    """Yield a schedule that calls AWS directly (a universal target) and changes or ends something."""
    if change.is_destroyed:
        return
    before, after = (
        str(change_of.get("arn") or "") for change_of in (change.block_before("target"), change.block_after("target"))
    )
    if after != before and _ENDING.match(after.rpartition(":")[2]) and _UNIVERSAL in after:
        yield Seen(f"it calls {after.partition(_UNIVERSAL)[2]}", after.partition(_UNIVERSAL)[2])


RULES = (
    GuardRule(
        "queue-removed",
        QUEUE,
        removed,
        judges=wholly(END, REPLACEMENT),
        happens="Every message in it is lost, including unhandled failures, and senders get errors.",
        instead="Stop the senders, let the readers empty it (ApproximateNumberOfMessagesVisible 0), then approve.",
    ),
    GuardRule(
        "kept-for-less",
        (*QUEUE, *KINESIS),
        either(lowered("message_retention_seconds"), lowered("retention_period")),
        judges=wholly("message_retention_seconds", "retention_period"),
        happens="Messages older than the new term are deleted at once, read or not.",
        instead="Let the readers catch up first; the longest retention of a queue, 14 days, costs nothing.",
    ),
    GuardRule(
        "capture-removed",
        (*KINESIS, "aws_dynamodb_kinesis_streaming_destination"),
        removed,
        judges=wholly(END, REPLACEMENT),
        happens="Unread records are lost, or no further changes are sent: the reader's copy stops, and missed changes can't "
        "be fetched later.",
        instead="Let the readers drain the stream, and fill the gap from an export of the table.",
    ),
    GuardRule(
        "schedule-removed",
        (*(*RULE, *SCHEDULE), "aws_cloudwatch_event_target", "aws_scheduler_schedule_group"),
        destroyed,
        judges=wholly(END),
        happens="What it triggered no longer happens: an export, a backup, a notice of failed jobs. Nothing fails, so it goes unnoticed.",
        instead="Let its replacement run once first.",
    ),
    GuardRule(
        "schedule-group-replaced",
        ("aws_scheduler_schedule_group",),
        _replaced,
        judges=wholly(REPLACEMENT),
        happens="Every schedule in the group is deleted with it, those of others included.",
        instead="Create a group with the new name, move the schedules, then remove the old one.",
    ),
    GuardRule(
        "schedule-rarer",
        (*RULE, *SCHEDULE, *TEST),
        _rarer,
        judges=wholly("schedule_expression"),
        happens="What it triggers silently happens less often.",
        instead="Check what relies on the old schedule: an export that is read daily, a backup that closes a gap.",
    ),
    GuardRule(
        "schedule-ends-things",
        SCHEDULE,
        _does_harm,
        judges={},
        happens="At its time it deletes, stops or changes something by an API call that no plan shows.",
        instead="Let the schedule start a function whose code is reviewed; make the change itself in a plan.",
    ),
    GuardRule(
        "event-pattern-changed",
        RULE,
        _matches_otherwise,
        judges=wholly("event_pattern"),
        happens="Events that the new pattern leaves out are silently ignored.",
        instead="Try the new pattern on sample events: `aws events test-event-pattern`.",
    ),
    GuardRule(
        "log-filter-changed",
        ("aws_cloudwatch_log_metric_filter", "aws_cloudwatch_log_subscription_filter"),
        _filters_otherwise,
        judges=wholly(*FILTER),
        happens="Lines that the new filter leaves out are no longer counted or sent; an alarm on the old metric stays green.",
        instead="Try the new pattern on lines of each kind: `aws logs test-metric-filter`.",
    ),
    GuardRule(
        "schedule-disabled",
        (*RULE, *SCHEDULE),
        either(switched("state", None, "DISABLED"), switched("is_enabled", None, False)),
        judges=wholly("state", "is_enabled"),
        happens="What it triggers silently stops.",
        instead="To pause it for an hour, do so by hand; to end it, remove it.",
    ),
    GuardRule(
        "event-bus-removed",
        ("aws_cloudwatch_event_bus",),
        removed,
        judges=wholly(END, REPLACEMENT),
        happens="Its rules are deleted with it, senders get errors, and their events are lost.",
        instead="Point the senders to the new bus first, and check that its rules fire.",
    ),
    GuardRule(
        "log-filter-removed",
        ("aws_cloudwatch_log_metric_filter", "aws_cloudwatch_log_subscription_filter"),
        destroyed,
        judges=wholly(END),
        happens="Its metric gets no more data, and an alarm on it stays green; a subscriber gets no lines.",
        instead="Remove the alarm or the subscriber first.",
    ),
    GuardRule(
        "cache-removed",
        ("aws_dax_cluster",),
        removed,
        judges=wholly(END, REPLACEMENT),
        happens="Clients lose their endpoint and every cached item at once; the table gets all their reads.",
        instead="Point the clients to the table first, with capacity for them.",
    ),
    GuardRule(
        "trail-removed",
        TRAIL,
        removed,
        judges=wholly(END, REPLACEMENT),
        happens="From then on nothing records who read or changed what.",
        instead="Let the trail that replaces it run for a day first.",
    ),
    GuardRule(
        "trail-weakened",
        TRAIL,
        either(switched_off("enable_logging"), switched_off("enable_log_file_validation")),
        judges=wholly("enable_logging", "enable_log_file_validation"),
        happens="Nothing is recorded, or changed records go undetected: the trail is worthless after an incident.",
        instead="Keep both on; narrow its selectors instead.",
    ),
    GuardRule(
        "endpoint-removed",
        ("aws_vpc_endpoint",),
        removed,
        judges=wholly(END, REPLACEMENT),
        happens="Requests from its network go over the internet, or fail without a route there.",
        instead="Add the endpoint that replaces it, with its routes, first.",
    ),
    GuardRule(
        "identity-provider-removed",
        ("aws_iam_openid_connect_provider",),
        removed,
        judges=wholly(END, REPLACEMENT),
        happens="No workflow can assume its role any more: nothing can be planned or deployed, not even a rollback.",
        instead="Check that no role trusts it.",
    ),
)
