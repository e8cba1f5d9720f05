"""A stack's tables, indexes, stream functions and consumers, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from dynawright.model.access_matrix import Right
from dynawright.rules.resources import Document, document

TABLE, MAPPING = "aws_dynamodb_table", "aws_lambda_event_source_mapping"
Place = tuple[str, str]
"""A table and one of its indexes, "" for the table itself."""


@dataclass(frozen=True)
class Shape:
    """The nodes and edges of a stack's diagram."""

    tables: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Each table's indexes."""
    consumers: tuple[str, ...] = field(default=(), compare=False)
    streams: Mapping[str, str] = field(default_factory=dict)
    """Each function, by its consumer's name if it has one → the table whose stream it reads."""
    uses: frozenset[tuple[str, Place]] = frozenset()
    """Pairs of a consumer and a table or index that it reads or writes."""


def shape_of(terraform: Mapping[str, Any], rights: Iterable[Right], named: Callable[[str], str], system: str) -> Shape:
    """Read the shape from a stack's Terraform JSON; `named` converts names to physical names."""
    if not terraform:
        return Shape()
    read, known = document(terraform, system), list(rights)
    tables = {
        str(resource.get("name")): tuple(str(index.get("name")) for index in _indexes(resource))
        for resource in read.of_type(TABLE)
    }
    order = [named(right.table) for right in known]
    tables = dict(sorted(tables.items(), key=lambda row: order.index(row[0]) if row[0] in order else len(order)))
    consumers = tuple(dict.fromkeys(right.consumer for right in known))
    stem = system.replace("_", "-")
    functions = {named(f"{stem}-{consumer}"): consumer for consumer in consumers}
    uses = {(right.consumer, (named(right.table), right.index or "")) for right in known}
    built = frozenset(
        use for use in uses if use[1][1] in ("", *tables.get(use[1][0], ())) and use[1][0] in tables
    )  # an optional table may be absent
    return Shape(tables, consumers, dict(_streams(read, functions)), built)


def _indexes(table: Any) -> list[Mapping[str, Any]]:
    return [*table.blocks("global_secondary_index"), *table.blocks("local_secondary_index")]


def _streams(read: Document, consumers: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    for mapping in read.of_type(MAPPING):
        function, table = read.referred(mapping.get("function_name")), read.referred(mapping.get("event_source_arn"))
        if function and table:
            name = str(function.get("function_name"))
            yield consumers.get(name, name), str(table.get("name"))
