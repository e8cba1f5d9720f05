"""Derived grants for each role of a stack."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from dynawright.rules.derived.backups import of_backup, of_restore
from dynawright.rules.derived.consumers import of_cache, of_consumer
from dynawright.rules.derived.deployment import of_deployment
from dynawright.rules.derived.difference import Difference, difference
from dynawright.rules.derived.functions import of_function, of_schedule
from dynawright.rules.derived.need import Need
from dynawright.rules.derived.things import ROLE
from dynawright.rules.derived.written import written_of
from dynawright.rules.resources import Document, Resource

SOURCES: tuple[Callable[[Resource, Document], Iterator[Need]], ...] = (
    of_consumer,
    of_cache,
    of_function,
    of_schedule,
    of_backup,
    of_restore,
    of_deployment,
)
"""Functions that each derive a role's grants for one purpose; a role may have several."""


@dataclass(frozen=True)
class Judged:
    """A role's derived grants, and how the written ones differ."""

    needs: tuple[Need, ...]
    difference: Difference


def judged(role: Resource, document: Document) -> Judged:
    """Compare a role's policies with the derived grants."""
    return document.worked_out(_all)[role.address]


def _all(document: Document) -> Mapping[str, Judged]:
    return {role.address: _judged(role, document) for role in document.of_type(ROLE)}


def _judged(role: Resource, document: Document) -> Judged:
    needs = tuple(need for source in SOURCES for need in source(role, document))
    return Judged(needs, difference(written_of(role, document).grants, needs))
