"""Stream functions: their mappings, and whether they run at all."""

from __future__ import annotations

from collections.abc import Iterator

from dynawright.guard.change import UNKNOWN, Change, Values, first
from dynawright.guard.rule import GuardRule, Seen, removed, shown, switched_off

MAPPING = ("aws_lambda_event_source_mapping",)
ENDLESS = -1


def _destination_removed(change: Change) -> Iterator[Seen]:
    if change.stays and _destination(change.before) and not _destination(change.after):
        yield Seen(f"failure destination {_destination(change.before)} is removed")


def _destination(values: Values) -> object:
    if values.get("destination_config") is UNKNOWN:
        return UNKNOWN
    failure = first(values.get("destination_config")).get("on_failure")
    return failure if failure is UNKNOWN else first(failure).get("destination_arn")


def _endless(change: Change) -> Iterator[Seen]:
    for name in ("maximum_retry_attempts", "maximum_record_age_in_seconds"):
        before, after = change.before.get(name), change.after.get(name)
        if change.stays and before not in (ENDLESS, None) and after in (ENDLESS, None):
            yield Seen(f"{name}: {before} → endless", name)


def _stopped(change: Change) -> Iterator[Seen]:
    before, after = (values.get("reserved_concurrent_executions") for values in (change.before, change.after))
    if change.stays and after == 0 and before != 0:
        yield Seen(f"reserved_concurrent_executions: {shown(before)} → 0")


RULES = (
    GuardRule(
        "mapping-removed",
        MAPPING,
        removed,
        happens="The mapping's place in the stream is lost: a new one starts at LATEST and skips what was written meanwhile, or at "
        "TRIM_HORIZON and delivers up to 24 hours again.",
        instead="Let the function catch up (IteratorAge 0) and stop writes for the switch, or start at TRIM_HORIZON: the handlers take "
        "records twice without harm.",
    ),
    GuardRule(
        "mapping-disabled",
        MAPPING,
        switched_off("enabled"),
        happens="Records wait in the stream and are gone after 24 hours.",
        instead="Switch it back on within hours, and watch IteratorAge until it has caught up.",
    ),
    GuardRule(
        "failure-destination-removed",
        MAPPING,
        _destination_removed,
        happens="A record that fails to the end is dropped without a trace.",
        instead="Point it to the new destination in one change, never to none.",
    ),
    GuardRule(
        "retries-endless",
        MAPPING,
        _endless,
        happens="One bad record blocks its shard until it expires, after up to 24 hours; everything behind it waits, and may be lost.",
        instead="Keep a finite number of retries and a failure destination to replay from.",
    ),
    GuardRule(
        "function-stopped",
        ("aws_lambda_function",),
        _stopped,
        happens="Every call is refused; a stream's records wait and are gone after 24 hours.",
        instead="For an emergency only: switch it back within hours. Otherwise disable its mapping, and say until when.",
    ),
    GuardRule(
        "function-removed",
        ("aws_lambda_function",),
        removed,
        happens="Whatever calls it fails, and its stream is read by nobody.",
        instead="Remove its mapping first and see that nothing is left to read.",
    ),
)
