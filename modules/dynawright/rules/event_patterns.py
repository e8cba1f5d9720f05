"""Event patterns of Lambda's filters and EventBridge's rules, as far as the package uses them.

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
    """Every key of the pattern must fit; what the pattern does not name may be anything."""
    for name, wanted in pattern.items():
        if name == "$or":
            if not any(_fits(option, value) for option in wanted):
                return False
            continue
        found = value.get(name, _ABSENT) if isinstance(value, Mapping) else _ABSENT
        if isinstance(wanted, Mapping):
            if not _fits(wanted, {} if found is _ABSENT else found):
                return False
        elif not any(_matches(rule, found) for rule in wanted):
            return False
    return True


def _matches(rule: Any, found: Any) -> bool:
    if not isinstance(rule, Mapping):
        return found is not _ABSENT and type(rule) is type(found) and rule == found
    ((kind, wanted),) = rule.items()
    match kind:
        case "exists":
            return (found is not _ABSENT) is bool(wanted)
        case "prefix":
            return isinstance(found, str) and found.startswith(wanted)
        case "suffix":
            return isinstance(found, str) and found.endswith(wanted)
        case "anything-but":
            return found is not _ABSENT and found not in (wanted if isinstance(wanted, list) else [wanted])
        case "numeric":
            return _numeric(wanted, found)
    raise UserError([unknown("DW606", "filter rule", kind, ("exists", "prefix", "suffix", "anything-but", "numeric"))])


def _numeric(rule: Sequence[Any], found: Any) -> bool:
    """DynamoDB's numbers are texts in a record, which Lambda compares with no number."""
    if isinstance(found, bool) or not isinstance(found, int | float):
        return False
    pairs = zip(rule[::2], rule[1::2], strict=True)
    return all(_COMPARE[comparator](found, bound) for comparator, bound in pairs)
