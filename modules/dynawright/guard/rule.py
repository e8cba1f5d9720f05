"""A rule of the guard: a row that says what is looked for, what it does to data and readers, and the safe way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from dynawright.guard.change import UNKNOWN, Change


@dataclass(frozen=True)
class Seen:
    """One thing that a rule saw: for a person to read, and what tells it from others of the same rule and resource."""

    detail: str
    subject: str = ""


@dataclass(frozen=True)
class Finding:
    """Something that a plan destroys."""

    name: str
    """What an approval has to say: the rule and, where there may be several, the subject (`index-removed GSI2`)."""
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
        name = f"{self.name} {seen.subject}".strip()
        return Finding(name, change.address, change.label, seen.detail, self.happens, self.instead, self.is_approvable)


@dataclass(frozen=True)
class GuardRule(Kind):
    """Judges one resource at a time."""

    types: tuple[str, ...]
    sees: Callable[[Change], Iterable[Seen]]

    def findings(self, changes: Iterable[Change]) -> Iterator[Finding]:
        for change in changes:
            if change.type in self.types and change.actions not in (("no-op",), ("read",)):
                for seen in self.sees(change):
                    yield self.finding(change, seen)


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
    """An attribute that was one value, or anything but the other, and is the other now; None is any value."""

    def sees(change: Change) -> Iterator[Seen]:
        was, will_be = change.before.get(attribute), change.after.get(attribute)
        if change.stays and will_be == after and was != after and before in (None, was):
            yield Seen(f"{attribute}: {shown(was)} → {shown(will_be)}", attribute)

    return sees


def lowered(attribute: str) -> Callable[[Change], Iterator[Seen]]:
    """A number that gets smaller, or is known after the apply only."""

    def sees(change: Change) -> Iterator[Seen]:
        was, will_be = change.before.get(attribute), change.after.get(attribute)
        if change.stays and isinstance(was, int | float) and (will_be is UNKNOWN or (will_be or 0) < was):
            yield Seen(f"{attribute}: {shown(was)} → {shown(will_be)}", attribute)

    return sees


def switched_off(attribute: str) -> Callable[[Change], Iterator[Seen]]:
    """A switch that was on and is not any more."""

    def sees(change: Change) -> Iterator[Seen]:
        if change.stays and change.before.get(attribute) is True and change.after.get(attribute) is not True:
            yield Seen(f"{attribute}: true → {shown(change.after.get(attribute))}")

    return sees


def shown(value: object) -> str:
    """A value in Terraform's words."""
    if value is None:
        return "not set"
    return str(value).lower() if isinstance(value, bool) else str(value)
