"""Functions under histories; each system's tests declare theirs in functions/subjects.py."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from dynawright.emulator.streams.function import Function
from dynawright.systems import system_names
from tests.functions.changes import Change
from tests.functions.cloud import Item
from tests.functions.messages import Messages
from tests.functions.world import World

LENGTHS = (1, 2, 4, 8, 12)
FILE = "functions/subjects.py"


@dataclass(frozen=True)
class Subject:
    """`make` writes a history; `check` compares the function's effects with the expected ones.

    `meanwhile` are changes by others while the function runs; without choices left, their final state.
    `needs` puts items that a record refers to, such as a report's project, into a cloud.
    """

    function: Function
    make: Callable[[Random], list[Change]]
    check: Callable[[World, Sequence[Change]], None]
    prepare: Callable[[World], None] = lambda world: None
    meanwhile: Callable[[World, Random | None], None] = lambda world, random: None
    needs: Callable[[Any, Item], None] = lambda cloud, item: None
    takes_anything_readable: bool = False
    messages: Messages | None = None


def effects(changes: Sequence[Change], kind: str) -> list[tuple[Any, ...]]:
    return [effect for change in changes for effect in change.effects if effect[0] == kind]


def subjects() -> dict[str, Subject]:
    """Return the subjects of all systems that exist, by the names of their functions."""
    tests = Path(__file__).parent.parent / "stacks"
    names = [name for name in system_names() if (tests / name / FILE).is_file()]
    declared = [import_module(f"tests.stacks.{name}.functions.subjects").SUBJECTS for name in names]
    return {subject.function.name: subject for of_system in declared for subject in of_system}
