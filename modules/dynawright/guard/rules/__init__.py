"""All rules of the guard, by topic; a new one is a row in the file of its topic."""

from collections.abc import Mapping, Sequence

from dynawright.guard.rule import GuardRule, Judges, Kind
from dynawright.guard.rules import (
    access,
    additions,
    alarms,
    autoscaling,
    backups,
    capacity,
    elsewhere,
    encryption,
    expiry,
    functions,
    indexes,
    network,
    recovery,
    roles,
    services,
    storage,
    streams,
    tables,
    tags,
    unjudged,
    widening,
)

RULES: tuple[GuardRule, ...] = (
    *tables.RULES,
    *indexes.RULES,
    *streams.RULES,
    *recovery.RULES,
    *capacity.RULES,
    *autoscaling.RULES,
    *encryption.RULES,
    *backups.RULES,
    *alarms.RULES,
    *functions.RULES,
    *storage.RULES,
    *expiry.RULES,
    *services.RULES,
    *network.RULES,
    *access.RULES,
)
"""Rules that judge one resource at a time; `access.findings` judges the whole plan."""

KINDS: tuple[Kind, ...] = (
    *RULES,
    *(widening.WIDENED, widening.UNKNOWN_ACCESS, access.REFUSED, access.SERVICE, roles.EMPTIED),
    tags.TAG,
    *elsewhere.KINDS,
    *additions.KINDS,
    *unjudged.KINDS,
)
"""All kinds of findings."""


def _of_types() -> Mapping[str, Sequence[GuardRule | Judges]]:
    by_type: dict[str, list[GuardRule | Judges]] = {}
    rules: tuple[GuardRule | Judges, ...] = (*RULES, *access.JUDGED, *encryption.JUDGED)
    for rule in rules:
        for type in rule.types:
            by_type.setdefault(type, []).append(rule)
    return by_type


OF_TYPE = _of_types()
"""Type → the rules that judge it."""
