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
"""How fast a mapping reads, and the direction in which it gets no slower."""
ENDURANCE: dict[str, Direction] = {
    "maximum_retry_attempts": higher(ENDLESS, endless=(ENDLESS,)),
    "maximum_record_age_in_seconds": higher(ENDLESS, endless=(ENDLESS,)),
}
"""How long a mapping tries."""


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
    """A number of these that is lower than before."""

    def sees(change: Change) -> Iterator[Seen]:
        for name, harmless in rows.items():
            difference = Difference(name, name, change.before.get(name), change.after.get(name))
            if change.stays and not difference.is_unknown and not harmless(difference):
                yield Seen(f"{name}: {shown(difference.before)} → {shown(difference.after)}", name)

    return sees


def _filtered(change: Change) -> Iterator[Seen]:
    """Filters let a record through if any of them matches: one more lets more through, the first one less."""
    before, after = (_filters(values) for values in (change.before, change.after))
    found = [*differences({"filter_criteria": before}, {"filter_criteria": after})]
    if change.stays and found and not any(one.is_unknown for one in found):
        lost = [one for one in before if not any(not [*differences({"f": [one]}, {"f": [other]})] for other in after)]
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
        happens="The mapping's place in the stream is lost: a new one starts at LATEST and skips what was written meanwhile, or at "
        "TRIM_HORIZON and delivers up to 24 hours again.",
        instead="Let the function catch up (IteratorAge 0) and stop writes for the switch, or start at TRIM_HORIZON: the handlers take "
        "records twice without harm.",
    ),
    GuardRule(
        "mapping-disabled",
        MAPPING,
        switched_off("enabled"),
        judges=wholly("enabled"),
        happens="Records wait in the stream and are gone after 24 hours.",
        instead="Switch it back on within hours, and watch IteratorAge until it has caught up.",
    ),
    GuardRule(
        "failure-destination-removed",
        MAPPING,
        _destination_removed,
        judges=wholly("destination_config"),
        happens="A record that fails to the end is dropped without a trace.",
        instead="Point it to the new destination in one change, never to none.",
    ),
    GuardRule(
        "failure-destination-changed",
        MAPPING,
        _destination_changed,
        judges=wholly("destination_config"),
        even_unknown=True,
        happens="Records that fail to the end wait elsewhere from then on, perhaps unseen.",
        instead="See that an alarm watches the new destination and that replays read it.",
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
        happens="Every call is refused; a stream's records wait and are gone after 24 hours.",
        instead="For an emergency only: switch it back within hours. Otherwise disable its mapping, and say until when.",
    ),
    GuardRule(
        "function-removed",
        FUNCTION,
        removed,
        judges=wholly(END, REPLACEMENT),
        happens="Whatever calls it fails, and its stream is no longer read.",
        instead="Remove its mapping first and see that nothing is left to read.",
    ),
    GuardRule(
        "mapping-slowed",
        MAPPING,
        _lessened(PACE),
        judges=wholly(*PACE),
        happens="The function reads fewer records at a time. Where that is less than what is written, it falls behind, and records are gone "
        "after 24 hours.",
        instead="Compare with the writes of the last two weeks; watch IteratorAge from the first minute.",
    ),
    GuardRule(
        "retries-fewer",
        MAPPING,
        _lessened(ENDURANCE),
        judges=wholly(*ENDURANCE),
        happens="A record that fails because something else is down is given up earlier.",
        instead="Keep trying for as long as an outage may last; replay what lies in the failure destination afterwards.",
    ),
    GuardRule(
        "mapping-filter-changed",
        MAPPING,
        _filtered,
        judges=wholly("filter_criteria"),
        happens="Records that the filter leaves out are never delivered, and nothing says so. Without any filter the function gets records "
        "that it does not expect.",
        instead="Try the new filter on sample events of each kind; compare the derived data afterwards.",
    ),
    GuardRule(
        "function-limited",
        FUNCTION,
        _limited,
        judges=wholly(CONCURRENCY),
        happens="Calls beyond the new limit are refused; a stream is read more slowly, and records are gone after 24 hours.",
        instead="Compare with ConcurrentExecutions of the last two weeks first.",
    ),
)
