"""Checks of the meta-arguments of a resource, on the line that passes them.

cdktf's own messages name neither the resource nor the line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from dynawright.bindings.engine.kinds import BOOL, refuse
from dynawright.errors import Problem, unknown
from dynawright.framework import cdktf

LIFECYCLE = (
    "create_before_destroy",
    "ignore_changes",
    "postcondition",
    "precondition",
    "prevent_destroy",
    "replace_triggered_by",
)
_FLAGS = ("create_before_destroy", "prevent_destroy")


def problems(meta: Mapping[str, Any], attributes: Collection[str]) -> list[Problem]:
    """Return the problems of the meta-arguments of a resource with these attributes."""
    wrong: list[Problem] = []
    for name, value in meta.items():
        if name == "lifecycle" and not isinstance(value, cdktf.TerraformResourceLifecycle):
            _check_lifecycle(value, attributes, wrong)
        elif name == "depends_on":
            _check_dependencies(value, wrong)
        elif name in _SINGLE and not _SINGLE[name][1](value):
            refuse(name, _SINGLE[name][0], value, wrong)
    return wrong


def _check_lifecycle(value: Any, attributes: Collection[str], wrong: list[Problem]) -> None:
    if not isinstance(value, Mapping):
        refuse("lifecycle", "a map, or cdktf.TerraformResourceLifecycle(...)", value, wrong)
        return
    for name, rule in value.items():
        if name not in LIFECYCLE:
            wrong.append(unknown("DW311", "lifecycle rule", name, LIFECYCLE))
        elif name in _FLAGS:
            BOOL.plain(f"lifecycle.{name}", rule, wrong)
        elif name == "ignore_changes" and rule != "all":
            _check_ignored(rule, attributes, wrong)


def _check_ignored(rule: Any, attributes: Collection[str], wrong: list[Problem]) -> None:
    if not _is_list(rule) or not all(isinstance(name, str) for name in rule):
        refuse("lifecycle.ignore_changes", "a list of attributes, or 'all'", rule, wrong)
        return
    for path in rule:
        name = re.split(r"[.\[]", path, maxsplit=1)[0]
        if name not in attributes:
            wrong.append(unknown("DW311", "attribute", name, sorted(attributes), within="lifecycle.ignore_changes"))


def _check_dependencies(value: Any, wrong: list[Problem]) -> None:
    if not _is_list(value):
        refuse("depends_on", "a list of resources", value, wrong)
        return
    for number, needed in enumerate(value):
        if not hasattr(type(needed), "fqn"):  # of the type: access to the object's attribute would create it in Node
            refuse(f"depends_on[{number}]", "a resource or data source", needed, wrong)


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


_SINGLE: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "provider": ("a provider, such as AwsProvider(...)", lambda value: isinstance(value, cdktf.TerraformProvider)),
    "count": (
        "a whole number or a TerraformCount",
        lambda value: type(value) in (int, float) or isinstance(value, cdktf.TerraformCount),
    ),
    "for_each": (
        "a TerraformIterator, such as TerraformIterator.from_list([...])",
        lambda value: isinstance(value, cdktf.TerraformIterator),
    ),
}
