"""Text with named placeholders, such as `USER#{userId}`, from which keys are built."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from dynawright.errors import Problem
from dynawright.model.must_be import must_be_template
from dynawright.model.vocabulary import Vocabulary

_PLACE = re.compile(r"\{([^{}]*)\}")
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
NAME_RULE = "a letter or '_', then A-Z, a-z, 0-9, '_', '.', '-'"


def as_text(value: object) -> str:
    """Return a value as text in a key."""
    return value.decode() if isinstance(value, bytes) else str(value)


@dataclass(frozen=True)
class Template(Vocabulary):
    """Text with parameters: `USER#{userId}`."""

    text: str

    def __post_init__(self) -> None:
        must_be_template("a key", "value", self.text, 'text, such as "ORDER#{orderId}"')

    @cached_property
    def parameters(self) -> tuple[str, ...]:
        """Return the names of its placeholders, each once, in order."""
        return tuple(dict.fromkeys(_PLACE.findall(self.text)))

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """Return why the template can't be a key's value; None if it can."""
        wrong = []
        if not self.text:
            wrong.append(Problem("DW213", "must not be empty", value=self.text))
        if "{" in _PLACE.sub("", self.text) or "}" in _PLACE.sub("", self.text):
            wrong.append(Problem("DW213", f"'{self.text}' has an unpaired brace", value=self.text, fix="write a place as {name}"))
        wrong += [
            Problem("DW213", f"'{self.text}' has a place without a usable name: '{{{name}}}'", value=self.text, allowed=NAME_RULE)
            for name in self.parameters
            if not _NAME.fullmatch(name)
        ]
        return tuple(wrong)

    def problems_as(self, key: str) -> Iterator[Problem]:
        """Return why the template can't be the value of this key; None if it can."""
        return (replace(problem, text=f"key '{key}': {problem.text}") for problem in self.problems)

    @property
    def is_one_place(self) -> bool:
        """True for `{timestamp}`: the only form a key of type N or B can have."""
        return _PLACE.fullmatch(self.text) is not None

    @property
    def is_number(self) -> bool:
        """True for `0`: the only form without a placeholder that a key of type N can have."""
        return _NUMBER.fullmatch(self.text) is not None

    def render(self, values: Mapping[str, object]) -> str:
        return _PLACE.sub(lambda place: as_text(values[place[1]]), self.text)

    def match(self, value: str) -> dict[str, str] | None:
        """Return the values with which this template renders to `value`, or None."""
        return self._values(self._pattern.fullmatch(value))

    def match_start(self, value: str) -> dict[str, str] | None:
        """Return the values with which this template renders to a prefix of `value`, or None."""
        return self._values(self._pattern.match(value))

    def _values(self, found: re.Match[str] | None) -> dict[str, str] | None:
        return None if found is None else {name: found[f"p{i}"] for i, name in enumerate(self.parameters)}

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        pattern, seen, at = "", set(), 0
        for place in _PLACE.finditer(self.text):
            group = f"p{self.parameters.index(place[1])}"
            pattern += re.escape(self.text[at : place.start()])
            pattern += f"(?P={group})" if group in seen else f"(?P<{group}>.+?)"
            seen.add(group)
            at = place.end()
        return re.compile(pattern + re.escape(self.text[at:]), re.DOTALL)
