"""Write model.py for a system of existing tables."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from dynawright.errors import UserError
from dynawright.ops.adopt.entity import entities_of, entity_text, quoted, types_of
from dynawright.ops.adopt.facts import TableFacts
from dynawright.ops.adopt.names import TableNames
from dynawright.ops.adopt.patterns import Pattern, constant_of, proposed
from dynawright.ops.adopt.sample import Shape
from dynawright.ops.adopt.used import ANYONE, Used

WORDS = {
    "KEYS_ONLY": r"=KEYS_ONLY",
    "BatchGet": r" BatchGet\(",
    "BatchWrite": r" BatchWrite\(",
    "Consumer": r" = Consumer\(",
    "Delete": r" Delete\(",
    "Entity": r" Entity\(",
    "Get": r" Get\(",
    "Index": r" Index\(",
    "Key": r"=Key\(",
    "LocalIndex": r" LocalIndex\(",
    "Put": r" Put\(",
    "Query": r" Query\(",
    "Scan": r" Scan\(",
    "Stream": r"=Stream\.",
    "System": r"",
    "TableModel": r"",
    "Update": r" Update\(",
    "include": r"=include\(",
}
"""Name that a model imports → the text that uses it; in the order of imports."""


@dataclass(frozen=True)
class AdoptedTable:
    """A table to declare: its facts and names, and suggestions from its items and use."""

    facts: TableFacts
    names: TableNames
    shapes: Sequence[Shape] = ()
    patterns: Sequence[Pattern] = ()

    @classmethod
    def fitting(cls, facts: TableFacts, names: TableNames, shapes: Sequence[Shape], used: Used | None) -> AdoptedTable:
        """Return the table, without suggestions that make its model invalid: a sample may mislead."""
        table = cls(facts, names, shapes)
        if not table.is_sound:
            table = replace(table, shapes=())
        for pattern in proposed(facts, table.entities, used) if used else ():
            more = replace(table, patterns=[*table.patterns, pattern])
            table = more if more.is_sound else table
        return table

    @property
    def entities(self) -> list[Shape]:
        return entities_of(self.facts, ttl_of(self.facts), self.shapes)

    @property
    def is_sound(self) -> bool:
        """Whether its model can be loaded."""
        try:
            exec(compile(model_text("sound", [self]), "model.py", "exec"), {})  # noqa: S102  our own text, of names only
        except UserError:
            return False
        return True


def model_text(system: str, adopted: Sequence[AdoptedTable]) -> str:
    """Return the text of model.py."""
    tables = "\n\n".join(_table(table, number) for number, table in enumerate(adopted))
    consumers = sorted({name for table in adopted for pattern in table.patterns for name in pattern.consumers})
    if consumers:
        tables = "\n".join(_consumer(name) for name in consumers) + f"\n\n{tables}"
    imports = ", ".join(name for name, pattern in WORDS.items() if re.search(pattern, tables))
    constants = ", ".join(table.names.constant for table in adopted)
    return f'''"""Tables that were there before, as `dynawright adopt` found them."""

from dynawright.model import {imports}

{tables}

SYSTEM = System("{system}", [{constants}])
'''


def ttl_of(facts: TableFacts) -> str | None:
    """Return the TTL attribute, also while TTL is being switched on."""
    is_on = facts.time_to_live.get("TimeToLiveStatus") in ("ENABLED", "ENABLING")
    return str(facts.time_to_live["AttributeName"]) if is_on else None


def _table(table: AdoptedTable, number: int) -> str:
    facts, names, types = table.facts, table.names, types_of(table.facts)
    keys = _keys(facts.table["KeySchema"], types)
    lines = [f"    {quoted(names.logical)},", f"    partition_key={keys['HASH']},"]
    if "RANGE" in keys:
        lines.append(f"    sort_key={keys['RANGE']},")
    lines.append("    entities=[  # to do: name the kinds of items and their keys")
    lines += [f"        {entity_text(shape)}," for shape in table.entities]
    lines.append("    ],")
    if table.patterns:
        lines.append("    access_patterns=[  # to check: observed requests, for every kind of item they may have been about")
        lines += [f"        {pattern.text(f'{_letters(number)}{place}')}," for place, pattern in enumerate(table.patterns, 1)]
        lines.append("    ],")
    if facts.global_indexes:
        lines.append("    indexes=[")
        lines += [f"        {_index(index, types)}," for index in facts.global_indexes]
        lines.append("    ],")
    if local := sorted(facts.table.get("LocalSecondaryIndexes") or [], key=lambda index: str(index["IndexName"])):
        lines.append("    local_indexes=[")
        lines += [f"        {_local_index(index, types)}," for index in local]
        lines.append("    ],")
    if ttl := ttl_of(facts):
        lines.append(f"    ttl={quoted(ttl)},")
    stream = facts.table.get("StreamSpecification") or {}
    if stream.get("StreamEnabled"):
        lines.append(f"    stream=Stream.{stream['StreamViewType']},")
    lines.append("    optional=True,  # built in the environments that say so")
    return "\n".join([f"{names.constant} = TableModel(", *lines, ")"])


def _consumer(name: str) -> str:
    known = "the current users of the tables, to be separated" if name in ANYONE else "seen in CloudTrail, to be described"
    return f"{constant_of(name)} = Consumer({quoted(name)}, {quoted(known)})"


def _keys(schema: Sequence[Mapping[str, Any]], types: Mapping[str, str]) -> dict[str, str]:
    result = {}
    for key in schema:
        name, type = key["AttributeName"], types[key["AttributeName"]]
        result[key["KeyType"]] = f"Key({quoted(name)})" if type == "S" else f"Key({quoted(name)}, {quoted(type)})"
    return result


def _index(index: Mapping[str, Any], types: Mapping[str, str]) -> str:
    keys = _keys(index["KeySchema"], types)
    parts = [quoted(index["IndexName"]), keys["HASH"], *([keys["RANGE"]] if "RANGE" in keys else [])]
    return f"Index({', '.join([*parts, *_projection(index)])})"


def _local_index(index: Mapping[str, Any], types: Mapping[str, str]) -> str:
    keys = _keys(index["KeySchema"], types)
    parts = [quoted(index["IndexName"]), keys["RANGE"], *_projection(index)]
    return f"LocalIndex({', '.join(parts)})"


def _projection(index: Mapping[str, Any]) -> list[str]:
    projection = index["Projection"]
    if projection["ProjectionType"] == "INCLUDE":
        names = ", ".join(quoted(name) for name in sorted(projection["NonKeyAttributes"]))
        return [f"projection=include({names})"]
    return ["projection=KEYS_ONLY"] if projection["ProjectionType"] == "KEYS_ONLY" else []


def _letters(number: int) -> str:
    """Return A, B, ... Z, AA, AB, ...: the prefix of the ids of a table's patterns."""
    return (_letters(number // 26 - 1) if number >= 26 else "") + chr(ord("A") + number % 26)
