"""Checks of tenant-scoped consumers: nothing they are given reaches beyond their own partition."""

from collections.abc import Iterator

from dynawright.model.consumer import Consumer
from dynawright.model.pattern import AccessPattern
from dynawright.model.permission import asked
from dynawright.model.table import TableModel


def problems(model: TableModel) -> Iterator[str]:
    for consumer in dict.fromkeys(one for pattern in model.access_patterns for one in pattern.used_by):
        if consumer.tenant_key is None:
            continue
        if len(consumer.tenant_template.parameters) != 1 or consumer.tenant_template.problems:
            yield f"consumer '{consumer.name}' has the tenant key '{consumer.tenant_key}': it needs one place, such as TENANT#{{tenantId}}"
            continue
        for pattern in model.access_patterns:
            if consumer in pattern.used_by:
                yield from _pattern_problems(model, pattern, consumer)


def _pattern_problems(model: TableModel, pattern: AccessPattern, consumer: Consumer) -> Iterator[str]:
    for one in asked(model, pattern):
        if one.action == "Scan":
            yield f"pattern {pattern.id} gives a Scan to tenant-scoped '{consumer.name}': it would read every tenant's items"
        for template in one.partitions:
            if template.text != consumer.tenant_key:
                place = "the table" if one.index is None else f"index '{one.index}'"
                yield (
                    f"pattern {pattern.id} lets tenant-scoped '{consumer.name}' reach '{template.text}' of {place}: "
                    f"its partition key must be '{consumer.tenant_key}'"
                )
