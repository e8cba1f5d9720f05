"""Edits of a resource's value: dropped, emptied, negated, widened, retyped, and so on."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from dynawright.gate.stack_mutants import policies
from dynawright.rules.values import BOOLEANS, NUMBER

GONE = object()
"""Marks an attribute to remove."""
STRANGER = "999999999999"
REFERENCE = re.compile(r"\$\{(?:data\.)?([a-z0-9_]+)\.(\w+)\.(\w+)\}")
Named = tuple[str, Any]


def edited(value: Any, others: Mapping[str, list[str]]) -> Iterator[Named]:
    """Yield each edit with its name; `others` are the names of the stack's resources by type."""
    yield "dropped", GONE
    yield "null", None
    if isinstance(value, bool):
        yield from (("negated", not value), ("as text", str(value).lower()), ("negated, as text", str(not value).lower()))
    elif isinstance(value, int | float):
        yield from _numbers(value)
    elif isinstance(value, str):
        yield from _texts(value, others)
    elif isinstance(value, list):
        yield from _lists(value, others)
    elif isinstance(value, Mapping):
        yield "emptied", {}
        yield "in a list", [value]


def _numbers(value: float) -> Iterator[Named]:
    yield "as text", str(value)
    yield "slightly more", value + max(1, int(value * 0.1))
    for name, number in {"least": 1, "none": 0, "negative": -1, "a hundred times": value * 100, "a fifth": value // 5}.items():
        if number != value:
            yield name, number


def _texts(value: str, others: Mapping[str, list[str]]) -> Iterator[Named]:
    if policies.is_policy(value):
        yield from policies.edited(value)
    elif value.startswith(('{"', "[")):
        yield from _json(value)
    elif match := REFERENCE.fullmatch(value):
        type, name, attribute = match.groups()
        yield from (("another of the stack", value.replace(name, other)) for other in others.get(type, ()) if other != name)
        yield "of a stranger", f"arn:aws:{type.split('_')[1]}:eu-west-1:{STRANGER}:{attribute}"
    else:
        yield from _plain(value)


def _plain(value: str) -> Iterator[Named]:
    yield "emptied", ""
    if re.search(r"\d{12}", value):
        yield "of a stranger", re.sub(r"\d{12}", STRANGER, value)
    if NUMBER.fullmatch(value):
        yield "another number", str(int(float(value)) * 100 + 7)
    elif value in BOOLEANS:
        yield "negated", str(not BOOLEANS[value]).lower()
    elif value.startswith("cron("):
        minute, hour, *rest = value[5:-1].split()
        yield "once a year", f"cron({minute} {hour} 1 1 ? *)"
        yield "never", f"cron({minute} {hour} 31 2 ? *)"
        yield "an hour later", f"cron({minute} {(int(hour) + 1) % 24 if hour.isdigit() else 1} {' '.join(rest)})"
    elif " OR " in value:
        yield "one part less", " OR ".join(value.split(" OR ")[1:])
        yield "parts joined by AND", value.replace(" OR ", " AND ")
    else:
        yield "another", f"{value}x"
        yield "anything", "*"


def _json(value: str) -> Iterator[Named]:
    """Yield edits of each member of a JSON object, down to the third level: dropped or changed."""
    content = json.loads(value)
    for place in _places(content, 3):
        for name, inner in (("without", GONE), ("with another", "x")):
            yield f"{name} {'.'.join(map(str, place))}", json.dumps(put(content, place, inner))


def _places(content: Any, depth: int) -> Iterator[tuple[Any, ...]]:
    members = content.items() if isinstance(content, Mapping) else enumerate(content[:2]) if isinstance(content, list) else ()
    for key, inner in members:
        yield (key,)
        if depth > 1:
            yield from ((key, *rest) for rest in _places(inner, depth - 1))


def _lists(value: list[Any], others: Mapping[str, list[str]]) -> Iterator[Named]:
    yield "emptied", []
    if len(value) > 1:
        yield from (("reversed", value[::-1]), ("without its first", value[1:]), ("without its last", value[:-1]))
    if value and isinstance(value[0], str):
        yield "with anything", [*value, "*"]
        yield from ((name, [new, *value[1:]]) for name, new in _texts(value[0], others) if name != "emptied")


def put(content: Any, place: tuple[Any, ...], value: Any) -> Any:
    """Return a copy with another value at a position; GONE removes it."""
    key, rest = place[0], place[1:]
    inner = put(content[key], rest, value) if rest else value
    if isinstance(content, list):
        return [
            element if number != key else inner for number, element in enumerate(content) if number != key or inner is not GONE
        ]
    return {**{name: element for name, element in content.items() if name != key}, **({} if inner is GONE else {key: inner})}
