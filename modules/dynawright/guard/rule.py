"""A guard rule as data: what it detects, the effect on data and readers, the safe way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from dynawright.guard.change import UNKNOWN, Change
from dynawright.guard.changes import Changes
from dynawright.guard.differences import ON_BY_DEFAULT, Difference
from dynawright.guard.directions import ANYTHING, Test
from dynawright.guard.document import plain

END, REPLACEMENT = "(end)", "(replacement)"
"""Pseudo-attributes: whether the resource is destroyed, or replaced."""


@dataclass(frozen=True)
class Seen:
    """What a rule detected: a text, and a subject that distinguishes it from the rule's other findings."""

    detail: str
    subject: str = ""


@dataclass(frozen=True)
class Finding:
    """A change that destroys data or service."""

    name: str
    """The name to approve: the rule and, if it has several, the subject (`index-removed GSI2`)."""
    address: str
    label: str
    detail: str
    happens: str
    instead: str
    is_approvable: bool = True
    """False if Terraform itself refuses the change, so that an approval would have no effect."""


@dataclass(frozen=True)
class Kind:
    """What all findings of a rule share."""

    name: str
    happens: str = field(kw_only=True)
    """Effect on data, readers and writers."""
    instead: str = field(kw_only=True)
    """The safe way."""
    is_approvable: bool = field(default=True, kw_only=True)

    def finding(self, change: Change, seen: Seen) -> Finding:
        name = plain(f"{self.name} {seen.subject}".strip())
        return Finding(name, change.address, change.label, seen.detail, self.happens, self.instead, self.is_approvable)


def wholly(*attributes: str) -> dict[str, Test]:
    """Return tests for attributes that a rule judges whatever their new value is."""
    return dict.fromkeys(attributes, ANYTHING)


def whole_block(difference: Difference) -> bool:
    """Whether a whole block is added or removed, rather than an attribute of it changed."""
    return isinstance(difference.before or difference.after, Mapping)


def block_gone(difference: Difference) -> bool:
    """Whether a block is removed."""
    return isinstance(difference.before, Mapping) and difference.after is None


@dataclass(frozen=True)
class GuardRule(Kind):
    """A rule that judges resources of some types one by one."""

    types: tuple[str, ...]
    sees: Callable[[Change], Iterable[Seen]] | Callable[[Change, Changes], Iterable[Seen]]
    judges: Mapping[str, Test] = field(kw_only=True, hash=False)
    """Attributes that the rule judges, with or without findings; all others must be known to be harmless."""
    even_unknown: bool = field(default=False, kw_only=True)
    """Whether it judges these attributes even if they are known only after the apply."""
    looks_around: bool = field(default=False, kw_only=True)
    """Whether it needs the other changes of the plan, too."""

    def findings(self, changes: Changes) -> Iterator[Finding]:
        for change in changes.of_type(*self.types):
            if not change.is_unchanged:
                sees: Callable[..., Iterable[Seen]] = self.sees
                for seen in sees(change, changes) if self.looks_around else sees(change):
                    yield self.finding(change, seen)


@dataclass(frozen=True)
class Judges:
    """Attributes of some types that are judged by code other than a rule."""

    types: tuple[str, ...]
    judges: Mapping[str, Test] = field(hash=False)
    even_unknown: bool = True


def destroyed(change: Change) -> Iterator[Seen]:
    if change.is_destroyed:
        yield Seen("is destroyed")


def removed(change: Change) -> Iterator[Seen]:
    """Yield a destruction, or a replacement by a new, empty resource."""
    if change.is_destroyed:
        yield Seen("is destroyed")
    elif change.is_replaced:
        yield Seen(f"is replaced, because of {', '.join(change.replaced_by) or 'a forced replacement'}")


def either(*rules: Callable[[Change], Iterable[Seen]]) -> Callable[[Change], Iterator[Seen]]:
    """Return a test that yields what any of the rules yields."""

    def sees(change: Change) -> Iterator[Seen]:
        for rule in rules:
            yield from rule(change)

    return sees


def switched(attribute: str, before: object, after: object) -> Callable[[Change], Iterator[Seen]]:
    """Detect an attribute that changes from one value (or ANYTHING else) to another; None is any value."""

    def sees(change: Change) -> Iterator[Seen]:
        was, will_be = change.before.get(attribute), change.after.get(attribute)
        if change.stays and will_be == after and was != after and before in (None, was):
            yield Seen(f"{attribute}: {shown(was)} → {shown(will_be)}", attribute)

    return sees


def lowered(attribute: str) -> Callable[[Change], Iterator[Seen]]:
    """Detect a number that shrinks or is removed."""

    def sees(change: Change) -> Iterator[Seen]:
        was, will_be = change.before.get(attribute), change.after.get(attribute)
        if change.stays and isinstance(was, int | float) and will_be is not UNKNOWN and (will_be or 0) < was:
            yield Seen(f"{attribute}: {shown(was)} → {shown(will_be)}", attribute)

    return sees


def switched_off(attribute: str) -> Callable[[Change], Iterator[Seen]]:
    """Detect a switch that is turned off."""

    def sees(change: Change) -> Iterator[Seen]:
        was, will_be = (_is_on(attribute, values.get(attribute)) for values in (change.before, change.after))
        if change.stays and was is True and will_be is False:
            yield Seen(f"{attribute}: true → {shown(change.after.get(attribute))}")

    return sees


def _is_on(attribute: str, value: object) -> object:
    """Return the switch's default if it isn't written; UNKNOWN is neither on nor off."""
    return attribute in ON_BY_DEFAULT if value is None else value


def shown(value: object) -> str:
    """Return a value in Terraform's syntax."""
    if value is None:
        return "not set"
    return str(value).lower() if isinstance(value, bool) else str(value)
