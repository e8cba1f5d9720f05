"""Attributes whose names DynamoDB reserves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from dynawright.model.advice.remark import Remark, remark
from dynawright.model.attribute import Declared
from dynawright.model.dynamodb_words import is_reserved_word

if TYPE_CHECKING:
    from dynawright.model.system import System


def remarks(system: System) -> Iterator[Remark]:
    """Yield at most one remark: dynawright sends names as #name, and other code must too."""
    names: dict[str, None] = {}
    for table in system.tables:
        own: Mapping[str, Declared] = {**table.key_types, **({table.ttl: "N"} if table.ttl else {})}
        for declared in (own, *(entity.declared for entity in table.entities)):
            names |= dict.fromkeys(_reserved(declared))
    if names:
        listed = ", ".join(sorted(names))
        text = f"reserved words of DynamoDB are names of attributes: {listed}"
        fix = "use the generated clients, or write each as a #name in expressions"
        yield remark(system, "DW273", text, value=listed, fix=fix)


def _reserved(declared: Mapping[str, Declared], within: str = "") -> Iterator[str]:
    for name, one in declared.items():
        if is_reserved_word(name):
            yield f"{within}{name}"
        if isinstance(one, Mapping):
            yield from _reserved(one, f"{within}{name}.")
