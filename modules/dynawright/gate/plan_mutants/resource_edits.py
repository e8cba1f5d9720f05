"""Edits of a whole resource, where the effect depends on its other attributes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

Values = Mapping[str, Any]


def _threshold(is_looser: bool) -> Callable[[Values], Iterator[Values]]:
    def edit(alarm: Values) -> Iterator[Values]:
        threshold = alarm.get("threshold")
        if isinstance(threshold, int | float):
            is_upwards = str(alarm.get("comparison_operator")).startswith("Greater") is is_looser
            yield {**alarm, "threshold": threshold * 2 + 10 if is_upwards else threshold / 2 - 1}

    return edit


def _later(alarm: Values) -> Iterator[Values]:
    periods, points = alarm.get("evaluation_periods") or 1, alarm.get("datapoints_to_alarm") or 1
    yield {**alarm, "evaluation_periods": periods + 3, "datapoints_to_alarm": points + 3}


def _sooner(alarm: Values) -> Iterator[Values]:
    points = alarm.get("datapoints_to_alarm") or 1
    if points > 1:
        yield {**alarm, "datapoints_to_alarm": points - 1}


def _key_schema(is_same: bool) -> Callable[[Values], Iterator[Values]]:
    """Return an edit of the key in the form of newer providers."""

    def edit(table: Values) -> Iterator[Values]:
        keys = [("HASH", table.get("hash_key")), ("RANGE", table.get("range_key"))]
        schema = [{"attribute_name": name, "key_type": kind} for kind, name in keys if name]
        if schema and not is_same:
            schema[-1]["attribute_name"] = "other"
        yield {**table, "hash_key": None, "range_key": None, "key_schema": schema}

    return edit


def _index(change: Callable[[dict[str, Any]], dict[str, Any] | None]) -> Callable[[Values], Iterator[Values]]:
    def edit(table: Values) -> Iterator[Values]:
        indexes = table.get("global_secondary_index") or []
        for place, index in enumerate(indexes):
            if changed := change(dict(index)):
                yield {**table, "global_secondary_index": [*indexes[:place], changed, *indexes[place + 1 :]]}

    return edit


def _index_key_schema(index: dict[str, Any]) -> dict[str, Any]:
    return {**index, "hash_key": None, "range_key": None, "key_schema": [{"attribute_name": "other", "key_type": "HASH"}]}


def _projected_otherwise(index: dict[str, Any]) -> dict[str, Any] | None:
    return {**index, "projection_type": "KEYS_ONLY", "non_key_attributes": None}


def _one_more_index(table: Values) -> Iterator[Values]:
    new = {"name": "added-later", "hash_key": "addedLater", "projection_type": "ALL"}
    attributes = [*(table.get("attribute") or []), {"name": "addedLater", "type": "S"}]
    yield {**table, "attribute": attributes, "global_secondary_index": [*(table.get("global_secondary_index") or []), new]}


def _fewer_parts(alarm: Values) -> Iterator[Values]:
    parts = str(alarm.get("alarm_rule")).split(" OR ")
    if len(parts) > 1:
        yield {**alarm, "alarm_rule": " OR ".join(parts[1:])}
    yield {**alarm, "alarm_rule": f'({alarm.get("alarm_rule")}) AND ALARM("another")'}


def _more_parts(alarm: Values) -> Iterator[Values]:
    if " AND " not in str(alarm.get("alarm_rule")):
        yield {**alarm, "alarm_rule": f'{alarm.get("alarm_rule")} OR ALARM("another")'}


RESOURCE_EDITS: Mapping[str, Callable[[Any], Iterator[Any]]] = {
    "looser-threshold": _threshold(True),
    "stricter-threshold": _threshold(False),
    "later": _later,
    "sooner": _sooner,
    "key-schema-other": _key_schema(False),
    "key-schema-same": _key_schema(True),
    "index-key-schema-other": _index(_index_key_schema),
    "index-projected-otherwise": _index(_projected_otherwise),
    "one-more-index": _one_more_index,
    "fewer-parts": _fewer_parts,
    "more-parts": _more_parts,
}
