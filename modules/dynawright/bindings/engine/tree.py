"""Makes Python code that inspects the construct tree find all of it (docs/adr/0003).

Lazy constructs are not in Node's tree. This module wraps every method that reads the tree, now or later in Node: it first
creates the lazy constructs of the stacks above and below, and from then on constructs are no longer lazy.
"""

from __future__ import annotations

import functools
import os
from typing import Any

import jsii
from constructs import Construct, Node

from dynawright.bindings.engine.attributes import attributes_of
from dynawright.bindings.engine.location import location
from dynawright.framework import cdktf

EAGER = os.environ.get("DYNAWRIGHT_EAGER") == "1"
"""Create every construct in Node at once and let cdktf write all JSON; slower, with the same result."""
_watched = EAGER


def watched() -> bool:
    """Whether this process inspects the tree: an Aspect, for example, also visits later constructs."""
    return _watched


def _look_at(node: Node) -> None:
    global _watched
    _watched = True
    for construct in (*node.scopes, *jsii.invoke(node, "findAll", [])):
        if isinstance(construct, cdktf.TerraformStack):
            for lazy in list(attributes_of(construct).constructs.values()):
                lazy._create()


def _without(remove: Any) -> Any:
    @functools.wraps(remove)
    def without(node: Node, child_name: str) -> Any:
        scope = node.scopes[-1]
        if not isinstance(scope, cdktf.App):
            stack, path = location(scope)
            gone = (*path, child_name)
            constructs = attributes_of(stack).constructs
            for path in [path for path in constructs if path[: len(gone)] == gone]:
                del constructs[path]
        return remove(node, child_name)

    return without


def _completed(look: Any) -> Any:
    """Return the method or property, wrapped to create lazy constructs first."""
    if isinstance(look, property):
        return property(_completed(look.fget), look.fset)
    if isinstance(look, classmethod):
        return classmethod(_completed(look.__func__))

    @functools.wraps(look)
    def completed(owner: Any, *args: Any) -> Any:
        scope = args[0] if isinstance(owner, type) else owner
        _look_at(scope if isinstance(scope, Node) else scope.node)
        return look(owner, *args)

    return completed


Node.try_remove_child = _without(Node.try_remove_child)  # type: ignore[method-assign]
_LOOKS = {
    Node: ("children", "default_child", "find_all", "find_child", "lock", "try_find_child", "try_remove_child", "with_"),
    Construct: ("with_",),
    cdktf.Aspects: ("of",),
}
for _owner, _names in _LOOKS.items():
    for _name in _names:
        setattr(_owner, _name, _completed(_owner.__dict__[_name]))
