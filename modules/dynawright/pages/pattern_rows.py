"""Access patterns as rows: question, operation, keys, consumers, and a month's cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dynawright.model import AccessPattern, System, TableModel
from dynawright.model.operation import PutItem
from dynawright.model.pattern import BatchGet, BatchWrite, Delete, Get, Put, Query, TransactGet, TransactWrite, Update
from dynawright.model.template import Template
from dynawright.ops.cost import SystemCost


@dataclass(frozen=True)
class PatternRow:
    """A pattern; `requests` and `usd` are None without a known load."""

    id: str
    question: str
    operation: str
    table: str
    index: str
    keys: tuple[str, ...]
    consumers: tuple[str, ...]
    requests: float | None
    usd: float | None


def pattern_rows(system: System, tables: Sequence[TableModel], cost: SystemCost | None) -> list[PatternRow]:
    """Return a row for each pattern of these tables."""
    priced = {pattern.id: pattern for table in cost.tables for pattern in table.patterns} if cost else {}
    loaded = bool(cost and any(cost.load.requests.values()))
    return [
        PatternRow(
            pattern.id,
            pattern.question,
            pattern.operation if pattern.request == pattern.operation else f"{pattern.operation} in {pattern.request}",
            table.name,
            getattr(pattern, "index", None) or "",
            keys_asked(pattern),
            tuple(consumer.name for consumer in pattern.used_by),
            priced[pattern.id].requests if loaded and pattern.id in priced else None,
            priced[pattern.id].on_demand_usd if loaded and pattern.id in priced else None,
        )
        for table, pattern in system.access_patterns
        if table in tables
    ]


def keys_asked(pattern: AccessPattern) -> tuple[str, ...]:
    """Return the keys or entities of a pattern, each as a line."""
    match pattern:
        case Query():
            return tuple(f"{name} {condition}" for name, condition in pattern.key.items())
        case Get() | Update() | Delete():
            return _templates(pattern.item.key)
        case BatchGet():
            return _templates(pattern.key)
        case Put():
            return (pattern.item.entity, *((f"if {pattern.item.condition}",) if pattern.item.condition else ()))
        case BatchWrite():
            return pattern.entities
        case TransactGet() | TransactWrite():
            return tuple(item.entity if isinstance(item, PutItem) else " ".join(_templates(item.key)) for item in pattern.items)
    return ("all items",)


def _templates(keys: Mapping[str, Template]) -> tuple[str, ...]:
    return tuple(f"{name} = {template.text}" for name, template in keys.items())
