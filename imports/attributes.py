"""Hands the attributes of all resources of a stack to cdktf in one call (docs/adr/0003).

A stock binding answers a jsii callback for each resource, twice per synthesis; that is most of the time a large stack takes.
Here one hidden element per stack answers for all of them. cdktf merges what the elements of a stack return, so each resource
still contributes its own meta-arguments (`depends_on`, `lifecycle`, `provider`, …) and its metadata.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import cdktf

if TYPE_CHECKING:
    from imports.element import Rendered

_MEMO = "_tablestakes_attributes"


class Attributes(cdktf.TerraformElement):
    """The hidden element of one stack."""

    def __init__(self, stack: cdktf.TerraformStack) -> None:
        super().__init__(stack, "tablestakes.attributes")
        self.elements: list[Rendered] = []

    def to_terraform(self) -> Any:
        rendered: dict[str, dict[str, dict[str, Any]]] = {}
        for element in self.elements:
            if not element.moved_away:
                types = rendered.setdefault(element.SECTION, {})
                types.setdefault(element.TERRAFORM_TYPE, {})[element.logical_id] = element.rendered()
        return rendered

    def to_hcl_terraform(self) -> Any:
        raise NotImplementedError("HCL output is not supported by these bindings; synthesize JSON, cdktf's default")


def attributes_of(stack: cdktf.TerraformStack) -> Attributes:
    """The stack's hidden element, made when first needed."""
    memo = cast("Attributes | None", stack.__dict__.get(_MEMO))
    if memo is None:
        memo = stack.__dict__[_MEMO] = Attributes(stack)
    return memo
