"""Each system's README, which `dynawright docs` writes from its model."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from dynawright import project
from dynawright.docs.markdown import rows
from dynawright.errors import Place
from dynawright.model import AccessPattern, System, TableModel
from dynawright.model.access_matrix import access_matrix
from dynawright.model.advice import Remark
from dynawright.model.advice.under_load import remarks_under
from dynawright.model.attribute import in_words
from dynawright.model.index import Projection
from dynawright.model.operation import PutItem
from dynawright.model.pattern import BatchGet, BatchWrite, Delete, Get, Put, Query, Scan, TransactGet, TransactWrite, Update
from dynawright.model.permission import permissions
from dynawright.model.sharding import fan_out
from dynawright.model.template import Template
from dynawright.monitoring.alarm import Alarm
from dynawright.monitoring.alarms import Alarms
from dynawright.settings import load_named
from dynawright.settings.load_file import load_of
from dynawright.stack import SystemStack

DECISIONS = "decisions.md"
"""A hand-written file beside the model with the system's decisions, which ends the page."""


def readme(system: System, alarms: Alarms, monthly_usd: float, decisions: str = "") -> str:
    """Return the page; `alarms` are production's, `monthly_usd` is their cost with the dashboard."""
    parts = [
        f"# {system.name}",
        "Written by `dynawright docs` from [model.py](model.py)"
        + (f" and [{DECISIONS}]({DECISIONS})" if decisions.strip() else "")
        + ". Do not edit.",
        "## Tables",
        *(part for table in system.tables for part in _table(table)),
        "## Access patterns",
        rows(
            ("id", "question", "operation", "table or index", "key", "used by"),
            [_pattern(table, pattern) for table, pattern in system.access_patterns],
        ),
        "## Who may do what",
        "Each consumer's role has exactly these rights; an IAM simulator proves it for every environment. `*` in a key is the part "
        "that differs from item to item. Key rights of KMS come on top where the environment chose a key of its own.",
        rows(("consumer", "action", "table or index", "partition key", "for"), list(_matrix(system))),
        *_what_tenants_can_plant(system),
        *_alarms(alarms, monthly_usd),
        *_remarks(system),
        *(["## Decisions", decisions.strip()] if decisions.strip() else []),
    ]
    return "\n\n".join(parts) + "\n"


def _table(table: TableModel) -> Iterator[str]:
    yield f"### `{table.name}-<environment>`"
    facts = [f"key {_keys([key.name + ' ' + key.type for key in table.key])}"]
    if table.ttl:
        facts.append(f"TTL `{table.ttl}`")
    if table.stream:
        facts.append(f"stream {table.stream.value}")
    yield ", ".join(facts)
    indexes = [
        (f"`{index.name}`", _keys([key.name for key in table.index_keys[index.name]]), _projection(index.projection))
        for index in table.all_indexes
    ]
    if indexes:
        yield rows(("index", "key", "projection"), indexes)
    entities = []
    for entity in table.entities:
        life = "" if entity.expires_after is None else str(entity.expires_after).removesuffix(", 0:00:00")
        life += f" from {', else '.join(entity.expires_from)}" if entity.expires_from else ""
        attributes = ", ".join(
            in_words(name, declared, optional=name in entity.optional) for name, declared in entity.declared.items()
        )
        if entity.chunks is not None:
            attributes += f"; {entity.chunks.of} in at most {entity.chunks.at_most} chunks"
        entities.append((entity.name, _templates(entity.keys), attributes, life))
    yield rows(("entity", "keys", "attributes", "expires after"), entities)


def _projection(projection: Projection) -> str:
    return f"{projection.type} {', '.join(f'`{name}`' for name in projection.attributes)}".strip()


def _pattern(table: TableModel, pattern: AccessPattern) -> tuple[str, ...]:
    place = getattr(pattern, "index", None) or table.name
    consumers = ", ".join(consumer.name for consumer in pattern.used_by)
    operation = pattern.operation if pattern.request == pattern.operation else f"{pattern.operation} in {pattern.request}"
    return pattern.id, pattern.question, operation, f"`{place}`", _asked(table, pattern), consumers


