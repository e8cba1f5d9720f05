"""Checks of naming conventions: one style, no reserved words, one type per name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from dynawright.errors import Place, Problem, must_be
from dynawright.model.attribute import Declared, type_of
from dynawright.model.dynamodb_words import is_reserved_word
from dynawright.model.message_markers import MarkerEntity
from dynawright.model.table import TableModel

Style = Literal["camelCase", "PascalCase", "snake_case"]
STYLES: dict[Style, re.Pattern[str]] = {
    "camelCase": re.compile(r"[a-z][a-z0-9]*([A-Z][a-z0-9]*)*"),
    "PascalCase": re.compile(r"([A-Z][a-z0-9]*)+"),
    "snake_case": re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*"),
}
CODE = "DW219"


def problems(tables: Sequence[TableModel], style: Style) -> Iterator[Problem]:
    """Yield deviations from the convention; built keys such as PK, TTL and markers are exempt."""
    types: dict[str, tuple[str, Place]] = {}
    for table in tables:
        for entity in (drawn for drawn in table.entities if not isinstance(drawn, MarkerEntity)):
            for name, declared in _named(entity.declared):
                if name == table.ttl:
                    continue
                if not STYLES[style].fullmatch(name):
                    yield must_be(CODE, f"in {style}", name, place=entity.place, fix="the system's attribute_style asks for it")
                if is_reserved_word(name):
                    text = f"attribute '{name}' is a reserved word of DynamoDB"
                    yield Problem(CODE, text, entity.place, name, fix="say of what it is, as orderStatus does")
                type = type_of(declared)
                first, place = types.setdefault(name, (type, entity.place))
                if first != type:
                    text = f"attribute '{name}' is {type} here and {first} in {place}"
                    yield Problem(CODE, text, entity.place, name, fix="give one name one meaning")


def _named(declared: Mapping[str, Declared]) -> Iterator[tuple[str, Declared]]:
    for name, one in declared.items():
        yield name, one
        if isinstance(one, Mapping):
            yield from _named(one)
