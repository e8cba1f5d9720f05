"""Kinds of items in a bounded sample.

Values stay in memory; only names, types and templates leave this file.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

MOST_ITEMS = 1_000
PARTS = re.compile(r"([#|:/])")
KIND = re.compile(r"[A-Z][A-Z_]+")
"""A word in capitals, such as ORDER in `ORDER#17`: the only part of a value that is kept."""
EXPIRY = re.compile(r"ttl|expir|delete_?(at|after|on)|purge|valid_?until", re.IGNORECASE)
SECONDS = range(1_000_000_000, 5_000_000_000)
"""Numbers that may be times, in seconds since 1970: from 2001 to 2128."""

Item = Mapping[str, Mapping[str, Any]]
"""An item in DynamoDB's JSON form, {"id": {"S": "1"}}."""


@dataclass(frozen=True)
class Shape:
    """A kind of item."""

    name: str
    keys: Mapping[str, str]
    """Key attribute → template."""
    attributes: Mapping[str, str]
    """Attribute → type."""
    optional: frozenset[str]
    """Attributes that some items lack."""


def sample(client: Any, table: str, count: int) -> list[Item]:
    """Read up to `count` items, in pages that cost little."""
    items: list[Item] = []
    request: dict[str, Any] = {"TableName": table}
    while len(items) < min(count, MOST_ITEMS):
        page = client.scan(**request, Limit=min(100, count - len(items)))
        items += page["Items"]
        if "LastEvaluatedKey" not in page:
            break
        request["ExclusiveStartKey"] = page["LastEvaluatedKey"]
    return items


def shapes(items: Iterable[Item], table_keys: Sequence[str], index_keys: Sequence[Sequence[str]]) -> list[Shape]:
    """Return the kinds of items, most frequent first; index keys count if every item has them."""
    groups: dict[tuple[Any, ...], list[Item]] = defaultdict(list)
    for item in items:
        names = dict.fromkeys([*table_keys, *(key for keys in index_keys if all(key in item for key in keys) for key in keys)])
        groups[tuple((name, *_kinds(item[name])) for name in names)].append(item)
    kinds: list[Shape] = []
    for signature, group in sorted(groups.items(), key=lambda pair: -len(pair[1])):
        shape = _shape([name for name, *_ in signature], group, table_keys, {kind.name for kind in kinds})
        if all(shape.keys[key] != other.keys[key] for other in kinds for key in table_keys) or _differs(shape, kinds, table_keys):
            kinds.append(shape)
    return kinds


def expiring(items: Iterable[Item]) -> list[str]:
    """Return the attributes that TTL could use: a fitting name, and epoch seconds in every item."""
    numbers: dict[str, list[str]] = defaultdict(list)
    for item in items:
        for name, value in item.items():
            if EXPIRY.search(name):
                numbers[name].append(str(value.get("N", "")))
    return sorted(name for name, values in numbers.items() if all(text.isdigit() and int(text) in SECONDS for text in values))


def _differs(shape: Shape, others: Sequence[Shape], table_keys: Sequence[str]) -> bool:
    """Whether a kind's keys differ from those of all others; equal ones would be one kind."""
    seen = {tuple(re.sub(r"\{[^}]*\}", "{}", kind.keys[key]) for key in table_keys) for kind in others}
    return tuple(re.sub(r"\{[^}]*\}", "{}", shape.keys[key]) for key in table_keys) not in seen


def _kinds(value: Mapping[str, Any]) -> tuple[str, ...]:
    """Return a value's words in capitals at their positions; every other part is empty."""
    text = value.get("S")
    return tuple(part if KIND.fullmatch(part) or PARTS.fullmatch(part) else "" for part in PARTS.split(text)) if text else ("",)


def _shape(keys: Sequence[str], group: Sequence[Item], table_keys: Sequence[str], taken: set[str]) -> Shape:
    types = {name: next(iter(item[name])) for item in group for name in item}
    templates = {key: _template(key, group) for key in keys}
    places = {place for template in templates.values() for place in re.findall(r"\{([^}]*)\}", template)}
    built = {key for key in keys if templates[key] != f"{{{key}}}"}
    attributes = {name: type for name, type in types.items() if name not in built}
    attributes |= {place: "S" for place in places if place not in attributes}
    everywhere = set.intersection(*(set(item) for item in group))
    name = _name(templates, table_keys)
    number = next(n for n in range(1, len(taken) + 2) if (name if n == 1 else f"{name}_{n}") not in taken)
    optional = frozenset(attributes) - everywhere - places
    return Shape(name if number == 1 else f"{name}_{number}", templates, dict(sorted(attributes.items())), optional)


def _template(key: str, group: Sequence[Item]) -> str:
    """Return the template of a kind's items; a part that equals an attribute in each item gets its name."""
    kinds = _kinds(group[0][key])
    if not any(kinds):
        return f"{{{_place(key)}}}"
    parts, word = [], key
    for number, kind in enumerate(kinds):
        word = kind if KIND.fullmatch(kind) else word
        values = [PARTS.split(item[key]["S"])[number] for item in group]
        parts.append(kind or ("" if not any(values) else f"{{{_attribute(values, group) or _place(f'{word.lower()}Id')}}}"))
    names = [part for part in parts if part.startswith("{")]
    return "".join(part if names.count(part) < 2 else f"{part[:-1]}{number}}}" for number, part in enumerate(parts))


def _attribute(values: Sequence[str], group: Sequence[Item]) -> str | None:
    """Return the attribute that equals a part of the key in every item."""
    pairs = list(zip(values, group, strict=True))
    same = [
        name for name in group[0] if all(str(next(iter(item.get(name, {"": ""}).values()))) == value for value, item in pairs)
    ]
    usable = [name for name in same if re.fullmatch("[A-Za-z_][A-Za-z0-9_]*", name)]
    return usable[0] if usable else None


def _place(name: str) -> str:
    place = re.sub("[^A-Za-z0-9_]", "_", name)
    return place if place[0].isalpha() else f"key_{place}"


def _name(templates: Mapping[str, str], table_keys: Sequence[str]) -> str:
    """Return the last key's word before a placeholder: `ORDER` of `CUSTOMER#{id}` and `ORDER#{id}`."""
    for key in reversed(table_keys):
        words = [part for part in PARTS.split(templates[key]) if KIND.fullmatch(part)]
        if words and "{" in templates[key]:
            return words[-1]
    return next((word for key in table_keys for word in KIND.findall(templates[key])), "ITEM")
