"""Line charts as SVG: units per second over a day, and figures over months."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 640, 150, 70, 24, 20
COLOURS = {"asked": "#1f6feb", "taken": "#2da44e", "limit": "#8c959f", "throttled": "#cf222e"}
POINTS = 288
"""Number of drawn points; each is the highest of its minutes."""


@dataclass(frozen=True)
class Line:
    """One line of a chart; `colour` is one of COLOURS."""

    name: str
    colour: str
    values: Sequence[float]
    dashed: bool = False


def chart(title: str, lines: Sequence[Line], labels: Sequence[str]) -> str:
    """Return an SVG with a title, the lines, the largest value and the labels below."""
    most = max((max(line.values, default=0) for line in lines), default=0) or 1
    high, wide = HEIGHT - TOP - BOTTOM, WIDTH - LEFT
    parts = [
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}" xmlns="http://www.w3.org/2000/svg">',
        f'<text x="0" y="14" class="title">{escape(title)}</text>',
        f'<text x="{LEFT - 6}" y="{TOP + 8}" text-anchor="end">{shown(most)}</text>',
        f'<text x="{LEFT - 6}" y="{HEIGHT - BOTTOM}" text-anchor="end">0</text>',
        f'<path d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH}" class="axis"/>',
    ]
    for line in lines:
        values = thinned(line.values)
        step = wide / max(1, len(values) - 1)
        points = " ".join(
            f"{LEFT + at * step:.1f},{HEIGHT - BOTTOM - high * value / most:.1f}" for at, value in enumerate(values)
        )
        dash = ' stroke-dasharray="4 3"' if line.dashed else ""
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{COLOURS[line.colour]}"{dash}><title>{escape(line.name)}</title></polyline>'
        )
    for at, label in enumerate(labels):
        x = LEFT + wide * at / max(1, len(labels) - 1)
        anchor = "start" if at == 0 else "end" if at == len(labels) - 1 else "middle"
        parts.append(f'<text x="{x:.0f}" y="{HEIGHT - 6}" text-anchor="{anchor}">{escape(label)}</text>')
    return "".join([*parts, "</svg>"])


def thinned(values: Sequence[float]) -> list[float]:
    """Return at most POINTS values: the highest of each stretch, so that no peak is lost."""
    if len(values) <= POINTS:
        return list(values)
    size = -(-len(values) // POINTS)
    return [max(values[at : at + size]) for at in range(0, len(values), size)]


def shown(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:,.2g}"
