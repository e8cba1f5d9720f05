"""The part of a load file about the spread of requests: keys, hours, spikes and growth.

keys: {customerId: {values: 200000, zipf: 1.1}, PS1.ProductId: {values: 10000, hot_values: 10, hot_percent: 80}}
hours: [1, 1, 1, 1, 1, 2, 4, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 8, 7, 5, 4, 2, 1]   # 24 weights
spikes: [{at: "12:00", minutes: 10, times: 8, ramp_minutes: 2, patterns: [PS1]}]
growth_percent: 5                  # a month
warm: {read: 24000, write: 8000}   # warm throughput of each table and index
quota: {read: 40000, write: 40000} # of the account, for a table
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from dynawright.errors import Problem, must_be, unknown
from dynawright.model import System
from dynawright.model.traffic import HOURS, MINUTES, Keys, Spike
from dynawright.settings.document import Document

TRAFFIC = ("keys", "hours", "spikes", "growth_percent", "warm", "quota")
CLOCK = re.compile(r"([01]\d|2[0-3]):([0-5]\d)")
Check = tuple[str, Callable[[Any], bool]]


def _is_number(value: Any) -> bool:
    return type(value) in (int, float)


def _whole(least: int) -> Check:
    return f"a whole number of {least} or more", lambda value: type(value) is int and value >= least


def _number(least: float, most: float) -> Check:
    return f"a number from {least:g} to {most:g}", lambda value: _is_number(value) and least <= value <= most


KEYS: dict[str, Check] = {
    "values": _whole(1),
    "zipf": _number(0, 5),
    "hot_values": _whole(1),
    "hot_percent": _number(0, 100),
    "every_seconds": _whole(60),
}
SPIKE: dict[str, Check] = {
    "at": ('a time such as "09:30"', lambda value: isinstance(value, str) and CLOCK.fullmatch(value) is not None),
    "minutes": ("a whole number from 1 to 1440", lambda value: type(value) is int and 1 <= value <= MINUTES),
    "times": _number(0, 1_000_000),
    "ramp_minutes": _whole(0),
    "patterns": ("a list of patterns", lambda value: isinstance(value, list)),
}
BOTH: dict[str, Check] = {"read": _number(1, 1e12), "write": _number(1, 1e12)}


def traffic(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a Load from data without problems."""
    given: dict[str, Any] = {name: data[name] for name in ("growth_percent", "warm", "quota") if name in data}
    given["hours"] = tuple(data.get("hours", ()))
    given["keys"] = {name: Keys(**values) for name, values in data.get("keys", {}).items()}
    given["spikes"] = tuple(_spike(spike) for spike in data.get("spikes", ()))
    return given


def _spike(data: Mapping[str, Any]) -> Spike:
    hour, minute = map(int, data["at"].split(":"))
    return Spike(**{**data, "at": 60 * hour + minute, "patterns": tuple(data.get("patterns", ()))})


def traffic_problems(system: System, document: Document) -> Iterator[Problem]:
    data = document.data
    patterns = [pattern.id for _, pattern in system.access_patterns]
    yield from _keys_problems(system, document, patterns)
    hours = data.get("hours", [1] * HOURS)
    if not (
        isinstance(hours, list) and len(hours) == HOURS and all(_is_number(hour) and hour >= 0 for hour in hours) and sum(hours)
    ):
        yield must_be("DW706", f"a list of {HOURS} weights, not all of them 0", hours, place=document.place(("hours",)))
    growth, check = data.get("growth_percent", 0), _number(-100, 1000)
    if not check[1](growth):
        yield must_be("DW706", check[0], growth, place=document.place(("growth_percent",)))
    for group in ("warm", "quota"):
        yield from _problems(document, (group,), data.get(group, {}), BOTH)
    spikes = data.get("spikes", [])
    if not isinstance(spikes, list):
        yield must_be("DW706", "a list of spikes", spikes, place=document.place(("spikes",)))
        return
    for number, spike in enumerate(spikes):
        path = ("spikes", number)
        yield from _problems(document, path, spike, SPIKE, required=("at", "minutes", "times"))
        named = spike.get("patterns") if isinstance(spike, dict) else None
        for name in named if isinstance(named, list) else ():
            if name not in patterns:
                yield unknown(
                    "DW706", "pattern", str(name), patterns, within=system.name, place=document.place((*path, "patterns"))
                )


def _keys_problems(system: System, document: Document, patterns: list[str]) -> Iterator[Problem]:
    places = sorted(
        {
            place
            for table in system.tables
            for entity in table.entities
            for key in entity.keys.values()
            for place in key.parameters
        }
    )
    keys = document.data.get("keys", {})
    if not isinstance(keys, dict):
        yield must_be("DW706", "lines of `place: {values: number}`", keys, place=document.place(("keys",)))
        return
    for name, values in keys.items():
        pattern, _, place = name.rpartition(".")
        if place not in places:
            yield unknown("DW706", "place of a key", place, places, within=system.name, place=document.place(("keys", name)))
        elif pattern and pattern not in patterns:
            yield unknown("DW706", "pattern", pattern, patterns, within=system.name, place=document.place(("keys", name)))
        yield from _problems(document, ("keys", name), values, KEYS, required=("values",))
        ways = [way for way in ("zipf", "hot_values", "every_seconds") if isinstance(values, dict) and way in values]
        if len(ways) > 1:
            yield must_be("DW706", "spread in one way", ", ".join(ways), place=document.place(("keys", name)), fix="keep one")


def _problems(
    document: Document, path: tuple[str | int, ...], values: Any, checks: Mapping[str, Check], required: tuple[str, ...] = ()
) -> Iterator[Problem]:
    if not isinstance(values, dict):
        yield must_be("DW706", f"a mapping of {', '.join(checks)}", values, place=document.place(path))
        return
    for name in required:
        if name not in values:
            yield Problem("DW706", f"'{name}' is missing", document.place(path), allowed=checks[name][0], fix=f"add {name}")
    for name, value in values.items():
        place = document.place((*path, name))
        if name not in checks:
            yield unknown("DW706", "figure", name, checks, place=place)
        elif not checks[name][1](value):
            yield must_be("DW706", checks[name][0], value, place=place)
