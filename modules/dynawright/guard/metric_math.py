"""Metric math of alarms: whether one alarm watches everything that another watches."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from dynawright.guard.differences import holds_unknown
from dynawright.rules.blocks import as_blocks

_SUM = re.compile(r"\((FILL\(\w+, 0\)(?: \+ FILL\(\w+, 0\))*)\)")
_TERM = re.compile(r"FILL\((\w+), 0\)")


def by_id(queries: Any) -> dict[str, Any]:
    """Return the queries by id, without labels, which don't affect an alarm."""
    return {
        str(block.get("id", "")): {k: v for k, v in _filled(block).items() if k not in ("id", "label")}
        for block in as_blocks(queries)
    }


def watches_more(before: Any, after: Any) -> bool:
    """Whether the same sums are compared, each of the same metrics and possibly more."""
    if holds_unknown(before) or holds_unknown(after):
        return False
    old, new = by_id(before), by_id(after)
    returned = [[query for query in queries.values() if query.get("return_data")] for queries in (old, new)]
    if any(len(queries) != 1 or "expression" not in queries[0] for queries in returned):
        return False
    expressions = [queries[0]["expression"] for queries in returned]
    if _SUM.sub("()", expressions[0]) != _SUM.sub("()", expressions[1]) or not _SUM.search(expressions[0]):
        return False
    settings = [{key: value for key, value in queries[0].items() if key != "expression"} for queries in returned]
    sums = zip(
        *([_metrics(sum, queries) for sum in _SUM.findall(text)] for text, queries in zip(expressions, (old, new), strict=True)),
        strict=True,
    )
    added = []
    for was, will_be in sums:
        if not was.keys() <= will_be.keys():
            return False
        added.append({will_be[key] for key in will_be.keys() - was.keys()})
    return settings[0] == settings[1] and all(addition == added[0] for addition in added)


def _metrics(sum: str, queries: Mapping[str, Any]) -> dict[str, str]:
    """Return each summed metric with its dimensions."""
    dimensions_of = {}
    for id in _TERM.findall(sum):
        metric = (as_blocks(queries.get(id, {}).get("metric")) or [{}])[0]
        dimensions_of[repr(_sorted(metric))] = repr(_sorted(metric.get("dimensions")))
    return dimensions_of


def _sorted(value: Any) -> Any:
    return sorted((key, _sorted(part)) for key, part in value.items()) if isinstance(value, Mapping) else value


def _filled(value: Any) -> Any:
    """Return a value without empty parts, which plans and states write differently."""
    if isinstance(value, Mapping):
        return {name: kept for name, part in value.items() if (kept := _filled(part)) not in (None, "", 0, False, [], {})}
    return [_filled(part) for part in value] if isinstance(value, list) else value
