"""The entity-key map of a table or index: partitions, their entities, and the patterns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dynawright.model import AccessPattern, TableModel
from dynawright.model.entity import Entity
from dynawright.model.reach import addressed, entities_in, read_entities, writes
from dynawright.pages.drawing import COLOURS, cut, width

ROW, GAP, HEAD, PADDING = 34, 14, 40, 8


@dataclass(frozen=True)
class Slot:
    """An entity in a partition."""

    entity: str
    sort_key: str
    patterns: str
    colour: int
    y: float


@dataclass(frozen=True)
class Partition:
    """The items that share a partition key."""

    key: str
    slots: tuple[Slot, ...]
    y: float

    @property
    def height(self) -> float:
        return len(self.slots) * ROW + PADDING


@dataclass(frozen=True)
class KeyMap:
    """The drawing of a table or index."""

    name: str
    is_index: bool
    headings: tuple[str, str, str, str]
    partitions: tuple[Partition, ...]
    columns: tuple[float, float, float, float]

    @property
    def height(self) -> float:
        last = self.partitions[-1] if self.partitions else None
        return last.y + last.height + 2 if last else HEAD

    @property
    def width(self) -> float:
        return sum(self.columns) + 2

    @property
    def starts(self) -> list[float]:
        """The position of each column."""
        return [sum(self.columns[:number]) for number in range(len(self.columns))]

    @property
    def words(self) -> str:
        """The drawing's content for screen readers."""
        entities = "; ".join(
            f"{partition.key} holds {', '.join(slot.entity for slot in partition.slots)}" for partition in self.partitions
        )
        return f"Key map of {self.name}: {entities or 'no entities'}"


def key_maps(table: TableModel) -> list[KeyMap]:
    """Return the map of the table, then of each index."""
    return [_map(table, None), *(_map(table, name) for name in table.index_keys)]


def colour_of(table: TableModel, entity: str) -> int:
    """Return the number of an entity's colour, equal in all drawings of the table."""
    return [drawn.name for drawn in table.entities].index(entity) % COLOURS


def patterns_on(table: TableModel, index: str | None, entity: Entity) -> list[AccessPattern]:
    """Return the patterns that read or write an entity's items there; writes belong to the table."""
    matching = []
    for pattern in table.access_patterns:
        written = [] if index else [written_entity for write in writes(pattern) for written_entity in addressed(table, write)]
        read = read_entities(table, pattern) if getattr(pattern, "index", None) == index else []
        if entity in (*read, *written):
            matching.append(pattern)
    return matching


def _map(table: TableModel, index: str | None) -> KeyMap:
    keys = table.key if index is None else table.index_keys[index]
    names = [key.name for key in keys]
    entities: dict[str, list[tuple[Entity, str, str]]] = {}
    for entity in entities_in(table, index):
        templates = [entity.keys[name].text if name in entity.keys else f"{{{name}}}" for name in names]
        ids = ", ".join(pattern.id for pattern in patterns_on(table, index, entity)) or "none"
        entities.setdefault(templates[0], []).append((entity, templates[1] if len(templates) > 1 else "", ids))
    partitions = tuple(_placed(table, entities))
    slots = [slot for partition in partitions for slot in partition.slots]
    headings = (names[0], names[1] if len(names) > 1 else "", "entity", "patterns")
    columns = (
        width([*entities, headings[0]], least=120),
        width([*(slot.sort_key for slot in slots), headings[1]], padding=32) if len(names) > 1 else 12,
        width([*(slot.entity for slot in slots), headings[2]]),
        width([*(slot.patterns for slot in slots), headings[3]]),
    )
    return KeyMap(index or table.name, index is not None, headings, partitions, columns)


def _placed(table: TableModel, held: dict[str, list[tuple[Entity, str, str]]]) -> Iterator[Partition]:
    y: float = HEAD
    for key, entries in held.items():
        yield Partition(key, tuple(_slots(table, entries, y)), y)
        y += len(entries) * ROW + PADDING + GAP


def _slots(table: TableModel, entries: Sequence[tuple[Entity, str, str]], y: float) -> Iterator[Slot]:
    for number, (entity, sort_key, patterns) in enumerate(entries):
        yield Slot(entity.name, sort_key, cut(patterns), colour_of(table, entity.name), y + number * ROW + PADDING / 2)
