"""The changes of a plan in words, by kind of resource, with differing attributes.

A changed index lists the patterns that it serves.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from dynawright.guard.change import UNKNOWN, Change
from dynawright.model.access_matrix import Right
from dynawright.pages.drawing import cut

KINDS = {
    "Tables and indexes": ("aws_dynamodb_", "aws_appautoscaling_", "aws_dax_"),
    "Stream functions": ("aws_lambda_", "aws_kinesis_"),
    "Rights": ("aws_iam_",),
    "Alarms and dashboards": ("aws_cloudwatch_metric_", "aws_cloudwatch_composite_", "aws_cloudwatch_dashboard"),
    "Backups and exports": ("aws_backup_", "aws_scheduler_"),
    "Keys and secrets": ("aws_kms_", "aws_secretsmanager_"),
}
OTHER = "Everything else"
VERBS: dict[tuple[str, ...], tuple[str, str]] = {
    ("create",): ("add", "added"),
    ("update",): ("change", "kept"),
    ("delete",): ("destroy", "removed"),
    ("forget",): ("forget", "removed"),
}
REPLACE = ("replace", "removed")
DERIVED = {"tags_all", "id", "arn", "stream_arn", "stream_label", "etag", "last_modified", "qualified_arn", "version"}
"""Attributes that are derived from others."""
LONGEST = 140


@dataclass(frozen=True)
class Difference:
    """An attribute before and after."""

    attribute: str
    before: str
    after: str


@dataclass(frozen=True)
class ChangeRow:
    """A changed resource."""

    verb: str
    state: str
    name: str
    address: str
    differences: tuple[Difference, ...]
    notes: tuple[str, ...]


def change_rows(
    changes: Iterable[Change], before: Iterable[Right], after: Iterable[Right], named: Callable[[str], str]
) -> dict[str, list[ChangeRow]]:
    """Return the rows of each kind; rights before and after give the patterns of an index."""
    rights = (list(before), list(after))
    groups: dict[str, list[ChangeRow]] = {kind: [] for kind in (*KINDS, OTHER)}
    for change in changes:
        if not change.is_unchanged:
            verb, state = VERBS.get(change.actions, REPLACE)
            notes = tuple(_index_notes(change, rights, named)) if change.type == "aws_dynamodb_table" else ()
            groups[kind_of(change.type)].append(
                ChangeRow(verb, state, change.label, change.address, tuple(_differences(change)), notes)
            )
    return {kind: rows for kind, rows in groups.items() if rows}


def kind_of(type: str) -> str:
    """Return the kind of a resource type."""
    return next((kind for kind, beginnings in KINDS.items() if type.startswith(beginnings)), OTHER)


def _differences(change: Change) -> Iterator[Difference]:
    if not change.stays:
        return
    for name in sorted({*change.before, *change.after}):
        old, new = change.before.get(name), change.after.get(name)
        if name not in DERIVED and name not in change.sensitive and new is not UNKNOWN and old != new and (old or new):
            yield Difference(name, _shown(old), _shown(new))


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, default=repr, ensure_ascii=False)
    return cut(text, LONGEST)


def _index_notes(change: Change, rights: tuple[list[Right], list[Right]], named: Callable[[str], str]) -> Iterator[str]:
    """Yield each added, removed or changed index with its patterns and their consumers."""
    before, after = _indexes(change.before), _indexes(change.after)
    for name in {**before, **after}:
        if before.get(name) == after.get(name):
            continue
        verb = "added" if name not in before else "removed" if name not in after else "changed"
        known = rights[0] if verb == "removed" else rights[1]
        served = [right for right in known if right.index == name and named(right.table) == change.label]
        patterns = ", ".join(dict.fromkeys(pattern for right in served for pattern in right.patterns))
        consumers = ", ".join(dict.fromkeys(right.consumer for right in served))
        yield f"index {name} is {verb}: " + (f"it serves {patterns} of {consumers}" if served else "no pattern uses it")


def _indexes(values: Mapping[str, Any]) -> dict[str, Any]:
    blocks = [
        block
        for name in ("global_secondary_index", "local_secondary_index")
        for block in values.get(name) or ()
        if isinstance(block, Mapping)
    ]
    return {str(block.get("name")): {key: value for key, value in block.items() if value is not UNKNOWN} for block in blocks}
