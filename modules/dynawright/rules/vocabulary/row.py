"""A row of the vocabulary: an attribute that the package emits, its allowed values, and why."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from dynawright.rules.resources import Document
from dynawright.rules.vocabulary.domains import Domain

Block = Mapping[str, Any]


@dataclass(frozen=True)
class Where:
    """The documents that a row applies to."""

    words: str
    holds: Callable[[Document], bool]


@dataclass(frozen=True)
class Need:
    """A condition on an attribute's block: for the attribute to be required, or its row to apply."""

    words: str
    holds: Callable[[Block], bool]


EVERYWHERE = Where("", lambda document: True)
LASTING = Where("outside of disposable environments", lambda document: not document.is_disposable)
PRODUCTION = Where("in production", lambda document: document.is_production)
KEYED = Where("in production, and where the stack's tables have a key", lambda document: document.is_keyed)

ALWAYS = Need("always", lambda block: True)
OPTIONAL = Need("if wanted", lambda block: False)


def when(name: str, *values: Any) -> Need:
    """Require it if another attribute of the block has one of these values (without any: if written)."""
    if not values:
        return Need(f"with {name}", lambda block: block.get(name) is not None)
    return Need(f"where {name} is {' or '.join(map(str, values))}", lambda block: block.get(name) in values)


def without(*names: str) -> Need:
    """Require it if none of the others is written."""
    return Need(f"without {' and '.join(names)}", lambda block: all(block.get(name) is None for name in names))


def matching(name: str, pattern: str) -> Need:
    """Require it if another attribute of the block matches a pattern."""
    return Need(f"where {name} is like {pattern}", lambda block: re.fullmatch(pattern, str(block.get(name, ""))) is not None)


@dataclass(frozen=True)
class Row:
    """An attribute's allowed values: `path` is dotted, blocks and lists are alike, each element is judged.

    An attribute may have several rows: it must fit each of those whose `where` and `given` hold.
    """

    path: str
    domain: Domain
    why: str
    needed: Need = OPTIONAL
    where: Where = EVERYWHERE
    given: Need = ALWAYS

    def counts(self, block: Block, document: Document) -> bool:
        return self.where.holds(document) and self.given.holds(block)

    @property
    def parent(self) -> str:
        """Return the path of its block; empty for the resource itself."""
        return self.path.rpartition(".")[0]

    @property
    def name(self) -> str:
        return self.path.rpartition(".")[2]
