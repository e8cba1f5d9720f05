"""A guard rule as data: what it looks for, what that does to data and readers, the safe way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from dynawright.guard.change import UNKNOWN, Change
from dynawright.guard.changes import Changes
from dynawright.guard.differences import ON_BY_DEFAULT, Difference
from dynawright.guard.directions import ANYTHING, Test
from dynawright.guard.document import plain

END, REPLACEMENT = "(end)", "(replacement)"
"""Judged besides attributes: that the resource is destroyed, or replaced."""


@dataclass(frozen=True)
class Seen:
    """What a rule found: text for the reader, and what tells it from other findings of that rule."""

    detail: str
    subject: str = ""


@dataclass(frozen=True)
class Finding:
    """Something that a plan destroys."""

    name: str
    """What an approval names: the rule and, with several subjects, the subject (`index-removed GSI2`)."""
    address: str
    label: str
    detail: str
    happens: str
    instead: str
    is_approvable: bool = True
    """False where an approval would change nothing: Terraform itself refuses."""


@dataclass(frozen=True)
class Kind:
    """What all findings of a name have in common."""

    name: str
    happens: str = field(kw_only=True)
    """To data, readers and writers."""
    instead: str = field(kw_only=True)
    """The safe way."""
    is_approvable: bool = field(default=True, kw_only=True)

    def finding(self, change: Change, seen: Seen) -> Finding:
        name = plain(f"{self.name} {seen.subject}".strip())
        return Finding(name, change.address, change.label, seen.detail, self.happens, self.instead, self.is_approvable)


def wholly(*attributes: str) -> dict[str, Test]:
    """Attributes that a rule judges whatever they become."""
    return dict.fromkeys(attributes, ANYTHING)


def whole_block(difference: Difference) -> bool:
    """A block that comes or goes, in contrast to an attribute of one that stays."""
    return isinstance(difference.before or difference.after, Mapping)


def block_gone(difference: Difference) -> bool:
    """A block that goes."""
    return isinstance(difference.before, Mapping) and difference.after is None


@dataclass(frozen=True)
class GuardRule(Kind):
    """Judges resources of some types one by one."""

    types: tuple[str, ...]
    sees: Callable[[Change], Iterable[Seen]] | Callable[[Change, Changes], Iterable[Seen]]
    judges: Mapping[str, Test] = field(kw_only=True, hash=False)
    """Attributes a rule has judged, with or without findings; all others must be known harmless."""
    even_unknown: bool = field(default=False, kw_only=True)
    """It judges these attributes also where they are known after the apply only."""
    looks_around: bool = field(default=False, kw_only=True)
    """It needs the other changes of the plan, too."""

    def findings(self, changes: Changes) -> Iterator[Finding]:
        for change in changes.of_type(*self.types):
            if not change.is_unchanged:
                sees: Callable[..., Iterable[Seen]] = self.sees
                for seen in sees(change, changes) if self.looks_around else sees(change):
                    yield self.finding(change, seen)


@dataclass(frozen=True)
class Judges:
    """The attributes of some types that are judged elsewhere than in a rule of their own."""

    types: tuple[str, ...]
    judges: Mapping[str, Test] = field(hash=False)
    even_unknown: bool = True


def destroyed(change: Change) -> Iterator[Seen]:
    if change.is_destroyed:
        yield Seen("is destroyed")


def removed(change: Change) -> Iterator[Seen]:
    """Destroyed, or replaced by a new one that starts empty."""
    if change.is_destroyed:
        yield Seen("is destroyed")
    elif change.is_replaced:
        yield Seen(f"is replaced, because of {', '.join(change.replaced_by) or 'a forced replacement'}")


def either(*rules: Callable[[Change], Iterable[Seen]]) -> Callable[[Change], Iterator[Seen]]:
    """What any of them sees."""

    def sees(change: Change) -> Iterator[Seen]:
        for rule in rules:
            yield from rule(change)

    return sees


def switched(attribute: str, before: object, after: object) -> Callable[[Change], Iterator[Seen]]:
    """An attribute that was one value, or ANYTHING but the other, and is the other now; None is any value."""

    def sees(change: Change) -> Iterator[Seen]:
        was, will_be = change.before.get(attribute), change.after.get(attribute)
        if change.stays and will_be == after and was != after and before in (None, was):
            yield Seen(f"{attribute}: {shown(was)} → {shown(will_be)}", attribute)

    return sees


def lowered(attribute: str) -> Callable[[Change], Iterator[Seen]]:
    """A number that gets smaller, or goes."""

    def sees(change: Change) -> Iterator[Seen]:
        was, will_be = change.before.get(attribute), change.after.get(attribute)
        if change.stays and isinstance(was, int | float) and will_be is not UNKNOWN and (will_be or 0) < was:
            yield Seen(f"{attribute}: {shown(was)} → {shown(will_be)}", attribute)

    return sees


def switched_off(attribute: str) -> Callable[[Change], Iterator[Seen]]:
    """A switch that was on and is not any more."""

    def sees(change: Change) -> Iterator[Seen]:
        was, will_be = (_is_on(attribute, values.get(attribute)) for values in (change.before, change.after))
        if change.stays and was is True and will_be is False:
            yield Seen(f"{attribute}: true → {shown(change.after.get(attribute))}")

    return sees


def _is_on(attribute: str, value: object) -> object:
    """What is not written counts as the switch is by default; UNKNOWN is neither on nor off."""
    return attribute in ON_BY_DEFAULT if value is None else value


def shown(value: object) -> str:
    """A value in Terraform's words."""
    if value is None:
        return "not set"
    return str(value).lower() if isinstance(value, bool) else str(value)
