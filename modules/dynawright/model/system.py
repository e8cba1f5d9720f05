"""A system: its tables, checked together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from dynawright.errors import UserError
from dynawright.model import advice, checks
from dynawright.model.consumer import Consumer
from dynawright.model.must_be import must_be, must_be_all
from dynawright.model.other_names import OtherNames
from dynawright.model.pattern import AccessPattern
from dynawright.model.table import TableModel

_NAME = re.compile(r"[a-z][a-z0-9_]{1,40}")
_CONSUMER = re.compile(r"[a-z][a-z0-9-]{1,30}")
_PATTERN_ID = re.compile(r"[A-Z]{1,4}[0-9]{1,4}[a-z]?")


class ModelError(UserError):
    """A model that DynamoDB, or the people who use it, would stumble over."""


@dataclass(frozen=True)
class System:
    """Raises `ModelError` with every problem of every table when it is made: a System that exists is sound."""

    name: str
    tables: Sequence[TableModel]
    other_names: OtherNames = field(default_factory=OtherNames)

    def __post_init__(self) -> None:
        must_be("a system", "name", self.name, str, 'System("shop", [...])')
        must_be_all(f"system {self.name!r}", "tables", self.tables, TableModel, 'TableModel("orders", partition_key=Key("PK"))')
        found = [*self._problems(), *(f"{self.name}/{table.name}: {p}" for table in self.tables for p in checks.problems(table))]
        if found:
            raise ModelError(found)

    @property
    def access_patterns(self) -> Iterator[tuple[TableModel, AccessPattern]]:
        return ((table, pattern) for table in self.tables for pattern in table.access_patterns)

    @property
    def consumers(self) -> tuple[Consumer, ...]:
        """Everyone who uses a pattern, in the order of first use."""
        return tuple(dict.fromkeys(consumer for _, pattern in self.access_patterns for consumer in pattern.used_by))

    @property
    def warnings(self) -> list[str]:
        return [f"{self.name}/{table.name}: {warning}" for table in self.tables for warning in advice.warnings(table)]

    def _problems(self) -> Iterator[str]:
        if not _NAME.fullmatch(self.name):
            yield f"the system name '{self.name}' is not allowed: a-z, 0-9 and '_', 2 to 41 characters, starting with a letter"
        yield from (f"{self.name}: {problem}" for problem in self.other_names.problems())
        for name, times in Counter(table.name for table in self.tables).items():
            if times > 1:
                yield f"{self.name}: {times} tables are named '{name}'"
        ids = Counter(pattern.id for _, pattern in self.access_patterns)
        for id, times in ids.items():
            if times > 1:
                yield f"{self.name}: {times} patterns have the id '{id}': ids are unique within a system"
            if not _PATTERN_ID.fullmatch(id):
                yield f"{self.name}: the pattern id '{id}' is not allowed: capital letters, a number, at most one small letter, such as PS1 or PS1a"
        declared: dict[str, Consumer] = {}
        for consumer in self.consumers:
            if declared.setdefault(consumer.name, consumer) != consumer:
                yield f"{self.name}: two consumers are named '{consumer.name}': declare it once"
            if not _CONSUMER.fullmatch(consumer.name):
                yield f"{self.name}: the consumer name '{consumer.name}' is not allowed: a-z, 0-9 and '-', 2 to 31 characters, starting with a letter"
