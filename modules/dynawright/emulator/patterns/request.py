"""Convert a pattern and parameter values to the arguments of the boto3 call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dynawright.model.aliases import Aliases
from dynawright.model.condition import KeyCondition
from dynawright.model.item import Item
from dynawright.model.key import key_value
from dynawright.model.table import TableModel
from dynawright.model.template import Template

Values = Mapping[str, Any]
Wire = dict[str, Any]


def to_wire(item: Item) -> Wire:
    from boto3.dynamodb.types import TypeSerializer

    return {name: TypeSerializer().serialize(value) for name, value in item.items()}


def from_wire(wire: Wire) -> Item:
    from boto3.dynamodb.types import TypeDeserializer

    return {name: _without_wrappers(TypeDeserializer().deserialize(value)) for name, value in wire.items()}


def _without_wrappers(value: Any) -> Any:
    """Return a value without boto3's wrapper of bytes."""
    if isinstance(value, dict):
        return {name: _without_wrappers(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_without_wrappers(inner) for inner in value]
    if isinstance(value, set):
        return {_without_wrappers(inner) for inner in value}
    return bytes(value) if type(value).__name__ == "Binary" else value


def rendered_key(model: TableModel, key: Mapping[str, Template], values: Values) -> Item:
    return {name: key_value(model.key_types[name], template.render(values)) for name, template in key.items()}


class Expressions:
    """The expressions of one request."""

    def __init__(self) -> None:
        self.arguments: dict[str, str] = {}
        self._aliases = Aliases()
        self._values: Item = {}

    def key_condition(self, model: TableModel, key: Mapping[str, KeyCondition], values: Values) -> None:
        texts = []
        for name, condition in key.items():
            text, places = self._aliases.key_condition(name, condition)
            texts.append(text)
            for place, operand in zip(places, condition.operands, strict=True):
                self._values[place] = key_value(model.key_types[name], operand.render(values))
        self.arguments["KeyConditionExpression"] = " AND ".join(texts)

    def projection(self, attributes: tuple[str, ...]) -> None:
        if attributes:
            self.arguments["ProjectionExpression"] = self._aliases.projection(attributes)

    def add(self, argument: str, text: str, values: Values) -> None:
        """Add a condition or update expression in the model's syntax."""
        if text:
            self.arguments[argument], places = self._aliases.expression(text)
            self._values |= {f":{name}": values[name] for name in places}

    def all(self) -> dict[str, Any]:
        everything: dict[str, Any] = dict(self.arguments)
        if self._aliases.names:
            everything["ExpressionAttributeNames"] = self._aliases.names
        if self._values:
            everything["ExpressionAttributeValues"] = to_wire(self._values)
        return everything
