"""Passes the attributes of all resources of a stack to cdktf in one call (docs/adr/0003).

A stock binding handles a jsii callback for each resource, twice per synthesis, which takes most of a large stack's time.
Here one hidden element per stack returns the attributes of all resources. cdktf merges the JSON of all elements of a stack, so a
resource that exists in Node still adds its own meta-arguments (`depends_on`, `lifecycle`, `provider`, …) and metadata.
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

import jsii

from dynawright.bindings import GENERATOR
from dynawright.bindings.engine.references import Written, unresolved
from dynawright.framework import cdktf

if TYPE_CHECKING:
    from dynawright.bindings.engine.lazy import Lazy

_MEMO = "_dynawright_attributes"
ELEMENT_DEPTH = 2
"""An element's JSON, nested under its section and type."""


class Attributes(cdktf.TerraformDataSource):
    """The hidden element of one stack.

    It is a data source to cdktf, so cdktf checks that the stack has a provider.
    """

    def __init__(self, stack: cdktf.TerraformStack) -> None:
        config = {"terraformResourceType": "dynawright_attributes", "terraformGeneratorMetadata": GENERATOR}
        jsii.create(cdktf.TerraformDataSource, self, [stack, "dynawright.attributes", config])
        self._stack = stack
        self._preparing = True
        self.constructs: dict[tuple[str, ...], Lazy] = {}

    @cached_property
    def stack_path(self) -> str:
        return cast(str, jsii.invoke(self._stack, "toString", []))

    def to_metadata(self) -> Any:
        """cdktf calls this before it takes the JSON that it writes, but not before it prepares."""
        self._preparing = False
        return {}

    def to_terraform(self) -> Any:
        """Return the JSON; while cdktf looks for references to other stacks, only parts that can hold one."""
        written = self._written()
        preparing, self._preparing = self._preparing, True
        if preparing:
            return {"unresolved": [] if written.is_resolved else unresolved(written.value)}
        document = written.value
        if _kept is None:
            return document
        left: dict[str, Any] = {}
        if not written.is_resolved:
            left = _take_unresolved(document, ELEMENT_DEPTH)
            document = json.loads(json.dumps(document))  # possible once cdktf's objects are removed
        _kept[self.stack_path] = document
        return left

    def document(self, types: Container[str]) -> dict[str, Any]:
        """Return the JSON of the stack's elements of some types, without calls to Node."""
        found: dict[str, Any] = self._written(types).value
        return found

    def _written(self, types: Container[str] | None = None) -> Written:
        document: dict[str, Any] = {}
        for construct in self.constructs.values():
            if types is None or getattr(construct, "TERRAFORM_TYPE", None) in types:
                construct._render_into(document, self.stack_path)
        return Written(document, self._stack)

    def to_hcl_terraform(self) -> Any:
        raise NotImplementedError("HCL output is not supported by these bindings; synthesize JSON, cdktf's default")


_kept: dict[str, dict[str, Any]] | None = None


@contextmanager
def keeping_back() -> Iterator[Mapping[str, dict[str, Any]]]:
    """Give cdktf only the elements that it must resolve; keep the others by their stack's path."""
    global _kept
    _kept = {}
    try:
        yield _kept
    finally:
        _kept = None


def _take_unresolved(document: dict[str, Any], depth: int) -> dict[str, Any]:
    """Move the elements that hold a cdktf token out of the document."""
    taken: dict[str, Any] = {}
    for key, value in list(document.items()):
        if not unresolved(value):
            continue
        taken[key] = _take_unresolved(value, depth - 1) if depth and isinstance(value, dict) else document.pop(key)
    return taken


def attributes_of(stack: cdktf.TerraformStack) -> Attributes:
    """Return the stack's hidden element, created on first use."""
    memo = cast("Attributes | None", stack.__dict__.get(_MEMO))
    if memo is None:
        memo = stack.__dict__[_MEMO] = Attributes(stack)
    return memo
