"""Written policies against derived ones: surplus grants and missing rights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from dynawright.rules.derived.grant import Condition, Grant
from dynawright.rules.derived.need import Need


@dataclass(frozen=True)
class Difference:
    """What is too much and what is missing."""

    extra: tuple[Grant, ...]
    missing: tuple[Need, ...]


def difference(written: Iterable[Grant], follows: Iterable[Need]) -> Difference:
    """Compare; grants that say the same in other words are no difference."""
    said, asked = list(dict.fromkeys(written)), list(dict.fromkeys(follows))
    by_said, by_asked = _by_action(said), _by_action([one.grant for one in asked])
    extra = [one for one in said if not _is_covered(one, by_asked)]
    missing = [one for one in asked if one.required and not _is_covered(one.grant, by_said)]
    return Difference(tuple(extra), tuple(missing))


def extra_text(grant: Grant, follows: Iterable[Need]) -> str:
    """Say what is too much, and what differs from the nearest that follows."""
    near = [
        reason.grant
        for reason in follows
        if reason.grant.action.lower() == grant.action.lower() and reason.grant.denies == grant.denies
    ]
    same_place = [grant_nearby for grant_nearby in near if grant_nearby.resource == grant.resource] or near
    if not same_place:
        return f"it {grant}, which nothing asks for"
    nearest = min(same_place, key=lambda one: len(one.conditions ^ grant.conditions))
    if nearest.resource != grant.resource:
        return f"it {grant}; only {nearest.resource} is asked for"
    if nearest.principal != grant.principal:
        return f"it {grant}; only {nearest.principal[1]} is meant"
    lost, other = nearest.conditions - grant.conditions, grant.conditions - nearest.conditions
    parts = [f"without {_listed(lost)}"] if lost else []
    parts += [f"where {_listed(other)}"] if other else []
    return f"it {_verb(grant)} {grant.action} on {grant.resource} {', '.join(parts)}"


def missing_text(need: Need) -> str:
    """Say what is missing, and what it follows from."""
    return f"nothing {need.grant}: {need.why}"


def _verb(grant: Grant) -> str:
    return "denies" if grant.denies else "allows"


def _listed(conditions: Iterable[Condition]) -> str:
    return " and ".join(sorted(str(condition) for condition in conditions))


def _by_action(found: Sequence[Grant]) -> Mapping[str, list[Grant]]:
    """Grants by their action in small letters; those with a wildcard in it are below `*`."""
    by_action: dict[str, list[Grant]] = {}
    for grant in found:
        by_action.setdefault("*" if "*" in grant.action or "?" in grant.action else grant.action.lower(), []).append(grant)
    return by_action


def _is_covered(grant: Grant, by_action: Mapping[str, list[Grant]]) -> bool:
    return any(candidate.covers(grant) for candidate in _candidates(grant, by_action))


def _candidates(grant: Grant, by_action: Mapping[str, list[Grant]]) -> Iterator[Grant]:
    yield from by_action.get(grant.action.lower(), ())
    yield from by_action.get("*", ())
