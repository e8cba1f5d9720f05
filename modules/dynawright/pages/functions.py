"""Stream functions with their trigger, retries, failed records and variables."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dynawright.model import System
from dynawright.pages.shape import MAPPING
from dynawright.rules.resources import Document, Resource

NAMES = ("bucket", "name")


@dataclass(frozen=True)
class StreamFunction:
    name: str
    does: str
    table: str
    filters: tuple[str, ...]
    batch: str
    retries: str
    failures: str
    patterns: tuple[str, ...]
    variables: Mapping[str, str]


def stream_functions(read: Document, system: System) -> list[StreamFunction]:
    """Return the functions in a stack's Terraform JSON, in its order."""
    return list(_functions(read, system))


def _functions(read: Document, system: System) -> Iterator[StreamFunction]:
    for mapping in read.of_type(MAPPING):
        function, table = read.referred(mapping.get("function_name")), read.referred(mapping.get("event_source_arn"))
        if function is None or table is None:
            continue
        does = str(function.get("description", ""))
        window = mapping.get("maximum_batching_window_in_seconds", 0)
        halved = ", a failed batch is halved" if mapping.get("bisect_batch_on_function_error") else ""
        yield StreamFunction(
            name=str(function.get("function_name")),
            does=does,
            table=str(table.get("name")),
            filters=tuple(_pattern(criteria) for criteria in mapping.block("filter_criteria").get("filter") or ()),
            batch=f"up to {mapping.get('batch_size', 100)} records, gathered for {window} s",
            retries=f"{mapping.get('maximum_retry_attempts', -1)} times, for {_age(mapping)}{halved}",
            failures=_destination(read, mapping),
            patterns=tuple(_patterns(system, does)),
            variables={name: _value(read, value) for name, value in function.block("environment").get("variables", {}).items()},
        )


def _patterns(system: System, description: str) -> Iterator[str]:
    """Yield the patterns of the function's consumer, which has the same description."""
    for _, pattern in system.access_patterns:
        if any(consumer.description == description for consumer in pattern.used_by):
            yield f"{pattern.id} {pattern.question}"


def _pattern(filter: Mapping[str, object]) -> str:
    text = str(filter.get("pattern", ""))
    try:
        return json.dumps(json.loads(text), indent=1)
    except ValueError:
        return text


def _age(mapping: Resource) -> str:
    seconds = int(mapping.get("maximum_record_age_in_seconds", -1))
    return "as long as the stream has it" if seconds < 0 else f"{seconds // 60} minutes"


def _destination(read: Document, mapping: Resource) -> str:
    for config in mapping.blocks("destination_config"):
        on_failure = config.get("on_failure") or {}
        block = on_failure[0] if isinstance(on_failure, list) else on_failure
        resource = read.referred(block.get("destination_arn"))
        if resource:
            kind = resource.type.removeprefix("aws_").replace("_", " ")
            return f"{kind} {next((str(resource.get(name)) for name in NAMES if resource.get(name)), resource.label)}"
    return "nowhere: they are lost"


def _value(read: Document, value: object) -> str:
    resource = read.referred(value)
    return str(resource.get("name", resource.label)) if resource else str(value)
