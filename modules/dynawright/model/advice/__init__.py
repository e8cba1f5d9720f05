"""Warnings about what works but costs money, sleep or data; each can be accepted with a reason."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from dynawright.model.advice import indexes, names, queries, unused, writes
from dynawright.model.advice.remark import Remark, remark
from dynawright.model.declaration import Declaration

if TYPE_CHECKING:
    from dynawright.model.system import System

__all__ = ["Remark", "remarks"]


def remarks(system: System) -> list[Remark]:
    """Return all remarks on a system, and one for each acceptance of a warning that does not occur."""
    found = [*names.remarks(system)]
    for table in system.tables:
        for part in (unused, indexes, writes, queries):
            found += [replace(found_remark, table=table.name) for found_remark in part.remarks(table)]
    return [*found, *_needless(system, found)]


def _needless(system: System, found: list[Remark]) -> Iterator[Remark]:
    raised = {(id(warning.about), warning.problem.code) for warning in found}
    for table, declared in _declarations(system):
        for code in declared.accepted:
            if (id(declared), code) not in raised:
                needless = remark(
                    declared, "DW274", f"accepts {code}, which is not given", value=code, fix="delete accepting(...)"
                )
                yield replace(needless, table=table)


def _declarations(system: System) -> Iterator[tuple[str, Declaration]]:
    yield "", system
    for table in system.tables:
        for declared in (table, *table.all_indexes, *table.entities, *table.access_patterns):
            yield table.name, declared
