"""Accepting what a check finds: beside the resource, with the reason, for every reader of the stack and of the gate's report."""

from __future__ import annotations

from constructs import Construct

from dynawright.bindings.engine.attributes import attributes_of
from dynawright.bindings.engine.element import Rendered
from dynawright.bindings.engine.location import location
from dynawright.errors import Place, Problem, UserError, unknown

GIVE_REASON = "say why this is right here"


def suppress(construct: Construct, rule: str, *, because: str, on: str | None = None) -> None:
    """Accepts a finding of a rule of ours (`requests-use-tls`) or of checkov (`CKV_AWS_117`).

    For a resource as it is; for a component, `on` says which of its resources, by Terraform type. The gate refuses a suppression without a
    reason, and one that suppresses nothing in any environment.
    """
    if not because.strip():
        raise UserError([Problem("DW329", "the reason is empty", Place(path=f"suppression of {rule}"), because, fix=GIVE_REASON)])
    for element in _meant(construct, rule, on):
        element.add_override(f"//.dynawright.suppressions.{rule}", because)


def _meant(construct: Construct, rule: str, on: str | None) -> list[Rendered]:
    if isinstance(construct, Rendered):
        return [construct]
    stack, path = location(construct)
    every = attributes_of(stack).constructs.items()
    below = [one for place, one in every if place[: len(path)] == path and isinstance(one, Rendered)]
    meant = [one for one in below if on == one.TERRAFORM_TYPE]
    if not meant:
        types, place = sorted({one.TERRAFORM_TYPE for one in below}), Place(path=f"suppression of {rule}")
        raise UserError([unknown("DW329", "type", str(on), types, within="/".join(path), place=place)])
    return meant
