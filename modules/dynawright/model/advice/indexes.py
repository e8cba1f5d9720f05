"""Indexes that become hot, stale or too large."""

from __future__ import annotations

from collections.abc import Iterator

from dynawright.model.advice.few_values import FEW_VALUES
from dynawright.model.advice.remark import Remark, remark
from dynawright.model.matching import matching_entities
from dynawright.model.operation import UpdateItem
from dynawright.model.reach import changed, writes
from dynawright.model.table import TableModel


def remarks(model: TableModel) -> Iterator[Remark]:
    yield from _hot_partitions(model)
    yield from _stale_keys(model)
    for index in model.local_indexes:
        text = "the items under one partition key, with their entries in local indexes, are limited to 10 GB: beyond, writes fail"
        yield remark(index, "DW267", text, value=index.name, fix="use a global index if a partition can grow so far")


def _hot_partitions(model: TableModel) -> Iterator[Remark]:
    for index in model.indexes:
        for entity in model.entities:
            template = entity.keys.get(index.partition_key.name)
            if template is not None and {*template.parameters} <= FEW_VALUES | {*entity.values}:
                text = (
                    f"index '{index.name}' has one partition per '{template.text}', which takes few values: "
                    "a hot partition under load"
                )
                yield remark(entity, "DW264", text, value=template.text, fix="add a shard or a date to the key")


def _stale_keys(model: TableModel) -> Iterator[Remark]:
    """Find index keys that an update leaves out: they keep their old value, since DynamoDB builds no keys."""
    for pattern in model.access_patterns:
        for update in writes(pattern):
            if not isinstance(update, UpdateItem):
                continue
            for entity in matching_entities(model, update.key):
                for index, keys in model.index_keys.items():
                    for key in (key.name for key in keys if key.name in entity.keys and key not in model.key):
                        forgotten = changed(update).intersection(entity.keys[key].parameters)
                        if forgotten and key not in changed(update):
                            text = (
                                f"it changes {', '.join(sorted(forgotten))}, from which '{entity.name}' builds {key}: "
                                f"index '{index}' would find the item by its old value"
                            )
                            yield remark(pattern, "DW266", text, value=key, fix=f"set {key} in the same update")
