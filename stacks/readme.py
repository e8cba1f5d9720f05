"""Each system's README, written from its model: `python -m stacks.readme` (`make readmes`). A test keeps them current."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from errors import run
from modules.model import AccessPattern, Consumer, System, TableModel
from modules.model.index import Projection
from modules.model.operation import PutItem
from modules.model.pattern import BatchGet, BatchWrite, Delete, Get, Put, Query, Scan, TransactGet, TransactWrite, Update
from modules.model.permission import Permission, permissions
from modules.model.sharding import fan_out
from modules.model.template import Template

FOLDER = Path(__file__).parent


def readme(system: System) -> str:
    """The whole page."""
    parts = [
        f"# {system.name}",
        "Written by `make readmes` from [model.py](model.py). Do not edit.",
        "## Tables",
        *(part for table in system.tables for part in _table(table)),
        "## Access patterns",
        _rows(
            ("id", "question", "operation", "table or index", "key", "used by"),
            [_pattern(table, pattern) for table, pattern in system.access_patterns],
        ),
        "## Who may do what",
        "Each consumer's role has exactly these rights; an IAM simulator proves it for every environment. `*` in a key is the part "
        "that differs from item to item. Key rights of KMS come on top where the environment chose a key of its own.",
        _rows(("consumer", "action", "table or index", "partition key", "for"), list(_matrix(system))),
        *_remarks(system),
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
        yield _rows(("index", "key", "projection"), indexes)
    rows = []
    for entity in table.entities:
        life = "" if entity.expires_after is None else str(entity.expires_after).removesuffix(", 0:00:00")
        rows.append(
            (entity.name, _templates(entity.keys), ", ".join(f"{name} {type}" for name, type in entity.attributes.items()), life)
        )
    yield _rows(("entity", "keys", "attributes", "expires after"), rows)


def _projection(projection: Projection) -> str:
    return f"{projection.type} {', '.join(f'`{name}`' for name in projection.attributes)}".strip()


def _pattern(table: TableModel, pattern: AccessPattern) -> tuple[str, ...]:
    place = getattr(pattern, "index", None) or table.name
    consumers = ", ".join(consumer.name for consumer in pattern.used_by)
    return pattern.id, pattern.question, pattern.operation, f"`{place}`", _asked(table, pattern), consumers


def _asked(table: TableModel, pattern: AccessPattern) -> str:
    match pattern:
        case Query():
            asked = " ".join(f"`{name} {condition}`" for name, condition in pattern.key.items())
            shards = len(fan_out(table, pattern))
            details = ["descending"] if pattern.descending else []
            details += [f"limit {pattern.limit}"] if pattern.limit else []
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
            return ", ".join(f"`{name}`" for name in pattern.attributes) or "all attributes"
    return ""


def _matrix(system: System) -> Iterator[tuple[str, ...]]:
    for consumer in system.consumers:
        for table in system.tables:
            joined: dict[tuple[str, str, str], list[str]] = {}
            for permission in permissions(table, consumer):
                place = f"`{table.name}`" if permission.index is None else f"`{table.name}` index `{permission.index}`"
                row = (permission.action, place, _leading(consumer, permission))
                joined.setdefault(row, []).append(permission.pattern)
            for (action, place, key), patterns in joined.items():
                yield consumer.name, action, place, key, ", ".join(dict.fromkeys(patterns))


def _leading(consumer: Consumer, permission: Permission) -> str:
    if consumer.tenant_key is not None:
        return f"`{consumer.tenant_key}` of the session's tag, no other"
    if permission.action == "Scan":
        return "all"
    return ", ".join(f"`{key}`" for key in permission.leading_keys) or "any"


def _remarks(system: System) -> Iterator[str]:
    if system.warnings:
        yield "## Remarks on the model"
        yield "\n".join(f"- {warning}" for warning in system.warnings)


def _templates(keys: Mapping[str, Template]) -> str:
    return " ".join(f"`{name}={template.text}`" for name, template in keys.items())


def _keys(names: Sequence[str]) -> str:
    return " / ".join(f"`{name}`" for name in names)


def _rows(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def main() -> None:
    from stacks.systems import SYSTEMS  # a model that is not sound says so here

    for system in SYSTEMS:
        (FOLDER / system.name / "README.md").write_text(readme(system))


if __name__ == "__main__":
    run(main)
