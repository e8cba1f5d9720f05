"""A label: the meaning of an edit, decided before the guard sees it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_WORDS = re.compile(r"[=~]?[\w./-]+(?: [=~]?[\w./-]+)*")


@dataclass(frozen=True)
class Label:
    """Edits of attributes of a type, all harmful or all harmless for one reason."""

    type: str
    paths: tuple[str, ...]
    """Attribute paths such as `rule.lifecycle.delete_after`; empty for edits of the whole resource."""
    edits: tuple[str, ...]
    """Names from `edits.EDITS`; `=` with a value as JSON or text; `~` with a replacement text."""
    is_harmful: bool
    because: str
    replaces: bool = False
    """Whether the provider must replace the resource."""


def harmful(type: str, paths: str, edits: str | Sequence[str], because: str, *, replaces: bool = False) -> Label:
    """Return a label of edits that lose data, service, protection or notifications."""
    return _label(type, paths, edits, True, because, replaces)


def harmless(type: str, paths: str, edits: str | Sequence[str], because: str, *, replaces: bool = False) -> Label:
    """Return a label of edits that any release may make."""
    return _label(type, paths, edits, False, because, replaces)


def _label(type: str, paths: str, edits: str | Sequence[str], is_harmful: bool, because: str, replaces: bool) -> Label:
    names = [name for edit in ([edits] if isinstance(edits, str) else edits) for name in _names(edit)]
    return Label(type, tuple(paths.split()) or ("",), tuple(names), is_harmful, because, replaces)


def _names(edits: str) -> list[str]:
    """Return the names of edits; a value such as `={"a": 1}` may contain spaces."""
    return edits.split() if _WORDS.fullmatch(edits) else [edits]
