"""Checks of lengths known when a model is loaded, and of ranges that end before they begin."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from dynawright.errors import Problem
from dynawright.model.aliases import Aliases
from dynawright.model.condition import KeyCondition
from dynawright.model.consumer import Consumer
from dynawright.model.entity import Entity
from dynawright.model.key import key_value
from dynawright.model.limits import (
    MAX_DESCRIPTION,
    MAX_EXPRESSION_BYTES,
    MAX_PARTITION_KEY_BYTES,
    MAX_SORT_KEY_BYTES,
    KeyType,
)
from dynawright.model.table import TableModel
from dynawright.model.template import Template

_PLACE = re.compile(r"\{[^{}]*\}")
_DESCRIPTION = re.compile(r"[\t\n\r -~\u00a1-\u00ff]*")
DESCRIPTION_RULE = f"at most {MAX_DESCRIPTION} characters of Latin-1"
CODE = "DW228"


def expression_problems(kind: str, text: str) -> Iterator[Problem]:
    """Yield conditions and updates that are too long for DynamoDB in request form."""
    sent, _ = Aliases().expression(text)
    if (length := len(sent.encode())) > MAX_EXPRESSION_BYTES:
        told = f"the {kind} must be at most {MAX_EXPRESSION_BYTES} bytes, got {length}"
        yield Problem(CODE, told, value=length, allowed=str(MAX_EXPRESSION_BYTES), fix="change fewer attributes at once")


def entity_problems(model: TableModel, entity: Entity) -> Iterator[Problem]:
    """Yield keys that are too long whatever their placeholders hold."""
    for name, template in entity.keys.items():
        yield from _key_problems(model, name, template, entity.values)


def condition_problems(model: TableModel, name: str, condition: KeyCondition) -> Iterator[Problem]:
    """Yield operands that are too long, and empty ranges."""
    for operand in condition.operands:
        yield from _key_problems(model, name, operand, {})
    if condition.operator == "BETWEEN" and _is_reversed(model.key_types[name], *condition.operands):
        told = f"key '{name}': {condition} holds nothing, and DynamoDB refuses it"
        yield Problem("DW229", told, value=str(condition), fix="exchange the two")


def description_problems(consumer: Consumer) -> Iterator[Problem]:
    """Yield descriptions that IAM does not accept for a role."""
    if len(consumer.description) > MAX_DESCRIPTION or not _DESCRIPTION.fullmatch(consumer.description):
        told = f"the description must be {DESCRIPTION_RULE}: it is that of a role"
        yield Problem("DW235", told, value=consumer.description, allowed=DESCRIPTION_RULE)


def _key_problems(model: TableModel, name: str, template: Template, values: Mapping[str, tuple[str, ...]]) -> Iterator[Problem]:
    if name not in model.key_types:
        return
    shortest = {place: min((len(text.encode()) for text in values.get(place, ())), default=1) for place in template.parameters}
    length = len(_PLACE.sub("", template.text).encode())
    length += sum(shortest[place[1:-1]] for place in _PLACE.findall(template.text))
    if length > (most := _most_bytes(model, name)):
        told = f"key '{name}' must be at most {most} bytes, and has {length} or more"
        yield Problem(CODE, told, value=length, allowed=f"{most} bytes")


def _most_bytes(model: TableModel, name: str) -> int:
    """Return the longest allowed key: shorter for an attribute that is a sort key anywhere."""
    keys = [model.key, *model.index_keys.values()]
    return MAX_SORT_KEY_BYTES if any(len(key) > 1 and key[1].name == name for key in keys) else MAX_PARTITION_KEY_BYTES


def _is_reversed(type: KeyType, first: Template, last: Template) -> bool:
    """Return whether the lower bound exceeds the upper one whatever their placeholders hold."""
    begin, end = (_PLACE.split(template.text, maxsplit=1) for template in (first, last))
    if len(begin) == len(end) == 1:  # no places
        return bool(key_value(type, first.text) > key_value(type, last.text))  # type: ignore[operator]  # both of one type
    low, high = begin[0].encode(), end[0].encode()
    return type != "N" and low > high and (len(end) == 1 or not low.startswith(high))
