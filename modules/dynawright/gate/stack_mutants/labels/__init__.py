"""All labels; the first that fits a difference counts."""

from __future__ import annotations

from dynawright.gate.plan_mutants.ends import LOST, SPARE
from dynawright.gate.stack_mutants.difference import Difference
from dynawright.gate.stack_mutants.label import ANY, Label, either, fine, weak
from dynawright.gate.stack_mutants.labels import access, alarms, backups, functions, storage, surroundings, tables

LABELS: tuple[Label, ...] = (
    either(ANY, "", "renamed", "it says the same under another name"),
    fine(ANY, ANY, "order form", "Terraform and AWS read the same"),
    *(label for part in (tables, backups, alarms, functions, access, storage, surroundings) for label in part.LABELS),
    *(weak(type, "", "gone", lost) for type, lost in LOST.items()),
    *(fine(type, "", "gone", spare) for type, spare in SPARE.items()),
)


def label_of(difference: Difference) -> Label | None:
    """Return the label of a difference; None if there is none."""
    return next((label for label in LABELS if label.fits(difference)), None)
