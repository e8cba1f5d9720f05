"""Edits of every attribute of every resource in a stack's JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from dynawright.gate.stack_mutants.difference import NOTES
from dynawright.gate.stack_mutants.values import GONE, edited, put

Json = Mapping[str, Any]
REFUSED = ("negative", "anything")
"""Edits whose result AWS rejects, or for which there is no harmless reason."""
HARMLESS = ("slightly more", "as text", "in a list", "reversed", "a name", "an hour later")
"""Edits that people make for good reasons.

Values that constructs never write, such as none instead of a default, are refused by design.
"""
PROSE = ("description", "label", "tags", "rule_name")
"""Texts for people, which may change freely."""


@dataclass(frozen=True)
class JsonEdit:
    """A changed attribute of a resource in a stack's JSON."""

    type: str
    name: str
    place: tuple[Any, ...]
    """The position in the resource; empty for the resource itself."""
    how: str
    value: Any

    @property
    def path(self) -> str:
        """Return the attribute with the names of its blocks."""
        return _path(self.place)

    @property
    def kind(self) -> str:
        """Return the kind of edit, equal for all resources of a type."""
        return f"{self.type} {self.path or 'itself'}: {self.how}"

    @property
    def may_be_harmless(self) -> bool:
        """Whether it can be counted as harmless."""
        is_prose = any(word in self.path for word in PROSE)
        return (self.how in HARMLESS and not self.path.endswith("dimensions")) or (is_prose and self.how == "another")

    def applied_to(self, content: Json) -> Json:
        """Return the stack's JSON with this edit; everything else is shared with the given one."""
        return {**content, "resource": put(content["resource"], (self.type, self.name, *self.place), self.value)}


def json_edits(content: Json) -> Iterator[JsonEdit]:
    """Yield every edit of a stack."""
    others = {type: list(group) for type, group in content["resource"].items()}
    for type, group in content["resource"].items():
        texts = _texts(group.values())
        for name, body in group.items():
            yield JsonEdit(type, name, (), "dropped", GONE)
            for place, value in _places(body):
                yield from (JsonEdit(type, name, place, how, new) for how, new in edited(value, others))
                if isinstance(value, str) and (
                    other := next((text for text in texts.get(_path(place), ()) if text != value), None)
                ):
                    yield JsonEdit(type, name, place, "as another's", other)


def _texts(bodies: Iterable[Json]) -> dict[str, list[str]]:
    """Return the plain texts of each attribute: one resource could get another's by mistake."""
    texts: dict[str, list[str]] = {}
    for body in bodies:
        for place, value in _places(body):
            if isinstance(value, str) and "${" not in value:
                texts.setdefault(_path(place), []).append(value)
    return texts


def _path(place: tuple[Any, ...]) -> str:
    return ".".join(step for step in place if isinstance(step, str))


def _places(body: Any, begin: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield each attribute and each block with its position."""
    if isinstance(body, Mapping):
        for name, value in body.items():
            if name != NOTES:
                yield (*begin, name), value
                yield from _places(value, (*begin, name))
    elif isinstance(body, list):
        for number, value in enumerate(body):
            if isinstance(value, Mapping):
                yield from _places(value, (*begin, number))
