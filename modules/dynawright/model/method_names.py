"""Method names of access patterns in clients."""

from __future__ import annotations

import re
from keyword import iskeyword, issoftkeyword

from dynawright.model.pattern import AccessPattern

_METHOD = re.compile(r"[a-z][a-z0-9_]{0,60}")
METHOD_RULE = "the name of a method: a-z, 0-9 and '_', starting with a letter, no word or type of Python"
_TYPES = frozenset(
    ("bool", "bytes", "dict", "int", "list", "object", "set", "str", "tuple")
)  # clients use these names in annotations
_END = re.compile(r"[,;:(.]")
_LEFT_OUT = frozenset(("a", "an", "its", "one", "the"))
_MOST_WORDS = 5


def is_method_name(name: str) -> bool:
    return bool(_METHOD.fullmatch(name)) and not iskeyword(name) and not issoftkeyword(name) and name not in _TYPES


def method_name(pattern: AccessPattern) -> str | None:
    """Return the pattern's name, or one from its question: `customer_orders` for "a customer's orders, …".

    None where the question gives no name of up to five words.
    """
    if pattern.name is not None:
        return pattern.name
    question = _END.split(pattern.question)[0].replace("'s ", " ").lower()
    words = [word for word in question.split() if word not in _LEFT_OUT]
    name = "_".join(words).replace("-", "_")
    return name if len(words) <= _MOST_WORDS and is_method_name(name) else None
