"""Tables follow from the model.

Code queries a table by the keys and indexes its model declares, functions read the images its stream is declared to
hold, and items expire by the attribute the model names. A table that differs is applied without an error, and then
gives wrong answers or none. Its consumers have a role in the stack, or the table's own policy admits them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dynawright.model import Consumer, TableModel
from dynawright.rules.intent import Intent
from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import NONE_APPLIES, Rule
from dynawright.rules.statements import statements

Shape = Mapping[str, Any]


def check(table: Resource, document: Document) -> Iterator[str]:
    tables = document.intent.tables if document.intent else {}
    model = tables.get(str(table.get("name")))
    if model is None:
        yield f"the model has no table of this name: {', '.join(sorted(tables)) or 'it has none'}"
        return
    built, declared = _built(table), _declared(model)
    for what in sorted(built.keys() | declared.keys()):
        if built.get(what) != declared.get(what):
            yield f"{what} is {_shown(built.get(what))}; the model says {_shown(declared.get(what))}"
    if document.is_ours and (missing := _without_role(model, table, document)):
        yield f"no role is built for {', '.join(missing)}, and the table's own policy admits none"


def _without_role(model: TableModel, table: Resource, document: Document) -> list[str]:
    """Return the consumers of a table without a role; the table's policy may admit foreign roles.

    A stream function has one unless the settings leave it out.
    """
    intent = document.intent
    if intent is None or _admits(table, document):
        return []
    asking = {consumer.name for pattern in model.access_patterns for consumer in pattern.used_by}
    roles = {str(role.get("name")) for role in document.of_type("aws_iam_role")}
    return sorted(
        consumer.name
        for name, consumer in intent.roles.items()
        if consumer.name in asking and name not in roles and _has_role(name, consumer, intent)
    )


def _has_role(role: str, consumer: Consumer, intent: Intent) -> bool:
    if consumer.name in intent.functions:
        return bool(intent.dials.functions.get(role, {}).get("enabled") is True)
    return consumer.runs_on != "elsewhere"


def _admits(table: Resource, document: Document) -> bool:
    """Whether a policy of the table lets anybody in."""
    policies = document.of_type("aws_dynamodb_resource_policy")
    own = (policy for policy in policies if document.named(policy.get("resource_arn"), "name", "aws_dynamodb_table") is table)
    return any(statement.allows for policy in own for statement in statements(policy))


def _declared(model: TableModel) -> Shape:
    return {
        "the key": _key(model.partition_key.name, model.sort_key),
        **{f"the type of {name}": type for name, type in model.key_types.items()},
        "the attribute of expiry": model.ttl,
        "the stream": model.stream.value if model.stream else None,
        **{
            f"index {index.name}": (*_key(index.partition_key.name, index.sort_key), *_projection(index.projection))
            for index in model.indexes
        },
        **{f"local index {index.name}": (index.sort_key.name, *_projection(index.projection)) for index in model.local_indexes},
    }


def _built(table: Resource) -> Shape:
    expires, streams = table.block("ttl"), table.get("stream_enabled")
    return {
        "the key": (table.get("hash_key"), table.get("range_key")),
        **{f"the type of {block.get('name')}": block.get("type") for block in table.blocks("attribute")},
        "the attribute of expiry": expires.get("attribute_name") if expires.get("enabled") else None,
        "the stream": table.get("stream_view_type") if streams else None,
        **{
            f"index {block.get('name')}": (block.get("hash_key"), block.get("range_key"), *_projected(block))
            for block in table.blocks("global_secondary_index")
        },
        **{
            f"local index {block.get('name')}": (block.get("range_key"), *_projected(block))
            for block in table.blocks("local_secondary_index")
        },
    }


def _key(partition: str, sort: Any) -> tuple[str | None, str | None]:
    return partition, sort.name if sort else None


def _projection(projection: Any) -> tuple[str, frozenset[str]]:
    return projection.type, frozenset(projection.attributes)


def _projected(index: Mapping[str, Any]) -> tuple[Any, frozenset[Any]]:
    return index.get("projection_type"), frozenset(index.get("non_key_attributes") or ())


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        parts = [sorted(element) if isinstance(element, frozenset) else [element] for element in value]
        return ", ".join(str(name) for part in parts for name in part if name)
    return str(value) if value else "nothing"


RULE = Rule(
    module=__name__,
    number=54,
    severity="high",
    types=("aws_dynamodb_table",),
    check=check,
    standards=NONE_APPLIES,
    needs_intent=True,
)
