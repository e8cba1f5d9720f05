"""Differences between two states of a resource, by attribute."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dynawright.guard.change import UNKNOWN

NAMES = ("rule_name", "name", "id", "region_name", "destination_vault_arn", "field", "key")
"""Attributes that identify blocks of one kind, most reliable first."""
LABELLED = {"rule": ("rule_name", "id"), "advanced_event_selector": ("name",)}
"""Blocks whose name is only a label: the same content under another name is equal."""
ON_BY_DEFAULT = {"actions_enabled", "enable_logging", "enabled", "include_global_service_events", "is_enabled"}
"""Switches that are on by default; all others are off."""
ORDERED = {"command", "entry_point", "layers"}
"""Lists whose order matters."""


@dataclass(frozen=True)
class Difference:
    """An attribute before and after; None if unset, UNKNOWN if known only after apply."""

    path: str
    """Path with block names, for people and approvals: `rule[daily].lifecycle.delete_after`."""
    pattern: str
    """Path without block names: `rule.lifecycle.delete_after`."""
    before: Any = field(hash=False)
    after: Any = field(hash=False)

    @property
    def is_unknown(self) -> bool:
        return holds_unknown(self.after)


def differences(before: Mapping[str, Any], after: Mapping[str, Any], path: str = "", pattern: str = "") -> Iterator[Difference]:
    """Yield each attribute that differs; equal meanings, such as JSON in another form, don't differ."""
    for name in dict.fromkeys((*before, *after)):
        was, will_be = before.get(name), after.get(name)
        if not same(was, will_be, name):
            yield from _of_attribute(was, will_be, _joined(path, name), _joined(pattern, name))


def same(before: Any, after: Any, name: str = "") -> bool:
    """Whether two values mean the same to AWS; one known only after apply equals none."""
    return not holds_unknown(after) and _normal(before, name) == _normal(after, name)


def holds_unknown(value: Any) -> bool:
    """Whether any part of a value is known after the apply only."""
    if isinstance(value, Mapping):
        return any(map(holds_unknown, value.values()))
    return any(map(holds_unknown, value)) if isinstance(value, list) else value is UNKNOWN


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _normal(value: Any, name: str = "") -> Any:
    """Return a value with JSON parsed and empty parts removed, which plans and states write differently."""
    if isinstance(value, Mapping):
        return {key: kept for key, part in value.items() if (kept := _normal(part, key)) is not None} or None
    if isinstance(value, list):
        items = [kept for part in value if (kept := _normal(part)) is not None]
        return (items if name in ORDERED else sorted(items, key=repr)) or None
    if isinstance(value, str):
        return _json(value) if value[:1] in ("{", "[") else value or None
    return None if value is False and name not in ON_BY_DEFAULT else value


def _json(text: str) -> Any:
    try:
        return ("json", json.dumps(json.loads(text), sort_keys=True))
    except (ValueError, RecursionError):
        return text


def _of_attribute(before: Any, after: Any, path: str, pattern: str) -> Iterator[Difference]:
    values = [state for state in (before, after) if state is not None and state != []]
    if values and all(isinstance(value, Mapping) for value in values):
        yield from differences(before or {}, after or {}, path, pattern)
    elif values and all(_are_blocks(value) for value in values):
        yield from _of_blocks(before or [], after or [], path, pattern)
    else:
        yield Difference(path, pattern, before, after)


def _are_blocks(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(part, Mapping) for part in value)


def _of_blocks(before: Sequence[Any], after: Sequence[Any], path: str, pattern: str) -> Iterator[Difference]:
    before, after = unpaired(before, after, LABELLED.get(pattern.rpartition(".")[2], ()))
    name = next((name for name in NAMES if _tells_apart(name, before) and _tells_apart(name, after)), None)
    if name:
        old, new = ({block[name]: block for block in blocks} for blocks in (before, after))
        for key in dict.fromkeys((*old, *new)):
            yield from _of_block(old.get(key), new.get(key), f"{path}[{key}]", pattern)
    elif len(before) <= 1 and len(after) <= 1:
        inner = [*differences(before[0] if before else {}, after[0] if after else {}, path, pattern)]
        yield from inner or [Difference(path, pattern, before, after)]
    elif len(before) == len(after):
        for index, pair in enumerate(zip(before, after, strict=True)):
            yield from _of_block(*pair, f"{path}[{index}]", pattern)
    else:
        yield from (Difference(path, pattern, block, None) for block in before)
        yield from (Difference(path, pattern, None, block) for block in after)


def _of_block(before: Any, after: Any, path: str, pattern: str) -> Iterator[Difference]:
    if before is None or after is None:
        yield Difference(path, pattern, before, after)
    else:
        yield from differences(before, after, path, pattern)


def unpaired(before: Sequence[Any], after: Sequence[Any], labels: Sequence[str]) -> tuple[list[Any], list[Any]]:
    """Return the blocks of each side without an equal block on the other, in any order."""
    left, right = list(before), list(after)
    for ignored in ((), labels) if labels else ((),):
        for block in tuple(left):
            match = next((other for other in right if same(_without(block, ignored), _without(other, ignored))), None)
            if match is not None:
                left.remove(block)
                right.remove(match)
    return left, right


def _without(block: Mapping[str, Any], names: Sequence[str]) -> Mapping[str, Any]:
    return {name: value for name, value in block.items() if name not in names}


def _tells_apart(name: str, blocks: Sequence[Mapping[str, Any]]) -> bool:
    values = [block.get(name) for block in blocks]
    return all(isinstance(value, str) and value for value in values) and len(set(values)) == len(values)
