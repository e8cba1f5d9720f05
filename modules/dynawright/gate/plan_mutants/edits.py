"""Edits of one value: each yields possible new values."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from dynawright.gate.plan_mutants.policy_edits import POLICY_EDITS
from dynawright.gate.plan_mutants.resource_edits import RESOURCE_EDITS

STRANGER = "999999999999"
"""An account that no stack uses."""
Edit = Callable[[Any], Iterator[Any]]


class Unknown:
    """Marks a value that Terraform learns only during the apply."""


UNKNOWN = Unknown()


def edited(edit: str, value: Any) -> Iterator[Any]:
    """Yield the results of the named edit; nothing if it doesn't apply."""
    if edit.startswith("~"):
        yield edit[1:]
    elif edit.startswith("="):
        yield _read(edit[1:])
    else:
        yield from EDITS[edit](value)


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _other(value: Any) -> Iterator[Any]:
    if isinstance(value, str) and value:
        yield f"{value}-other"
    elif isinstance(value, Mapping) and value:
        name = sorted(value)[0]
        yield {**value, name: f"{value[name]}-other"}
    elif isinstance(value, list) and value and isinstance(value[0], str):
        yield [f"{value[0]}-other", *value[1:]]


def _foreign(value: Any) -> Iterator[Any]:
    """Yield the same resource in another account."""
    if isinstance(value, str) and value.count(":") >= 5:
        parts = value.split(":", 5)
        yield ":".join([*parts[:4], STRANGER, parts[5]])
    elif isinstance(value, list) and value:
        yield from ([foreign, *value[1:]] for foreign in _foreign(value[0]))


def _number(value: Any) -> float | None:
    if isinstance(value, bool):
        return None
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def _scaled(factor: float, plus: int) -> Edit:
    def edit(value: Any) -> Iterator[Any]:
        number = _number(value)
        if number is not None and int(number * factor) + plus > 0:  # 0 often means unlimited
            scaled = int(number * factor) + plus
            yield str(scaled) if isinstance(value, str) else scaled

    return edit


def _gone(value: Any) -> Iterator[Any]:
    if value not in (None, [], {}, ""):
        yield [] if isinstance(value, list) else None


def _fewer(value: Any) -> Iterator[Any]:
    if isinstance(value, list) and len(value) > 1:
        yield value[1:]
        yield value[:-1]
    elif isinstance(value, Mapping) and len(value) > 1:
        yield {name: value[name] for name in sorted(value)[1:]}


def _more(value: Any) -> Iterator[Any]:
    if isinstance(value, list) and value and isinstance(value[0], str):
        yield [*value, f"{value[0]}-more"]
    elif isinstance(value, Mapping):
        yield {**value, "ADDED_LATER": "value"}


def _reversed(value: Any) -> Iterator[Any]:
    if isinstance(value, list) and len(value) > 1:
        yield value[::-1]


def _reformatted(value: Any) -> Iterator[Any]:
    """Yield the same JSON with other spaces and in another order."""
    try:
        content = json.loads(value)
    except (TypeError, ValueError):
        return
    if isinstance(content, dict):
        yield json.dumps(dict(reversed(content.items())), indent=2)


def _switched(wanted: bool) -> Edit:
    def edit(value: Any) -> Iterator[Any]:
        if value is (not wanted) or (wanted and value is None):
            yield wanted

    return edit


def _unknown(value: Any) -> Iterator[Any]:
    yield UNKNOWN


EDITS: Mapping[str, Edit] = {
    "other": _other,
    "foreign": _foreign,
    "higher": _scaled(2, 1),
    "lower": _scaled(0.5, 0),
    "gone": _gone,
    "fewer": _fewer,
    "more": _more,
    "reversed": _reversed,
    "reformatted": _reformatted,
    "on": _switched(True),
    "off": _switched(False),
    "unknown": _unknown,
    "on-unknown": lambda value: _unknown(value) if value is True else iter(()),
    **POLICY_EDITS,
    **RESOURCE_EDITS,
}
