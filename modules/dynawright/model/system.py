"""A system: its tables, checked together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from dynawright.errors import Problem, must_be
from dynawright.model import advice, checks
from dynawright.model.advice import Remark
from dynawright.model.checks import lengths, style
from dynawright.model.checks.names import same_names
from dynawright.model.checks.style import Style
from dynawright.model.consumer import Consumer
from dynawright.model.declaration import Declaration
from dynawright.model.error import ModelError
from dynawright.model.method_names import METHOD_RULE, is_method_name
from dynawright.model.must_be import must_be as must_be_type
from dynawright.model.must_be import must_be_all, must_be_one_of
from dynawright.model.other_names import OtherNames
from dynawright.model.pattern import AccessPattern
from dynawright.model.table import TableModel

_NAME = re.compile(r"[a-z][a-z0-9_]{1,40}")
NAME_RULE = "2 to 41 of a-z, 0-9 and '_', starting with a letter"
_CONSUMER = re.compile(r"[a-z][a-z0-9-]{1,30}")
CONSUMER_RULE = "2 to 31 of a-z, 0-9 and '-', starting with a letter"
_PATTERN_ID = re.compile(r"[A-Z]{1,4}[0-9]{1,4}[a-z]?")
PATTERN_ID_RULE = "1 to 4 capital letters, a number and at most one small letter, such as PS1 or PS1a"


@dataclass(frozen=True)
class System(Declaration):
    """A system's tables; raises a `ModelError` with all problems, so that every System is valid."""

    name: str
    tables: Sequence[TableModel]
    other_names: OtherNames = field(default_factory=OtherNames)
    attribute_style: Style | None = None
    """The team's naming style; if set, reserved words and names with two types are refused."""

    def __post_init__(self) -> None:
        must_be_type("a system", "name", self.name, str, 'System("orders", [...])')
        must_be_all(f"system {self.name}", "tables", self.tables, TableModel, 'TableModel("orders", partition_key=Key("PK"))')
        must_be_type(f"system {self.name}", "other_names", self.other_names, OtherNames, 'OtherNames(caches=("flags",))')
        must_be_one_of(f"system {self.name}", "attribute_style", self.attribute_style, (None, *style.STYLES))
        problems = [*self._problems(), *(problem for table in self.tables for problem in checks.problems(table))]
        if problems:
            raise ModelError(problems)

    @property
    def subject(self) -> str:
        return f"system {self.name}"

    @property
    def access_patterns(self) -> Iterator[tuple[TableModel, AccessPattern]]:
        return ((table, pattern) for table in self.tables for pattern in table.access_patterns)

    @property
    def consumers(self) -> tuple[Consumer, ...]:
        """Return all consumers of patterns, in the order of first use."""
        return tuple(dict.fromkeys(consumer for _, pattern in self.access_patterns for consumer in pattern.used_by))

    @cached_property
    def remarks(self) -> list[Remark]:
        """Return the remarks on the model, accepted or not."""
        return advice.remarks(self)

    @property
    def warnings(self) -> list[Problem]:
        """Return the remarks that no declaration accepts."""
        return [remark.problem for remark in self.remarks if remark.reason is None]

    def _problems(self) -> Iterator[Problem]:
        if not _NAME.fullmatch(self.name):
            yield must_be("DW202", NAME_RULE, self.name, place=self.place)
        yield from (problem.at(self.place) for problem in self.other_names.problems())
        if self.attribute_style is not None:
            yield from style.problems(self.tables, self.attribute_style)
        yield from same_names((table.name, table) for table in self.tables)
        patterns = [pattern for _, pattern in self.access_patterns]
        yield from same_names(
            ((pattern.id, pattern) for pattern in patterns), fix="give each an id of its own; ids are unique within a system"
        )
        for pattern in patterns:
            if not _PATTERN_ID.fullmatch(pattern.id):
                yield must_be("DW202", PATTERN_ID_RULE, pattern.id, place=pattern.place)
            if pattern.name is not None and not is_method_name(pattern.name):
                fix = "a key attribute that is called 'name' is written name_" if "{" in pattern.name else ""
                yield must_be("DW202", METHOD_RULE, pattern.name, place=pattern.place, fix=fix)
        yield from same_names(((consumer.name, consumer) for consumer in self.consumers), fix="declare it once")
        for consumer in self.consumers:
            if not _CONSUMER.fullmatch(consumer.name):
                yield must_be("DW202", CONSUMER_RULE, consumer.name, place=consumer.place)
            yield from (problem.at(consumer.place) for problem in lengths.description_problems(consumer))
