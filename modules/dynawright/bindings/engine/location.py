"""The place of a construct in the tree, without a call to the jsii kernel for each resource."""

from __future__ import annotations

import hashlib
import re
from typing import NamedTuple, cast

from constructs import Construct, IConstruct

from dynawright.bindings.engine.arguments import SchemaError, writer
from dynawright.errors import Problem
from dynawright.framework import cdktf

_MEMO = "_dynawright_location"
_MAX_HUMAN_LENGTH = 240
_MAX_LENGTH = 255


class Location(NamedTuple):
    """The stack of a construct, and the ids from that stack down to it."""

    stack: cdktf.TerraformStack
    path: tuple[str, ...]


def location(construct: IConstruct) -> Location:
    """Return the construct's location; the kernel is called once, then it is stored on the construct."""
    memo = cast("Location | None", construct.__dict__.get(_MEMO))
    if memo is not None:
        return memo
    if isinstance(construct, cdktf.TerraformStack):
        found = Location(construct, ())
    else:
        node = construct.node
        parent = node.scope
        if parent is None:
            text = "a resource must be inside a TerraformStack"
            raise SchemaError([Problem("DW314", text, writer(type(construct).__name__), type(construct).__name__)])
        above = location(parent)
        found = Location(above.stack, (*above.path, node.id))
    construct.__dict__[_MEMO] = found
    return found


def place(construct: Construct, scope: Construct, id: str) -> Location:
    """Store the location of a new construct, without a call to the kernel."""
    above = location(scope)
    found = Location(above.stack, (*above.path, re.sub("[/\n]", "--", id)))  # as the kernel does, since slashes separate ids
    construct.__dict__[_MEMO] = found
    return found


def logical_id(path: tuple[str, ...]) -> str:
    """Return cdktf's name for the element at `path` below its stack.

    Uses cdktf's own algorithm, so that addresses agree.
    """
    shown = [part for part in path if part != "Default"]
    if len(shown) == 1 and len(candidate := _identifier(shown[0])) <= _MAX_LENGTH:
        return candidate
    digest = hashlib.md5("/".join(shown).encode(), usedforsecurity=False).hexdigest()[:8].upper()
    human: list[str] = []
    for part in shown:
        if not human or not human[-1].endswith(part):
            human.append(part)
    return "_".join(_identifier(part) for part in human if part != "Resource")[:_MAX_HUMAN_LENGTH] + "_" + digest


def _identifier(part: str) -> str:
    return re.sub(r"[^A-Za-z0-9_-]", "", part)
