"""What must be allowed or refused, what may be, and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dynawright.rules.derived.grant import Grant


@dataclass(frozen=True)
class Need:
    """A grant that follows from something: `why` says from what. One that is not required may be missing."""

    grant: Grant
    why: str
    required: bool = True


def needs(why: str, *groups: Iterable[Grant], required: bool = True) -> list[Need]:
    """Return a need of each grant, all for one reason."""
    return [Need(grant, why, required) for group in groups for grant in group]
