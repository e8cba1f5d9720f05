"""Metrics named in a CloudWatch metric math expression."""

from __future__ import annotations

import re

_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_NAME = re.compile(r"(?<![\w.])[a-z]\w*\b(?!\s*\()")


def is_query(expression: str) -> bool:
    """Return whether it is a Metrics Insights query, which has another syntax."""
    return expression.lstrip().upper().startswith("SELECT")


def names_in(expression: str) -> set[str]:
    """Return the terms of an expression: ids begin with a small letter, functions with a capital."""
    return set() if is_query(expression) else set(_NAME.findall(_QUOTED.sub("", expression)))


def summed_without_fill(expression: str) -> set[str]:
    """Return the terms that are added or subtracted without FILL: if one has no data, the sum has none."""
    bare = _QUOTED.sub("", expression)  # FILL(term, 0) has a bracket between the term and the sign
    return set(re.findall(r"([a-z]\w*)\s*[+-]", bare)) | set(re.findall(r"[+-]\s*([a-z]\w*)", bare))
