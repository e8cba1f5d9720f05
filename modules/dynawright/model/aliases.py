"""Expressions in request form: attributes as #name, so reserved words are safe; values as :name."""

from __future__ import annotations

import re
from collections.abc import Iterable

from dynawright.model.condition import KeyCondition
from dynawright.model.expression import KEYWORDS, place_of, tokens


class Aliases:
    """The #names of one request."""

    def __init__(self) -> None:
        self._aliases: dict[str, str] = {}

    @property
    def names(self) -> dict[str, str]:
        """Return ExpressionAttributeNames."""
        return {alias: name for name, alias in self._aliases.items()}

    def alias(self, name: str) -> str:
        return self._aliases.setdefault(name, f"#{re.sub(r'[^A-Za-z0-9_]', '_', name)}_{len(self._aliases)}")

    def projection(self, attributes: Iterable[str]) -> str:
        return ", ".join(self.alias(name) for name in attributes)

    def key_condition(self, key: str, condition: KeyCondition) -> tuple[str, list[str]]:
        """Return the condition on one key, and the names of its values."""
        name = self.alias(key)
        places = [f":{name[1:]}_{number}" for number in range(len(condition.operands))]
        match condition.operator:
            case "begins_with":
                return f"begins_with({name}, {places[0]})", places
            case "BETWEEN":
                return f"{name} BETWEEN {places[0]} AND {places[1]}", places
            case operator:
                return f"{name} {operator} {places[0]}", places

    def expression(self, text: str) -> tuple[str, list[str]]:
        """Return a condition or update in request form, and the names of its placeholders."""
        words = tokens(text)
        out: list[str] = []
        places: dict[str, None] = {}
        for at, word in enumerate(words):
            is_function = at + 1 < len(words) and words[at + 1].text == "("
            if word.kind == "place":
                name = place_of(word).name
                places[name] = None
                out.append(f":{name}")
            elif word.kind == "name" and word.text not in KEYWORDS and not is_function:
                out.append(self.alias(word.text))
            else:
                out.append(word.text)
        return re.sub(r" ?(\.|\[\d+\]|\() ?| (?=[,)])", lambda sign: sign[1] or "", " ".join(out)), list(places)
