"""Accepts a check's finding beside the resource, with the reason, for all tools that read the stack."""

from __future__ import annotations

from collections.abc import Sequence

from constructs import Construct

from dynawright.bindings.engine.attributes import attributes_of
from dynawright.bindings.engine.element import Rendered
from dynawright.bindings.engine.location import location
from dynawright.errors import Place, Problem, UserError, unknown
from dynawright.framework import cdktf

GIVE_REASON = "say why this is right here"


def suppress(construct: Construct, rule: str, *, because: str, on: str | None = None) -> None:
    """Accept a finding of a rule (`requests-use-tls`) or of checkov (`CKV_AWS_117`).

    `construct` is a resource, also of plain cdktf; a component, where `on` selects its resources by Terraform type; or a stack, for
    other parts, such as a `moved` block. The gate rejects a suppression without a reason, and one that suppresses nothing in any
    environment.
    """
    if not because.strip():
        raise UserError([Problem("DW329", "the reason is empty", Place(path=f"suppression of {rule}"), because, fix=GIVE_REASON)])
    for element in _meant(construct, rule, on):
        element.add_override(f"//.dynawright.suppressions.{rule}", because)


def _meant(construct: Construct, rule: str, on: str | None) -> Sequence[cdktf.TerraformElement | cdktf.TerraformStack | Rendered]:
    if isinstance(construct, cdktf.TerraformElement) or (isinstance(construct, cdktf.TerraformStack) and on is None):
        return [construct]
    stack, path = location(construct)
    every = attributes_of(stack).constructs.items()
    below = [one for place, one in every if place[: len(path)] == path and isinstance(one, Rendered)]
    meant = [child for child in below if on == child.TERRAFORM_TYPE]
    if not meant:
        types, place = sorted({child.TERRAFORM_TYPE for child in below}), Place(path=f"suppression of {rule}")
        raise UserError([unknown("DW329", "type", str(on), types, within="/".join(path), place=place)])
    return meant
