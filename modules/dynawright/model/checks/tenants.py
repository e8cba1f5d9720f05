"""Checks of tenant-scoped consumers: their patterns reach only the tenant's own partition."""

from collections.abc import Iterator

from dynawright.errors import Problem
from dynawright.model.consumer import Consumer
from dynawright.model.pattern import AccessPattern
from dynawright.model.permission import asked
from dynawright.model.table import TableModel


def problems(model: TableModel) -> Iterator[Problem]:
    for consumer in dict.fromkeys(consumer for pattern in model.access_patterns for consumer in pattern.used_by):
        if consumer.tenant_key is None:
            continue
        if len(consumer.tenant_template.parameters) != 1 or consumer.tenant_template.problems:
            text = f"tenant_key must have one place, such as 'TENANT#{{tenantId}}', got '{consumer.tenant_key}'"
            yield Problem("DW231", text, consumer.place, consumer.tenant_key, "one place")
            continue
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
