"""The diagram of a system: consumers, tables with their indexes, stream functions.

Added and removed parts are marked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from dynawright.pages.drawing import cut, width
from dynawright.pages.shape import Place, Shape

ROW, GAP, LANE = 34, 12, 120
ADDED, REMOVED, KEPT = "added", "removed", "kept"


@dataclass(frozen=True)
class Node:
    """A box; an index is a row in its table's box."""

    name: str
    kind: str
    state: str
    x: float
    y: float
    width: float
    height: float = ROW

    @property
    def shown(self) -> str:
        return cut(self.name)

    @property
    def middle(self) -> float:
        return self.y + ROW / 2


@dataclass(frozen=True)
class Edge:
    """An arrow, in either direction."""

    path: str
    kind: str
    state: str
    words: str


@dataclass(frozen=True)
class Diagram:
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    width: float
    height: float
    words: str


def diagram(after: Shape, before: Shape | None = None) -> Diagram:
    """Draw a shape or, with an earlier shape, the change."""
    return _Drawing(after, after if before is None else before).diagram()


class _Drawing:
    def __init__(self, after: Shape, before: Shape) -> None:
        self.after, self.before = after, before
        self.tables = [*dict.fromkeys((*after.tables, *before.tables))]
        self.functions = [*dict.fromkeys((*after.streams, *before.streams))]
        self.consumers = [name for name in dict.fromkeys((*after.consumers, *before.consumers)) if name not in self.functions]
        self.places = {
            name: [*dict.fromkeys((*after.tables.get(name, ()), *before.tables.get(name, ())))] for name in self.tables
        }

    def diagram(self) -> Diagram:
        heights = (len(self.consumers), sum(1 + len(rows) for rows in self.places.values()), len(self.functions))
        gaps = (len(self.consumers), len(self.tables), len(self.functions))
        tallest = max(count * ROW + gap * GAP for count, gap in zip(heights, gaps, strict=True))
        starts = [(tallest - (count * ROW + gap * GAP)) / 2 + GAP / 2 for count, gap in zip(heights, gaps, strict=True)]
        left = width(self.consumers, least=90) if self.consumers else 0
        middle = width([*self.tables, *(f"{name}  " for names in self.places.values() for name in names)], least=140)
        right = width(self.functions, least=90) if self.functions else 0
        at_tables = left + (LANE if left else 0) + 2
        at_functions = at_tables + middle + LANE
        consumers = self._column(self.consumers, "consumer", 2, starts[0], left)
        tables = dict(self._tables(at_tables, starts[1], middle))
        functions = self._column(self.functions, "function", at_functions, starts[2], right)
        edges = tuple(self._edges(consumers, functions, tables))
        boxes = [node for (_, index), node in tables.items() if not index] + [
            node for (_, index), node in tables.items() if index
        ]
        total = (at_functions + right if right else at_tables + middle) + 4
        words = "; ".join(edge.words for edge in edges) or f"tables {', '.join(self.tables)}"
        return Diagram((*boxes, *consumers.values(), *functions.values()), edges, total, tallest + 2, words)

    def _column(self, names: Sequence[str], kind: str, x: float, y: float, wide: float) -> dict[str, Node]:
        members = (
            (self.before.consumers, self.after.consumers) if kind == "consumer" else (self.before.streams, self.after.streams)
        )
        return {
            name: Node(name, kind, _state(name in members[0], name in members[1]), x, y + number * (ROW + GAP), wide)
            for number, name in enumerate(names)
        }

    def _tables(self, x: float, y: float, wide: float) -> Iterator[tuple[Place, Node]]:
        for table in self.tables:
            state = _state(table in self.before.tables, table in self.after.tables)
            rows = self.places[table]
            yield (table, ""), Node(table, "table", state, x, y, wide, ROW * (1 + len(rows)))
            for number, index in enumerate(rows, start=1):
                own = _state(index in self.before.tables.get(table, ()), index in self.after.tables.get(table, ()))
                yield (table, index), Node(index, "index", own, x, y + number * ROW, wide)
            y += ROW * (1 + len(rows)) + GAP

    def _edges(
        self, consumers: Mapping[str, Node], functions: Mapping[str, Node], tables: Mapping[Place, Node]
    ) -> Iterator[Edge]:
        for function in self.functions:
            for table in dict.fromkeys(_named(self.before.streams, self.after.streams, function)):
                start, end = tables[table, ""], functions[function]
                state = _state(self.before.streams.get(function) == table, self.after.streams.get(function) == table)
                yield Edge(
                    _curve(start.x + start.width, start.middle - 6, end.x - 6, end.middle - 6),
                    "stream",
                    state,
                    f"the stream of {table} starts {function}",
                )
        for user, place in sorted(self.before.uses | self.after.uses):
            state = _state((user, place) in self.before.uses, (user, place) in self.after.uses)
            target = tables[place]
            words = f"{user} uses {place[1] and f'index {place[1]} of '}{place[0]}"
            if user in functions:
                yield Edge(
                    _curve(functions[user].x, functions[user].middle + 6, target.x + target.width + 6, target.middle + 6),
                    "use",
                    state,
                    words,
                )
            else:
                yield Edge(
                    _curve(consumers[user].x + consumers[user].width, consumers[user].middle, target.x - 6, target.middle),
                    "use",
                    state,
                    words,
                )


def _named(before: Mapping[str, str], after: Mapping[str, str], name: str) -> Iterable[str]:
    return (tables[name] for tables in (before, after) if name in tables)


def _state(was: bool, is_now: bool) -> str:
    return KEPT if was and is_now else ADDED if is_now else REMOVED


def _curve(x1: float, y1: float, x2: float, y2: float) -> str:
    bend = (x2 - x1) / 2
    return f"M{x1:.0f} {y1:.0f} C{x1 + bend:.0f} {y1:.0f} {x2 - bend:.0f} {y2:.0f} {x2:.0f} {y2:.0f}"
