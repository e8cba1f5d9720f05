"""Compare written policies with derived ones: surplus grants and missing rights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from dynawright.rules.derived.grant import Condition, Grant
from dynawright.rules.derived.need import Need


@dataclass(frozen=True)
class Difference:
    """Surplus and missing grants."""

    extra: tuple[Grant, ...]
    missing: tuple[Need, ...]


def difference(written: Iterable[Grant], follows: Iterable[Need]) -> Difference:
    """Return the difference; grants that are equivalent don't differ."""
    actual, needed = list(dict.fromkeys(written)), list(dict.fromkeys(follows))
    by_said, by_asked = _by_action(actual), _by_action([need.grant for need in needed])
    extra = [grant for grant in actual if not _is_covered(grant, by_asked)]
    missing = [need for need in needed if need.required and not _is_covered(need.grant, by_said)]
    return Difference(tuple(extra), tuple(missing))


def extra_text(grant: Grant, follows: Iterable[Need]) -> str:
    """Describe a surplus grant, and how it differs from the nearest derived grant."""
    near = [
        reason.grant
        for reason in follows
        if reason.grant.action.lower() == grant.action.lower() and reason.grant.denies == grant.denies
    ]
    same_place = [grant_nearby for grant_nearby in near if grant_nearby.resource == grant.resource] or near
    if not same_place:
        return f"it {grant}, which nothing needs"
    nearest = min(same_place, key=lambda candidate: len(candidate.conditions ^ grant.conditions))
    if nearest.resource != grant.resource:
        return f"it {grant}; only {nearest.resource} is needed"
    if nearest.principal != grant.principal:
        return f"it {grant}; only {nearest.principal[1]} needs it"
    lost, other = nearest.conditions - grant.conditions, grant.conditions - nearest.conditions
    parts = [f"without {_listed(lost)}"] if lost else []
    parts += [f"where {_listed(other)}"] if other else []
    return f"it {_verb(grant)} {grant.action} on {grant.resource} {', '.join(parts)}"


def missing_text(need: Need) -> str:
    """Describe a missing grant, and why it is needed."""
    return f"nothing {need.grant}: {need.why}"


def _verb(grant: Grant) -> str:
    return "denies" if grant.denies else "allows"


def _listed(conditions: Iterable[Condition]) -> str:
    return " and ".join(sorted(str(condition) for condition in conditions))


def _by_action(grants: Sequence[Grant]) -> Mapping[str, list[Grant]]:
    """Return grants by lower-case action; those with a wildcard are under `*`."""
    by_action: dict[str, list[Grant]] = {}
    for grant in grants:
        by_action.setdefault("*" if "*" in grant.action or "?" in grant.action else grant.action.lower(), []).append(grant)
    return by_action


def _is_covered(grant: Grant, by_action: Mapping[str, list[Grant]]) -> bool:
    return any(candidate.covers(grant) for candidate in _candidates(grant, by_action))


def _candidates(grant: Grant, by_action: Mapping[str, list[Grant]]) -> Iterator[Grant]:
    yield from by_action.get(grant.action.lower(), ())
    yield from by_action.get("*", ())
