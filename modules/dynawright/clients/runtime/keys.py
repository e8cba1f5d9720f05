"""Keys from values: `Text("ORDER#{OrderId}")` is text, `Plain("timestamp", "N")` a number or bytes."""

from __future__ import annotations

from decimal import Decimal

from .light import NamedTuple
from .values import text_of, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from .values import Wire

    Values = Mapping[str, Any]


class Place(NamedTuple):
    """A value in a key: its name, its padded number of digits, and the text after it."""

    name: str
    digits: int
    after: str


class Text:
    """A key of type S: text with placeholders in braces; `{Chunk:03}` is padded with zeros."""

    __slots__ = ("before", "places")

    def __init__(self, template: str) -> None:
        self.before, *rest = template.split("{")
        self.places: list[Place] = []
        for part in rest:
            place, _, after = part.partition("}")
            name, _, digits = place.partition(":")
            self.places.append(Place(name, int(digits or 0), after))

    def wire(self, values: Values) -> Wire:
        return {"S": self.render(values)}

    def render(self, values: Values) -> str:
        """Return the key; reject a value that contains the text after it, which could be another item's key."""
        rendered = self.before
        for name, digits, after in self.places:
            value = _text(name, values[name]).zfill(digits)
            if after and (value + after).find(after) != len(value):
                raise ValueError(f"{name} must not hold {after!r}, which ends it in the key, got {_shown(value)}")
            rendered += value + after
        return rendered


class Plain:
    """A key of type N or B: one unchanged value."""

    __slots__ = ("kind", "name")

    def __init__(self, name: str, kind: str) -> None:
        self.name, self.kind = name, kind

    def wire(self, values: Values) -> Wire:
        value = wire(values[self.name])
        if self.kind not in value:
            allowed = "a number" if self.kind == "N" else "bytes"
            raise TypeError(f"{self.name} must be {allowed}, got {_shown(values[self.name])}")
        return value


class Fixed:
    """A key of type N or B that is the same in every request."""

    __slots__ = ("value",)

    def __init__(self, value: Decimal | bytes) -> None:
        self.value = value

    def wire(self, values: Values) -> Wire:
        return wire(self.value)


if TYPE_CHECKING:
    Template = Text | Plain | Fixed
    Key = Mapping[str, Template]


def key_wire(key: Key, values: Values) -> Wire:
    return {name: template.wire(values) for name, template in key.items()}


def _text(name: str, value: Any) -> str:
    """Return a value's text in a key; reject values of other types."""
    if isinstance(value, bytes):
        value = value.decode()
    if isinstance(value, bool) or not isinstance(value, str | int | Decimal):
        raise TypeError(f"{name} must be text or a number, got {_shown(value)}")
    if value == "":
        raise ValueError(f"{name} must not be empty: it is part of a key")
    return text_of(str(value))


def _shown(value: Any) -> str:
    return f"{type(value).__name__} {value!r:.60}"
