"""Gained and lost rights: the difference of the systems' access matrices."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from dynawright.model.access_matrix import Right


@dataclass(frozen=True)
class Difference:
    """The rights that consumers of a system gain and lose."""

    system: str
    gained: tuple[Right, ...]
    lost: tuple[Right, ...]


def difference(system: str, before: Collection[Right], after: Collection[Right]) -> Difference:
    """Compare two matrices; a change of the patterns behind an equal right is no difference."""
    old, new = ({right.allowed for right in rights} for rights in (before, after))
    return Difference(
        system,
        tuple(right for right in after if right.allowed not in old),
        tuple(right for right in before if right.allowed not in new),
    )


def markdown(differences: Iterable[Difference]) -> str:
    """Return a table with a row per right, or a sentence if there is none."""
    rows = [
        f"| {sign} | {difference.system} | {' | '.join(_cells(right))} |"
        for difference in differences
        for sign, rights in (("may now", difference.gained), ("may no longer", difference.lost))
        for right in rights
    ]
    if not rows:
        return "No one may do more or less than before.\n"
    headings = ["| | system | consumer | action | table or index | partition key | attributes | for |", "| --- " * 8 + "|"]
    return "\n".join([*headings, *rows]) + "\n"


def _cells(right: Right) -> tuple[str, ...]:
    attributes = ", ".join(f"`{name}`" for name in (*right.attributes, *right.written)) or "all"
    return right.consumer, right.deed, right.place, right.partition, attributes, ", ".join(right.patterns)
