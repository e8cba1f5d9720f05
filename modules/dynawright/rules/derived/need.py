"""Grants that must exist, or may, with the reason."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dynawright.rules.derived.grant import Grant


@dataclass(frozen=True)
class Need:
    """A derived grant with the reason for it; one that is not required may be missing."""

    grant: Grant
    why: str
    required: bool = True


def needs(why: str, *groups: Iterable[Grant], required: bool = True) -> list[Need]:
    """Return a need for each grant, all with the same reason."""
    return [Need(grant, why, required) for group in groups for grant in group]
