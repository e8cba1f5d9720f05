"""The result of an adoption."""

from __future__ import annotations

from dataclasses import dataclass, field

from dynawright.imports import Import
from dynawright.rules.rule import Finding


@dataclass
class Adoption:
    """What was written, and what people should know."""

    environment: str
    written: list[str] = field(default_factory=list)
    imports: dict[str, list[Import]] = field(default_factory=dict)
    """Import blocks by system."""
    findings: list[Finding] = field(default_factory=list)
    """Findings of the rules: each is accepted by an exception until it is fixed."""
    notes: dict[str, list[str]] = field(default_factory=dict)
    """Notes by table."""
    removed: str = ""
    """Blocks with which another Terraform stack releases the imported resources."""
    left_behind: list[str] = field(default_factory=list)
    """Resources that stay in that stack, by address."""
