"""The teams' pages, typed by hand, so that a model is not compared with itself.

Each page is PAGE in tests/stacks/<system>/page.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

from dynawright.systems import system_names

BOTH = "NEW_AND_OLD_IMAGES"
ON_DEMAND, PROVISIONED = "PAY_PER_REQUEST", "PROVISIONED"


@dataclass(frozen=True)
class PageTable:
    """Keys are written `name type`; an index has its keys and its projection."""

    key: tuple[str, ...]
    indexes: Mapping[str, tuple[tuple[str, ...], str]] = field(default_factory=dict)
    ttl: str | None = None
    stream: str | None = None
    billing: str | None = ON_DEMAND
    """None where a single environment differs."""
    optional: bool = False


@dataclass(frozen=True)
class Page:
    tables: dict[str, PageTable]
    entities: dict[str, dict[str, str]]
    lives: dict[str, str]
    """Entities that expire: after how long, and from what on if that is said."""
    patterns: dict[str, str]
    """Operation, index or entity, key conditions, order, limits as in test_pages.py, and conditions."""
    attributes: dict[str, str] = field(default_factory=dict)
    """Entity → the attributes that the page lists; those with a question mark are optional."""


def single(*indexes: str, projection: str = "ALL", ttl: str | None = None) -> PageTable:
    """PK and SK, and indexes whose keys are named like them."""
    keys = {name: ((f"GSI{number}PK S", f"GSI{number}SK S"), projection) for number, name in enumerate(indexes, start=1)}
    return PageTable(("PK S", "SK S"), keys, ttl=ttl, stream=BOTH)


def keys(*values: str, **more: str) -> dict[str, str]:
    return {**dict(zip(("PK", "SK"), values, strict=True)), **more}


def pages() -> dict[str, Page]:
    """Return the pages of the systems that exist and have one."""
    names = [name for name in system_names() if (Path(__file__).parent / name / "page.py").is_file()]
    return {name: import_module(f"tests.stacks.{name}.page").PAGE for name in names}