def _asked(table: TableModel, pattern: AccessPattern) -> str:
    match pattern:
        case Query():
            asked = " ".join(f"`{name} {condition}`" for name, condition in pattern.key.items())
            shards = len(fan_out(table, pattern))
            details = ["descending"] if pattern.descending else []
            details += [f"limit {pattern.limit}"] if pattern.limit else []
            details += [f"pages of {pattern.page_size}"] if pattern.page_size else []
            details += [f"{shards} requests, merged"] if shards > 1 else []
            return ", ".join([asked, *details])
        case Get() | Update() | Delete():
            return _templates(pattern.item.key)
        case BatchGet():
            return _templates(pattern.key)
        case Put():
            return f"{pattern.item.entity}" + (f", if `{pattern.item.condition}`" if pattern.item.condition else "")
        case BatchWrite():
            return ", ".join(pattern.entities)
        case TransactGet() | TransactWrite():
            return "; ".join(item.entity if isinstance(item, PutItem) else _templates(item.key) for item in pattern.items)
        case Scan():
            read = ", ".join(f"`{name}`" for name in pattern.attributes) or "all attributes"
            return f"{read}, because {pattern.because}" if pattern.because else read
    return ""


def _matrix(system: System) -> Iterator[tuple[str, ...]]:
    """Yield a row per consumer, action, place and key; rights that differ only in attributes share one."""
    joined: dict[tuple[str, ...], list[str]] = {}
    for right in access_matrix(system):
        joined.setdefault((right.consumer, right.deed, right.place, right.partition), []).extend(right.patterns)
    for row, patterns in joined.items():
        yield *row, ", ".join(dict.fromkeys(patterns))


def _what_tenants_can_plant(system: System) -> Iterator[str]:
    """Warn readers: IAM limits the attributes that a tenant writes, but not their values."""
    for consumer in system.consumers:
        for table in system.tables:
            written = {name for permission in permissions(table, consumer) for name in permission.written}
            own = table.partition_key.name
            for index, (key, *_) in table.index_keys.items():
                asked = [pattern.id for pattern in table.access_patterns if isinstance(pattern, Query) and pattern.index == index]
                if asked and key.name != own and key.name in written:
                    yield (
                        f"A session of '{consumer.name}' writes the attributes of its own entities only, no keys of other indexes. IAM can't bind the "
                        f"value of `{key.name}`, though: a tenant can place an item of its own under another's `{key.name}`. Code that asks "
                        f"{', '.join(asked)} drops items whose `{own}`, which IAM does bind, is another tenant's than `{key.name}`; "
                        "or reads the tenant's partition of the table instead."
                    )


def _alarms(alarms: Alarms, monthly_usd: float) -> Iterator[str]:
    """Yield a row per rule and threshold, with everything that it watches."""
    yield "## Alarms in production"
    yield (
        f"{len(alarms.alarms)} alarms, about {monthly_usd:.2f} USD a month with their composite alarms, those of autoscaling and the dashboard. "
        "[docs/alarms.md](../../docs/alarms.md) says more about each."
    )
    joined: dict[tuple[str, str, str], list[Alarm]] = {}
    for alarm in alarms.alarms:
        joined.setdefault((alarm.rule.title, alarm.condition, alarm.rule.what_to_do), []).append(alarm)
    lines = [
        (
            title,
            ", ".join(alarm.subject.words for alarm in same),
            condition,
            remedy,
            f"{sum(alarm.monthly_price for alarm in same):.2f}",
        )
        for (title, condition, remedy), same in joined.items()
    ]
    yield rows(("what", "watched", "fires at", "what to do", "USD a month"), lines)


def _remarks(system: System) -> Iterator[str]:
    """Yield the warnings, and the accepted ones with their reason."""
    remarks = remarks_under(system, load_of(system, None))
    warned = [_remark(remark) for remark in remarks if remark.reason is None]
    accepted = [f"{_remark(remark)} Accepted: {remark.reason}." for remark in remarks if remark.reason is not None]
    if warned or accepted:
        yield "## Remarks on the model"
        yield "\n".join(f"- {text}" for text in (*warned, *accepted))


def _remark(one: Remark) -> str:
    subject = f"`{one.table}`, {one.about.subject}" if one.table else one.about.subject
    return f"{one.problem.code}: {one.problem.at(Place(path=subject))}"


def _templates(keys: Mapping[str, Template]) -> str:
    return " ".join(f"`{name}={template.text}`" for name, template in keys.items())


def _keys(names: Sequence[str]) -> str:
    return " / ".join(f"`{name}`" for name in names)


def pages() -> dict[Path, str]:
    """Return the content of each README by path; production's stacks are built for their alarms."""
    from dynawright.synthesis import synthesize  # raises the problems of an invalid model

    with tempfile.TemporaryDirectory() as outdir:
        stacks = synthesize(load_named("production"), system=None, outdir=Path(outdir))
    return {
        project.stacks_folder() / stack.system.name / "README.md": readme(
            stack.system, stack.alarms, stack.watching_monthly_usd, _decisions(stack.system)
        )
        for stack in stacks
        if isinstance(stack, SystemStack) and stack.alarms is not None
    }


def _decisions(system: System) -> str:
    file = project.stacks_folder() / system.name / DECISIONS
    return file.read_text() if file.exists() else ""
