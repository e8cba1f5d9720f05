"""Metrics named in a CloudWatch metric math expression."""

from __future__ import annotations

import re

_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_NAME = re.compile(r"(?<![\w.])[a-z]\w*\b(?!\s*\()")


def is_query(expression: str) -> bool:
    """True for a query of Metrics Insights, which has its own words."""
    return expression.lstrip().upper().startswith("SELECT")


def names_in(expression: str) -> set[str]:
    """The terms that an expression speaks of: ids begin with a small letter, functions with a capital one."""
    return set() if is_query(expression) else set(_NAME.findall(_QUOTED.sub("", expression)))


def summed_without_fill(expression: str) -> set[str]:
    """The terms that are added or subtracted as they are: where one has no data, the whole sum has none."""
    bare = _QUOTED.sub("", expression)  # FILL(term, 0) has a bracket between the term and the sign
    return set(re.findall(r"([a-z]\w*)\s*[+-]", bare)) | set(re.findall(r"[+-]\s*([a-z]\w*)", bare))
