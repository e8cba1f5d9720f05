"""Who may do more or less than before: the difference of the systems' access matrices, which `make readmes` writes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

HEADING = "## Who may do what"
Right = tuple[str, ...]
"""consumer, action, table or index, partition key; the patterns it is for stand beside it."""


@dataclass(frozen=True)
class Difference:
    system: str
    gained: tuple[Right, ...]
    lost: tuple[Right, ...]


def matrix(readme: str | None) -> dict[Right, str]:
    """Right → the patterns it is for, from a system's README."""
    section = (readme or "").partition(HEADING)[2].partition("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in section.splitlines() if line.startswith("| ")]
    return {tuple(cells[:-1]): cells[-1] for cells in rows[2:]}


def difference(system: str, before: str | None, after: str | None) -> Difference:
    old, new = matrix(before), matrix(after)
    return Difference(
        system,
        tuple((*right, patterns) for right, patterns in new.items() if right not in old),
        tuple((*right, patterns) for right, patterns in old.items() if right not in new),
    )


def markdown(differences: Iterable[Difference]) -> str:
    rows = [
        f"| {sign} | {one.system} | {' | '.join(right)} |"
        for one in differences
        for sign, rights in (("may now", one.gained), ("may no longer", one.lost))
        for right in rights
    ]
    if not rows:
        return "Nobody may do more or less than before.\n"
    headings = ["| | system | consumer | action | table or index | partition key | for |", "| --- " * 7 + "|"]
    return "\n".join([*headings, *rows]) + "\n"
