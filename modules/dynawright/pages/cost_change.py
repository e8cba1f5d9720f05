"""Monthly cost before and after a change, line by line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from dynawright.ops.cost_baseline import Amounts

LEAST = 0.005
"""The smallest difference: amounts are whole cents."""


@dataclass(frozen=True)
class CostLine:
    """A line of the bill; None where it did not exist or is unknown."""

    subject: str
    before: float | None
    after: float | None

    @property
    def difference(self) -> float:
        return (self.after or 0) - (self.before or 0)

    @property
    def state(self) -> str:
        return "more" if self.difference > 0 else "less"


@dataclass(frozen=True)
class CostChange:
    """A system's cost; `is_known` is False if the base has no figures or the Region no prices."""

    system: str
    lines: tuple[CostLine, ...]
    before: float
    after: float
    is_known: bool

    @property
    def difference(self) -> float:
        return self.after - self.before

    @property
    def words(self) -> str:
        """Return a table cell: `$104.25 → $110.75 (+6.50)`."""
        if not self.is_known:
            return "not known"
        change = f" ({self.difference:+,.2f})" if abs(self.difference) >= LEAST else ""
        return f"${self.before:,.2f} → ${self.after:,.2f}{change}"


def cost_change(system: str, before: str | None, after: Amounts | None, *, is_new: bool) -> CostChange:
    """Compare the base's file with current amounts; keep lines that differ, the largest first."""
    old: Amounts = json.loads(before) if before else {}
    new: Amounts = after or {}
    known = after is not None and (before is not None or is_new)
    lines = [CostLine(subject, old.get(subject), new.get(subject)) for subject in {**old, **new}]
    differing = sorted((line for line in lines if abs(line.difference) >= LEAST), key=lambda line: -abs(line.difference))
    return CostChange(system, tuple(differing) if known else (), _total(old), _total(new), known)


def _total(amounts: Mapping[str, float | None]) -> float:
    return sum(amount or 0 for amount in amounts.values())
