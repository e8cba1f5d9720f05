"""Changes that no rule judges: refused, unless they are known to be harmless."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from dynawright.guard.change import Change
from dynawright.guard.changes import Changes
from dynawright.guard.differences import Difference, differences
from dynawright.guard.known import KNOWN, is_harmless, is_named, longest
from dynawright.guard.rule import END, REPLACEMENT, Finding, GuardRule, Judges, Kind, Seen, shown

APPROVE = "If nothing is lost by it, approve it by this name in the environment's file (`approvals`)."

ATTRIBUTE = Kind(
    "attribute-unjudged",
    happens="No rule knows the effect of this change on data and service, so it may do anything.",
    instead=f"Read the attribute's description in the provider's documentation. {APPROVE}",
)
VALUE = Kind(
    "value-unknown",
    happens="Terraform learns the value only during the apply: it may be anything.",
    instead=f"Apply the value's dependencies first, then plan again; or write the value literally. {APPROVE}",
)
TYPE = Kind(
    "type-unjudged",
    happens="No rule knows this type of resource, so its change or deletion may destroy anything.",
    instead=f"Read its description in the provider's documentation. {APPROVE}",
)
ENDED = Kind(
    "end-unjudged",
    happens="No rule knows what its deletion destroys.",
    instead=f"Check what uses it. {APPROVE}",
)
REPLACED = Kind(
    "replacement-unjudged",
    happens="It is deleted and recreated: its content is lost, and everything that needs it fails in between.",
    instead=f"Undo what forces the replacement, or build a new one beside it and switch over. {APPROVE}",
)
KINDS: Sequence[Kind] = (ATTRIBUTE, VALUE, TYPE, ENDED, REPLACED)


Rules = Mapping[str, Sequence[GuardRule | Judges]]


def findings(changes: Changes, rules: Rules, judged: Collection[Finding]) -> Iterator[Finding]:
    """Yield changes that no rule judged and no row knows; `judged` are the rules' findings."""
    addresses = {finding.address for finding in judged}
    for change in changes.all:
        if change.is_unchanged or change.is_created or change.is_forgotten:
            continue
        of_type = rules.get(change.type, ())
        if change.is_destroyed:
            if change.address not in addresses and not _may_end(change, of_type):
                yield (ENDED if change.type in KNOWN else TYPE).finding(change, Seen("is destroyed"))
        elif change.type not in KNOWN:
            yield from _of_unknown_type(change, addresses)
        elif change.is_replaced and not KNOWN[change.type].replacement:
            if not any(REPLACEMENT in rule.judges for rule in of_type):
                yield REPLACED.finding(
                    change, Seen(f"is replaced, because of {', '.join(change.replaced_by) or 'a forced replacement'}")
                )
        else:
            yield from _attributes(change, of_type)


def _of_unknown_type(change: Change, judged: Collection[str]) -> Iterator[Finding]:
    differing = [
        difference.path for difference in differences(change.before, change.after) if not is_harmless(change.type, difference)
    ]
    if change.is_replaced and change.address not in judged:
        yield TYPE.finding(change, Seen("is replaced"))
    elif differing and not change.is_replaced:
        yield TYPE.finding(change, Seen(f"changes: {', '.join(differing)}"))


def _may_end(change: Change, rules: Sequence[GuardRule | Judges]) -> bool:
    is_judged = any(END in rule.judges for rule in rules)
    return is_judged or (change.type in KNOWN and bool(KNOWN[change.type].end))


def _attributes(change: Change, rules: Sequence[GuardRule | Judges]) -> Iterator[Finding]:
    for difference in differences(change.before, change.after):
        if is_harmless(change.type, difference) or _is_judged(difference, rules) or _is_filled_in(change, difference, rules):
            continue
        if difference.is_unknown:
            yield VALUE.finding(change, Seen(f"{change.type}: {difference.path} is known only after the apply", difference.path))
        else:
            what = f"{change.type}: {difference.path}: {shown(difference.before)} → {shown(difference.after)} is not known to be harmless"
            yield ATTRIBUTE.finding(change, Seen(what, difference.path))


def _is_judged(difference: Difference, rules: Sequence[GuardRule | Judges]) -> bool:
    for rule in rules:
        direction = rule.judges.get(longest(difference.pattern, rule.judges))
        if direction is not None and direction(difference) and (rule.even_unknown or not difference.is_unknown):
            return True
    return False


def _is_filled_in(change: Change, difference: Difference, rules: Sequence[GuardRule | Judges]) -> bool:
    """Whether AWS sets the value: it is not in the configuration, but in a written block or no row."""
    name, _, rest = difference.pattern.partition(".")
    if not difference.is_unknown or change.written is None or difference.pattern in change.written:
        return False
    if rest or name in change.written:
        return name in change.written
    return not is_named(change.type, name) and not any(row.split(".")[0] == name for rule in rules for row in rule.judges)
