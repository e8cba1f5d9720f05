"""Remarks on hot partitions where the load is known: keys requested beyond a partition's limit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from dynawright.model.advice.remark import Remark, remark
from dynawright.model.heat import Demand, Kind, demands
from dynawright.model.load import Load
from dynawright.model.table import TableModel
from dynawright.model.traffic import curve

if TYPE_CHECKING:
    from dynawright.model.system import System

PARTITION_UNITS: dict[Kind, float] = {"read": 3000, "write": 1000}
"""The most units a second that one partition serves; source: ops/simulate/rules.py."""
GUESSED, HOT, NEEDLESS = "DW264", "DW275", "DW274"


def remarks_under(system: System, load: Load) -> list[Remark]:
    """Return the remarks on a system; known load replaces guesses about hot partitions."""
    if not any(load.requests.values()):
        return system.remarks
    hot = [hot_key for table in system.tables for hot_key in _hot_keys(table, load)]
    computed = {(id(entry.about), entry.problem.code) for entry in hot}
    kept = [
        entry
        for entry in system.remarks
        if not (entry.problem.code == GUESSED and entry.reason is None)
        and not (entry.problem.code == NEEDLESS and (id(entry.about), entry.problem.value) in computed)
    ]
    return [*kept, *hot]


def _hot_keys(model: TableModel, load: Load) -> Iterator[Remark]:
    loads: dict[tuple[str | None, Kind, str], list[tuple[Demand, float]]] = {}
    for pattern in model.access_patterns:
        peak = load.rate(pattern.id) * max(curve(load.hours, load.spikes, pattern.id))
        for demand in demands(model, pattern, load) if peak else ():
            loads.setdefault((demand.place, demand.kind, demand.form), []).append((demand, peak * demand.units))
    for (place, kind, form), both in loads.items():
        limit = PARTITION_UNITS[kind]
        if not form or sum(units for _, units in both) <= limit:
            continue  # not even all keys together are hot
        total = sum(units * demand.spread.hottest for demand, units in both)
        if total > limit:
            worst = max(both, key=lambda pair: pair[1] * pair[0].spread.hottest)[0].pattern
            pattern = next(candidate for candidate in model.access_patterns if candidate.id == worst)
            where = f"index '{place}'" if place else "the table"
            text = (
                f"under the declared load, one key '{form}' of {where} is asked for {total:,.0f} {kind} units a second; "
                f"a partition gives {limit:,.0f}"
            )
            fix = "`dynawright simulate` shows when, and what would mend it"
            yield replace(remark(pattern, HOT, text, value=form, fix=fix), table=model.name)
