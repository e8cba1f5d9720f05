"""Checks the meta-arguments of a resource where they are written: cdktf's own words name neither the resource nor the line."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

import cdktf

from dynawright.bindings.engine.kinds import BOOL, refuse
from dynawright.errors import did_you_mean

LIFECYCLE = (
    "create_before_destroy",
    "ignore_changes",
    "postcondition",
    "precondition",
    "prevent_destroy",
    "replace_triggered_by",
)
_FLAGS = ("create_before_destroy", "prevent_destroy")


def problems(meta: Mapping[str, Any], attributes: Collection[str]) -> list[str]:
    """What is wrong with the meta-arguments of a resource that has these attributes."""
    found: list[str] = []
    for name, value in meta.items():
        if name == "lifecycle" and not isinstance(value, cdktf.TerraformResourceLifecycle):
            found += _lifecycle_problems(value, attributes)
        elif name == "depends_on":
            found += _dependency_problems(value)
        elif name in _SINGLE and not _SINGLE[name][1](value):
            refuse(name, _SINGLE[name][0], value, found)
    return found


def _lifecycle_problems(value: Any, attributes: Collection[str]) -> Iterator[str]:
    found: list[str] = []
    if not isinstance(value, Mapping):
        refuse("lifecycle", "a map, or cdktf.TerraformResourceLifecycle(...)", value, found)
        yield from found
        return
    for name, rule in value.items():
        if name not in LIFECYCLE:
            yield f"unknown rule '{name}' in 'lifecycle'; " + (
                did_you_mean(name, LIFECYCLE) or f"allowed: {', '.join(LIFECYCLE)}"
            )
        elif name in _FLAGS:
            BOOL.plain(f"lifecycle.{name}", rule, found)
        elif name == "ignore_changes" and rule != "all":
            yield from _ignored_problems(rule, attributes)
    yield from found


def _ignored_problems(rule: Any, attributes: Collection[str]) -> Iterator[str]:
    if not _is_list(rule) or not all(isinstance(name, str) for name in rule):
        yield f"'lifecycle.ignore_changes' must be a list of attributes, or 'all', not {type(rule).__name__} {rule!r:.80}"
        return
    for path in rule:
        name = re.split(r"[.\[]", path, maxsplit=1)[0]
        if name not in attributes:
            yield f"'lifecycle.ignore_changes' names '{path}', which is no attribute; {did_you_mean(name, attributes)}"


def _dependency_problems(value: Any) -> list[str]:
    found: list[str] = []
    if not _is_list(value):
        refuse("depends_on", "a list of resources", value, found)
        return found
    for number, one in enumerate(value):
        if not hasattr(type(one), "fqn"):  # of the type: asking the object would create it in Node
            given = (
                "a construct, but no element of Terraform's"
                if hasattr(type(one), "node")
                else f"{type(one).__name__} {one!r:.80}"
            )
            found.append(f"'depends_on[{number}]' must be a resource or data source itself, not {given}")
    return found


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
