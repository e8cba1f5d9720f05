"""Names of an adopted table in the model, stack and settings."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable
from dataclasses import dataclass

TAKEN = {"environment", "grant", "key", "model", "scope", "self", "system", "trust"}


@dataclass(frozen=True)
class TableNames:
    """The names of one table."""

    physical: str
    logical: str
    """Name in the model and the settings: `order-items`."""

    @property
    def constant(self) -> str:
        """Return the name in model.py: `ORDER_ITEMS`."""
        return self._identifier.upper()

    @property
    def variable(self) -> str:
        """Return the name in stack.py: `order_items`."""
        name = self._identifier
        return f"{name}_table" if keyword.iskeyword(name) or name in TAKEN else name

    @property
    def construct(self) -> str:
        """Return the construct's id: `OrderItems`."""
        return "".join(part[:1].upper() + part[1:] for part in self._identifier.split("_"))

    @property
    def _identifier(self) -> str:
        name = self.logical.replace("-", "_")
        return f"t_{name}" if name[0].isdigit() else name


def names_of(tables: Iterable[str], environment: str) -> list[TableNames]:
    """Return a unique name for each table, without the environment's prefix and suffix."""
    by_name: dict[str, TableNames] = {}
    for physical in tables:
        slug = re.sub("[^a-z0-9]+", "-", physical.lower()).strip("-") or "table"
        stem = slug.removesuffix(f"-{environment}")
        logical = next(name for name in _numbered(stem) if name not in by_name)
        by_name[logical] = TableNames(physical, logical)
    return list(by_name.values())


def system_name(tables: Iterable[str]) -> str:
    """Return a name for a system of these tables: the common part of their names, or `adopted`."""
    stems = [re.sub("[^a-z0-9]+", "_", name.lower()).strip("_") for name in tables]
    words = [stem.split("_") for stem in stems]
    common = []
    for parts in zip(*words, strict=False):
        if len(set(parts)) > 1:
            break
        common.append(parts[0])
    name = "_".join(common)[:30].strip("_")
    return name if re.fullmatch("[a-z][a-z0-9_]+", name) else "adopted"


def _numbered(stem: str) -> Iterable[str]:
    yield stem
    number = 2
    while True:
        yield f"{stem}-{number}"
        number += 1
