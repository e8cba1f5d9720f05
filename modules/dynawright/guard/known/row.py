"""Harmless changes of one resource type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dynawright.guard.directions import Direction


@dataclass(frozen=True)
class Known:
    """A type that the guard can judge: attributes without a row here or in a rule are refused."""

    type: str
    harmless: Mapping[str, Direction] = field(default_factory=dict, hash=False)
    """Attribute path → the direction in which it and everything inside it may change."""
    end: str = field(default="", kw_only=True)
    """Why nothing is lost when a resource is destroyed; empty if something is."""
    replacement: str = field(default="", kw_only=True)
    """Why a resource may be replaced if all its differences are harmless."""
