"""Match event patterns of Lambda's filters and EventBridge's rules, as far as the package uses them.

Equals, prefix, suffix, anything-but, numeric, exists, and `$or`.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any

from dynawright.errors import UserError, unknown

Pattern = Mapping[str, Any]

_ABSENT = object()
_COMPARE = {"=": operator.eq, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


def passes(patterns: Sequence[Pattern], record: Mapping[str, Any]) -> bool:
    """Whether a record reaches the function: it fits one of the patterns, or there are none."""
    return not patterns or any(_fits(pattern, record) for pattern in patterns)


def _fits(pattern: Pattern, value: Any) -> bool:
    """Whether the value has all keys of the pattern; other keys may have any value."""
    for name, wanted in pattern.items():
        if name == "$or":
            if not any(_fits(option, value) for option in wanted):
                return False
            continue
        actual = value.get(name, _ABSENT) if isinstance(value, Mapping) else _ABSENT
        if isinstance(wanted, Mapping):
            if not _fits(wanted, {} if actual is _ABSENT else actual):
                return False
        elif not any(_matches(rule, actual) for rule in wanted):
            return False
    return True


def _matches(rule: Any, actual: Any) -> bool:
    if not isinstance(rule, Mapping):
        return actual is not _ABSENT and type(rule) is type(actual) and rule == actual
    ((kind, wanted),) = rule.items()
    match kind:
        case "exists":
            return (actual is not _ABSENT) is bool(wanted)
        case "prefix":
            return isinstance(actual, str) and actual.startswith(wanted)
        case "suffix":
            return isinstance(actual, str) and actual.endswith(wanted)
        case "anything-but":
            return actual is not _ABSENT and actual not in (wanted if isinstance(wanted, list) else [wanted])
        case "numeric":
            return _numeric(wanted, actual)
    raise UserError([unknown("DW606", "filter rule", kind, ("exists", "prefix", "suffix", "anything-but", "numeric"))])


def _numeric(rule: Sequence[Any], actual: Any) -> bool:
    """Whether a number meets the bounds. Numbers of DynamoDB records are texts, which never match."""
    if isinstance(actual, bool) or not isinstance(actual, int | float):
        return False
    pairs = zip(rule[::2], rule[1::2], strict=True)
    return all(_COMPARE[comparator](actual, bound) for comparator, bound in pairs)
