"""A pattern and values for its parameters → the arguments of the boto3 call."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from dynawright.model.condition import KeyCondition
from dynawright.model.expression import KEYWORDS, place_of, tokens
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
    """boto3 wraps bytes in a class of its own."""
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
    """The expressions of one request, with every attribute sent as a #name: reserved words need no list."""

    def __init__(self) -> None:
        self.arguments: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._values: Item = {}

    def key_condition(self, model: TableModel, key: Mapping[str, KeyCondition], values: Values) -> None:
        texts = []
        for name, condition in key.items():
            places = []
            for number, operand in enumerate(condition.operands):
                place = f":{self._name(name)[1:]}_{number}"
                self._values[place] = key_value(model.key_types[name], operand.render(values))
                places.append(place)
            texts.append(_comparison(self._name(name), condition, places))
        self.arguments["KeyConditionExpression"] = " AND ".join(texts)

    def projection(self, attributes: tuple[str, ...]) -> None:
        if attributes:
            self.arguments["ProjectionExpression"] = ", ".join(self._name(name) for name in attributes)

    def add(self, argument: str, text: str, values: Values) -> None:
        """A condition or update expression as its model writes it."""
        if not text:
            return
        words = tokens(text)
        out = []
        for at, word in enumerate(words):
            is_function = at + 1 < len(words) and words[at + 1].text == "("
            if word.kind == "place":
                name = place_of(word).name
                self._values[f":{name}"] = values[name]
                out.append(f":{name}")
            elif word.kind == "name" and word.text not in KEYWORDS and not is_function:
                out.append(self._name(word.text))
            else:
                out.append(word.text)
        self.arguments[argument] = re.sub(r" ?(\.|\[\d+\]|\() ?", r"\1", " ".join(out))

    def all(self) -> dict[str, Any]:
        everything: dict[str, Any] = dict(self.arguments)
        if self._names:
            everything["ExpressionAttributeNames"] = {alias: name for name, alias in self._names.items()}
        if self._values:
            everything["ExpressionAttributeValues"] = to_wire(self._values)
        return everything

    def _name(self, name: str) -> str:
        return self._names.setdefault(name, f"#{re.sub(r'[^A-Za-z0-9_]', '_', name)}_{len(self._names)}")


def _comparison(name: str, condition: KeyCondition, places: list[str]) -> str:
    match condition.operator:
        case "begins_with":
            return f"begins_with({name}, {places[0]})"
        case "BETWEEN":
            return f"{name} BETWEEN {places[0]} AND {places[1]}"
        case operator:
            return f"{name} {operator} {places[0]}"
