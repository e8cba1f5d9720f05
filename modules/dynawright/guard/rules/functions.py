"""Stream functions: their mappings, and whether they run at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dynawright.guard.change import UNKNOWN, Change, Values, first
from dynawright.guard.differences import Difference, differences
from dynawright.guard.directions import Direction, higher
from dynawright.guard.rule import END, REPLACEMENT, GuardRule, Seen, removed, shown, switched_off, wholly
from dynawright.rules.blocks import as_blocks

MAPPING, FUNCTION = ("aws_lambda_event_source_mapping",), ("aws_lambda_function",)
ENDLESS = -1
CONCURRENCY = "reserved_concurrent_executions"
PACE: dict[str, Direction] = {"batch_size": higher(100), "parallelization_factor": higher(1)}
"""Settings of a mapping's speed, and the direction that makes it no slower."""
ENDURANCE: dict[str, Direction] = {
    "maximum_retry_attempts": higher(ENDLESS, endless=(ENDLESS,)),
    "maximum_record_age_in_seconds": higher(ENDLESS, endless=(ENDLESS,)),
}
"""Settings of a mapping's retries."""


def _destination_removed(change: Change) -> Iterator[Seen]:
    if change.stays and _destination(change.before) and not _destination(change.after):
        yield Seen(f"failure destination {_destination(change.before)} is removed")


def _destination_changed(change: Change) -> Iterator[Seen]:
    before, after = _destination(change.before), _destination(change.after)
    is_made_here = after is UNKNOWN and bool(change.references.get("destination_config"))
    if change.stays and before and after and before != after and not is_made_here:
        yield Seen(f"failure destination {before} → {shown(after)}")


def _destination(values: Values) -> object:
    if values.get("destination_config") is UNKNOWN:
        return UNKNOWN
    failure = first(values.get("destination_config")).get("on_failure")
    return failure if failure is UNKNOWN else first(failure).get("destination_arn")


def _endless(change: Change) -> Iterator[Seen]:
    for name in ENDURANCE:
        before, after = change.before.get(name), change.after.get(name)
        if change.stays and before not in (ENDLESS, None) and after in (ENDLESS, None):
            yield Seen(f"{name}: {before} → endless", name)


def _lessened(rows: dict[str, Direction]) -> Callable[[Change], Iterator[Seen]]:
    """Return a test for numbers that become lower."""

    def sees(change: Change) -> Iterator[Seen]:
        for name, harmless in rows.items():
            difference = Difference(name, name, change.before.get(name), change.after.get(name))
            if change.stays and not difference.is_unknown and not harmless(difference):
                yield Seen(f"{name}: {shown(difference.before)} → {shown(difference.after)}", name)

    return sees


def _filtered(change: Change) -> Iterator[Seen]:
    """Yield filters that pass fewer records: a record passes if any filter matches, or there are none."""
    before, after = (_filters(values) for values in (change.before, change.after))
    changed = [*differences({"filter_criteria": before}, {"filter_criteria": after})]
    if change.stays and changed and not any(difference.is_unknown for difference in changed):
        lost = [
            filter_before
            for filter_before in before
            if not any(not [*differences({"f": [filter_before]}, {"f": [other]})] for other in after)
        ]
        if lost or not before or not after:
            yield Seen(f"filters: {_patterns(before)} → {_patterns(after)}")


def _filters(values: Values) -> list[Values]:
    return as_blocks(first(values.get("filter_criteria")).get("filter"))


def _patterns(filters: list[Values]) -> str:
    return " or ".join(str(pattern.get("pattern")) for pattern in filters) or "none"


def _stopped(change: Change) -> Iterator[Seen]:
    before, after = (values.get(CONCURRENCY) for values in (change.before, change.after))
    if change.stays and after == 0 and before != 0:
        yield Seen(f"{CONCURRENCY}: {shown(before)} → 0")


def _limited(change: Change) -> Iterator[Seen]:
    if change.after.get(CONCURRENCY) != 0:
        yield from _lessened({CONCURRENCY: higher(ENDLESS, endless=(ENDLESS,))})(change)


RULES = (
    GuardRule(
        "mapping-removed",
        MAPPING,
        removed,
        judges=wholly(END, REPLACEMENT),
        happens="The mapping's position in the stream is lost: a new one starts at LATEST and skips what was written meanwhile, or at "
        "TRIM_HORIZON and delivers up to 24 hours again.",
        instead="Let the function catch up (IteratorAge 0) and stop writes for the switch, or start at TRIM_HORIZON: the "
        "handlers process repeated records correctly.",
    ),
    GuardRule(
        "mapping-disabled",
        MAPPING,
        switched_off("enabled"),
        judges=wholly("enabled"),
        happens="Records wait in the stream and are lost after 24 hours.",
        instead="Switch it back on within hours, and watch IteratorAge until it has caught up.",
    ),
    GuardRule(
        "failure-destination-removed",
        MAPPING,
        _destination_removed,
        judges=wholly("destination_config"),
        happens="A record that fails every retry is dropped without a trace.",
        instead="Point it to the new destination in one change, never to none.",
    ),
    GuardRule(
        "failure-destination-changed",
        MAPPING,
        _destination_changed,
        judges=wholly("destination_config"),
        even_unknown=True,
        happens="Records that fail every retry go elsewhere from then on, perhaps unnoticed.",
        instead="Check that an alarm watches the new destination and that replays read it.",
    ),
    GuardRule(
        "retries-endless",
        MAPPING,
        _endless,
        judges=wholly(*ENDURANCE),
        happens="One bad record blocks its shard until it expires, after up to 24 hours; everything behind it waits, and may be lost.",
        instead="Keep a finite number of retries and a failure destination to replay from.",
    ),
    GuardRule(
        "function-stopped",
        FUNCTION,
        _stopped,
        judges=wholly(CONCURRENCY),
        happens="Every call is rejected; a stream's records wait and are lost after 24 hours.",
        instead="For an emergency only: switch it back within hours. Otherwise disable its mapping, and say until when.",
    ),
    GuardRule(
        "function-removed",
        FUNCTION,
        removed,
        judges=wholly(END, REPLACEMENT),
        happens="Its callers fail, and its stream is no longer read.",
        instead="Remove its mapping first and check that nothing is left to read.",
    ),
    GuardRule(
        "mapping-slowed",
        MAPPING,
        _lessened(PACE),
        judges=wholly(*PACE),
        happens="The function reads fewer records at a time. If it reads fewer than are written, it falls behind, and "
        "records are lost after 24 hours.",
        instead="Compare with the writes of the last two weeks; watch IteratorAge from the first minute.",
    ),
    GuardRule(
        "retries-fewer",
        MAPPING,
        _lessened(ENDURANCE),
        judges=wholly(*ENDURANCE),
        happens="A record that fails because of an outage elsewhere is dropped earlier.",
        instead="Retry for as long as an outage may last; replay the records in the failure destination afterwards.",
    ),
    GuardRule(
        "mapping-filter-changed",
        MAPPING,
        _filtered,
        judges=wholly("filter_criteria"),
        happens="Records that the filter leaves out are silently dropped. Without any filter the function gets records that "
        "it doesn't expect.",
        instead="Try the new filter on sample events of each kind; compare the derived data afterwards.",
    ),
    GuardRule(
        "function-limited",
        FUNCTION,
        _limited,
        judges=wholly(CONCURRENCY),
        happens="Calls beyond the new limit are rejected; a stream is read more slowly, and records are lost after 24 hours.",
        instead="Compare with ConcurrentExecutions of the last two weeks first.",
    ),
)
