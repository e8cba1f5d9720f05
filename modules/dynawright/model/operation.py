"""Operations of one request, from which patterns and transactions are built."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dynawright.model.condition import KeyCondition, equals
from dynawright.model.must_be import must_be
from dynawright.model.reserved import attribute_names
from dynawright.model.template import Template
from dynawright.model.vocabulary import Vocabulary


def key_templates(keys: Mapping[str, str]) -> dict[str, Template]:
    return {name: Template(text) for name, text in attribute_names(keys).items()}


def key_conditions(keys: Mapping[str, str | KeyCondition]) -> dict[str, KeyCondition]:
    return {name: given if isinstance(given, KeyCondition) else equals(given) for name, given in attribute_names(keys).items()}


@dataclass(frozen=True, init=False)
class GetItem(Vocabulary):
    """One item by its key."""

    key: Mapping[str, Template]

    def __init__(self, **key: str) -> None:
        object.__setattr__(self, "key", key_templates(key))


@dataclass(frozen=True)
class PutItem(Vocabulary):
    """A whole item of an entity."""

    entity: str
    condition: str = ""

    def __post_init__(self) -> None:
        must_be("a put", "entity", self.entity, str, 'the name of the entity, entity="ORDER"')
        must_be("a put", "condition", self.condition, str, 'an expression, condition="attribute_not_exists(PK)"')


@dataclass(frozen=True, init=False)
class UpdateItem(Vocabulary):
    """Changes attributes of one item."""

    update: str
    condition: str
    key: Mapping[str, Template]

    def __init__(self, update: str, /, *, condition: str = "", **key: str) -> None:
        must_be("an update", "update", update, str, 'an expression, "SET status = {status}"')
        must_be("an update", "condition", condition, str, 'an expression, condition="attribute_exists(PK)"')
        for field, value in (("update", update), ("condition", condition), ("key", key_templates(key))):
            object.__setattr__(self, field, value)


@dataclass(frozen=True, init=False)
class DeleteItem(Vocabulary):
    """Deletes one item by its key."""

    condition: str
    key: Mapping[str, Template]

    def __init__(self, *, condition: str = "", **key: str) -> None:
        must_be("a delete", "condition", condition, str, 'an expression, condition="attribute_exists(PK)"')
        object.__setattr__(self, "condition", condition)
        object.__setattr__(self, "key", key_templates(key))


@dataclass(frozen=True, init=False)
class ConditionCheck(Vocabulary):
    """A condition within a transaction: the transaction fails unless it holds."""

    condition: str
    key: Mapping[str, Template]

    def __init__(self, condition: str, /, **key: str) -> None:
        must_be("a ConditionCheck", "condition", condition, str, 'an expression, "attribute_exists(PK)"')
        object.__setattr__(self, "condition", condition)
        object.__setattr__(self, "key", key_templates(key))


Write = PutItem | UpdateItem | DeleteItem | ConditionCheck
