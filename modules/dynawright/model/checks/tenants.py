"""Checks of tenant-scoped consumers: their patterns reach only the tenant's own partition."""

from collections.abc import Iterator

from dynawright.errors import Problem
from dynawright.model.consumer import Consumer
from dynawright.model.pattern import AccessPattern
from dynawright.model.permission import asked
from dynawright.model.session_tag import can_be, holds, separators
from dynawright.model.table import TableModel


def problems(model: TableModel) -> Iterator[Problem]:
    for consumer in dict.fromkeys(consumer for pattern in model.access_patterns for consumer in pattern.used_by):
        if consumer.tenant_key is None:
            continue
        if len(consumer.tenant_template.parameters) != 1 or consumer.tenant_template.problems:
            text = f"tenant_key must have one place, such as 'TENANT#{{tenantId}}', got '{consumer.tenant_key}'"
            yield Problem("DW231", text, consumer.place, consumer.tenant_key, "one place")
            continue
        for separator in separators(consumer.tenant_template):
            if holds(separator):
                text = f"'{separator}' beside the place of '{consumer.tenant_key}' can be part of a session tag"
                yield Problem("DW232", text, consumer.place, separator, fix="separate by '#'")
        for pattern in model.access_patterns:
            if consumer in pattern.used_by:
                yield from (problem.at(pattern.place) for problem in _pattern_problems(model, pattern, consumer))


def _pattern_problems(model: TableModel, pattern: AccessPattern, consumer: Consumer) -> Iterator[Problem]:
    for request in asked(model, pattern):
        if request.action == "Scan":
            text = f"a Scan would let tenant-scoped consumer '{consumer.name}' read the items of every tenant"
            yield Problem("DW231", text, value=consumer.name, fix="use a Query")
        for template in request.partitions:
            if template.text != consumer.tenant_key:
                where = "the table" if request.index is None else f"index '{request.index}'"
                text = f"tenant-scoped consumer '{consumer.name}' would reach '{template.text}' of {where}"
                fix = f"its partition key must be '{consumer.tenant_key}'"
                yield Problem("DW231", text, value=template.text, allowed=str(consumer.tenant_key), fix=fix)
        yield from _reached_by_tag(model, request.index, consumer)


def _reached_by_tag(model: TableModel, index: str | None, consumer: Consumer) -> Iterator[Problem]:
    """Yield keys of other entities that a tenant's tag could equal: `TENANT#{id}:LOG` by the tag `a:LOG`."""
    key = (model.key if index is None else model.index_keys[index])[0].name
    for entity in model.entities:
        other = entity.keys.get(key)
        if other is not None and other.text != consumer.tenant_key and can_be(other, consumer.tenant_template):
            text = f"a session tag could make '{consumer.tenant_key}' a key of entity '{entity.name}', '{other.text}'"
            yield Problem("DW232", text, value=other.text, fix="separate its parts by '#', which no session tag holds")
