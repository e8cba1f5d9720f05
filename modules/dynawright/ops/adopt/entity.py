"""Entities of an adopted table: suggested by a sample, or one with the table's keys."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from dynawright.model.reserved import RESERVED
from dynawright.ops.adopt.facts import TableFacts
from dynawright.ops.adopt.sample import Shape


def entities_of(facts: TableFacts, ttl: str | None, shapes: Sequence[Shape]) -> list[Shape]:
    """Return kinds of items; attributes that indexes include belong to one of them."""
    types = types_of(facts)
    kinds = list(shapes) or [_any_item(facts, types)]
    known = {name for shape in kinds for name in shape.attributes}
    included = {name for index in indexes_of(facts) for name in index["Projection"].get("NonKeyAttributes") or ()} - {
        *types,
        *known,
    }
    more = {name: "N" if name == ttl else "S" for name in sorted(included)}
    first = replace(kinds[0], attributes={**kinds[0].attributes, **more}, optional=kinds[0].optional | {*more})
    return [first, *kinds[1:]]


def entity_text(shape: Shape) -> str:
    """Return the call that declares it."""
    attributes = ", ".join(f"{quoted(name)}: {quoted(type)}" for name, type in shape.attributes.items())
    optional = f"optional=[{', '.join(quoted(name) for name in sorted(shape.optional))}], " if shape.optional else ""
    return f"Entity({quoted(shape.name)}, attributes={{{attributes}}}, {optional}{keywords(shape.keys)})"


def keywords(keys: Mapping[str, str]) -> str:
    """Return keys as arguments; most attribute names aren't Python names."""
    given = ", ".join(f"{quoted(f'{key}_' if key in RESERVED else key)}: {quoted(text)}" for key, text in keys.items())
    return f"**{{{given}}}"


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def indexes_of(facts: TableFacts) -> list[Mapping[str, Any]]:
    """Return global and local indexes."""
    return [*facts.global_indexes, *(facts.table.get("LocalSecondaryIndexes") or [])]


def types_of(facts: TableFacts) -> dict[str, str]:
    """Return the types of key attributes."""
    return {attribute["AttributeName"]: attribute["AttributeType"] for attribute in facts.table["AttributeDefinitions"]}


def _any_item(facts: TableFacts, types: Mapping[str, str]) -> Shape:
    keys = [str(key["AttributeName"]) for key in facts.table["KeySchema"]]
    places = {key: re.sub("[^A-Za-z0-9_]", "_", key) for key in keys}
    places = {key: place if place[0].isalpha() else f"key_{place}" for key, place in places.items()}
    templates = {key: f"{{{place}}}" for key, place in places.items()}
    return Shape("ITEM", templates, {place: types[key] for key, place in places.items()}, frozenset())
