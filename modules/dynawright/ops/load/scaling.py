"""Scale a load to other totals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from dynawright.model import TableModel
from dynawright.model.load import Load
from dynawright.monitoring.operations import READS


def scaled(tables: Iterable[TableModel], load: Load, *, reads: int | None, writes: int | None) -> Load:
    """Return the load scaled to these reads and writes, with its mix, or an even one."""
    patterns = [pattern for table in tables for pattern in table.access_patterns]
    requests: dict[str, float] = dict(load.requests)
    for total, are_reads in ((reads, True), (writes, False)):
        if total is not None:
            ids = [pattern.id for pattern in patterns if (pattern.operation in READS) == are_reads]
            requests |= _spread(total, {id: load.requests.get(id, 0) for id in ids})
    return replace(load, requests=requests)


def _spread(total: int, mix: Mapping[str, float]) -> dict[str, float]:
    whole = sum(mix.values())
    return {id: total * share / whole if whole else total / len(mix) for id, share in mix.items()}
