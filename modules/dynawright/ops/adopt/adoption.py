"""The outcome of an adoption."""

from __future__ import annotations

from dataclasses import dataclass, field

from dynawright.imports import Import
from dynawright.rules.rule import Finding


@dataclass
class Adoption:
    """What was written, and what a person must know."""

    environment: str
    written: list[str] = field(default_factory=list)
    imports: dict[str, list[Import]] = field(default_factory=dict)
    """By system."""
    findings: list[Finding] = field(default_factory=list)
    """What the rules would like changed: each is an exception until it is mended."""
    notes: dict[str, list[str]] = field(default_factory=dict)
    """By table."""
    removed: str = ""
    """The blocks with which another Terraform stack lets go of what is imported."""
    left_behind: list[str] = field(default_factory=list)
    """What that stack still looks after, by its addresses there."""
