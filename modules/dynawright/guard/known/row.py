"""Harmless changes of one resource type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dynawright.guard.directions import Direction


@dataclass(frozen=True)
class Known:
    """A type whose changes the guard can judge: what is neither here nor in a rule is refused."""

    type: str
    harmless: Mapping[str, Direction] = field(default_factory=dict, hash=False)
    """Attribute path → the direction in which it, and what is inside it, may change."""
    end: str = field(default="", kw_only=True)
    """Why nothing is lost when one is destroyed; empty if something is."""
    replacement: str = field(default="", kw_only=True)
    """Why one may be replaced, as long as all that differs is harmless."""
