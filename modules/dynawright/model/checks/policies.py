"""Checks of names that appear in IAM policies, which allow few characters."""

import re
from collections.abc import Iterator

from dynawright.errors import Problem
from dynawright.model.permission import permissions
from dynawright.model.table import TableModel

_REFUSED = re.compile(r"[^\t\n\r -\u00ff]")  # in any policy, by IAM


def problems(model: TableModel) -> Iterator[Problem]:
    for pattern in model.access_patterns:
        consumers = dict.fromkeys(pattern.used_by)
        needed = [
            permission
            for consumer in consumers
            for permission in permissions(model, consumer)
            if permission.pattern == pattern.id
        ]
        for text in dict.fromkeys(text for permission in needed for text in (*permission.leading_keys, *permission.written)):
            if wrong := _REFUSED.search(text):
                message = f"'{text}' has '{wrong[0]}', which no IAM policy can hold"
                yield Problem("DW233", message, pattern.place, text, fix="use characters from U+0020 to U+00FF")
