"""Handwritten changes that no plan on the emulator can show."""

from typing import Any

from dynawright.guard.change import Change


def change(
    type: str,
    before: dict[str, Any],
    after: dict[str, Any],
    *actions: str,
    name: str = "it",
    written: frozenset[str] | None = None,
    **references: tuple[str, ...],
) -> Change:
    return Change(f"{type}.{name}", type, actions or ("update",), before, after, references=references, written=written)
