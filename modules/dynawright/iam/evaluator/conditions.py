"""The Condition element of a statement.

Sources: IAM User Guide, "Condition operators" (missing keys, IfExists, Null) and "Single-valued vs. multivalued context keys" (set
operators).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from dynawright.iam.evaluator.errors import InvalidPolicyError
from dynawright.iam.evaluator.operators import OPERATORS, Operator
from dynawright.iam.evaluator.patterns import Lookup, Pattern, pattern
from dynawright.iam.evaluator.request import Request, Values

SET_OPERATORS = ("ForAllValues", "ForAnyValue")
_IF_EXISTS = "IfExists"


@dataclass(frozen=True, kw_only=True)
class Condition:
    """One operator with one key: `"ForAllValues:StringLike": {"dynamodb:LeadingKeys": [...]}`."""

    name: str
    key: str
    expected: tuple[Pattern, ...]
    operator: Operator | None  # None: Null
    set_operator: str
    if_exists: bool

    def holds(self, request: Request) -> bool:
        values = request.value(self.key)
        if self.operator is None:
            return any((expected.text(_no_value) == "true") == (values is None) for expected in self.expected)
        if self.set_operator:
            return self._holds_for_set(values, self.operator, request)
        if values is None:
            return self.if_exists or self.operator.negated
        if values.multivalued:  # IAM requires a set operator
            return False
        return self._matches(values.texts[0], self.operator, request)

    def _holds_for_set(self, values: Values | None, operator: Operator, request: Request) -> bool:
        """Return whether it holds; without values ForAllValues is true, ForAnyValue false, even with IfExists."""
        matches = (self._matches(text, operator, request) for text in (values.texts if values else ()))
        return all(matches) if self.set_operator == "ForAllValues" else any(matches)

    def _matches(self, value: str, operator: Operator, request: Request) -> bool:
        lookup = lookup_in(request)
        return any(operator.compare(value, expected, lookup) for expected in self.expected) != operator.negated


def parse_conditions(element: Any, *, variables: bool) -> tuple[Condition, ...]:
    """Parse a Condition element."""
    return tuple(_conditions(element, variables=variables))


def lookup_in(request: Request) -> Lookup:
    """Return the request's single-valued keys for policy variables.

    Multivalued keys can't be variables; an empty text counts as no value.
    """

    def lookup(key: str) -> str | None:
        values = request.value(key)
        return values.texts[0] or None if values and not values.multivalued else None

    return lookup


def _no_value(_: str) -> None:
    return None


def _conditions(element: Any, *, variables: bool) -> Iterator[Condition]:
    if not isinstance(element, Mapping):
        raise InvalidPolicyError("Condition must be an object: operator, key, values")
    for name, keys in element.items():
        if not isinstance(keys, Mapping):
            raise InvalidPolicyError(f"Condition.{name} must be an object: key, values")
        for key, values in keys.items():
            yield _condition(name, key, values, variables=variables)


def _condition(name: str, key: str, values: Any, *, variables: bool) -> Condition:
    set_operator, _, rest = name.rpartition(":")
    base = rest.removesuffix(_IF_EXISTS)
    if (set_operator and set_operator not in SET_OPERATORS) or (base not in OPERATORS and rest != "Null"):
        raise InvalidPolicyError(f"Condition.{name}: no such operator")
    texts = [_text(value) for value in (values if isinstance(values, list) else [values])]
    if rest == "Null" and not set(texts) <= {"true", "false"}:
        raise InvalidPolicyError(f"Condition.Null.{key} must be true or false")
    return Condition(
        name=name,
        key=key,
        expected=tuple(pattern(text, variables=variables) for text in texts),
        operator=OPERATORS.get(base),
        set_operator=set_operator,
        if_exists=rest.endswith(_IF_EXISTS),
    )


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int | float):
        return str(value)
    raise InvalidPolicyError(f"{value!r} is not a condition value")
