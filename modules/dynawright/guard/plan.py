"""Read a plan from `terraform show -json`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

from dynawright.errors import Place, Problem, UserError
from dynawright.guard.change import UNKNOWN, Change
from dynawright.rules.blocks import as_blocks, as_list, as_mapping

_KEY = re.compile(r"\[[^\]]*\]")  # the key of an instance made by count or for_each


def changes(plan: Mapping[str, Any], file: str = "") -> list[Change]:
    """Return every managed resource of the plan, including unchanged ones: rules compare with them."""
    entries = plan.get("resource_changes")
    if entries is None and not _is_of_nothing(plan):
        raise UserError([not_a_plan("the JSON has no resource_changes", file)])
    if not isinstance(entries, list | None) or not all(_is_entry(entry) for entry in entries or ()):
        raise UserError([not_a_plan("resource_changes is not a list of changes", file)])
    if plan.get("errored") is True:
        text, fix = "Terraform did not finish this plan, so it can't be judged", "fix the error and plan again"
        raise UserError([Problem("DW409", text, Place(file), fix=fix)])
    resources = dict(_configured(as_mapping(as_mapping(plan.get("configuration")).get("root_module"))))
    result = [_change(entry, resources) for entry in entries or () if entry.get("mode") != "data"]
    deferred = [
        as_mapping(as_mapping(deferred_change).get("resource_change"))
        for deferred_change in as_list(plan.get("deferred_changes"))
    ]
    if not all(_is_entry(deferred_change) for deferred_change in deferred):
        raise UserError([not_a_plan("deferred_changes is not a list of changes", file)])
    result += [
        _change(deferred_change, resources, is_deferred=True)
        for deferred_change in deferred
        if deferred_change.get("mode") != "data"
    ]
    return [*result, *_actions(plan)]


def _actions(plan: Mapping[str, Any]) -> Iterator[Change]:
    """Yield Terraform's actions in the plan, each as a created resource."""
    for kind in ("action_invocations", "deferred_action_invocations"):
        for invocation in as_list(plan.get(kind)):
            action = as_mapping(as_mapping(invocation).get("action_invocation")) or as_mapping(invocation)
            address, type = str(action.get("address", "action")), str(action.get("type", "action"))
            yield Change(address, type, ("create",), {}, as_mapping(action.get("config_values")), runs_commands=True)


def not_a_plan(text: str, file: str = "") -> Problem:
    """Return the problem of a file, or JSON, that is not a plan."""
    fix = "make it with `terraform plan -out`, or pass the output of `terraform show -json <plan>`"
    return Problem("DW408", text, Place(file, path="" if file else "plan"), fix=fix)


def _is_of_nothing(plan: Mapping[str, Any]) -> bool:
    """Whether the plan has no resources at all: Terraform omits an empty list."""
    is_plan = "format_version" in plan and isinstance(plan.get("planned_values"), Mapping)
    return is_plan and not as_mapping(as_mapping(plan.get("planned_values")).get("root_module"))


def _is_entry(entry: Any) -> bool:
    change = entry.get("change") if isinstance(entry, Mapping) else None
    return isinstance(change, Mapping) and isinstance(change.get("actions"), list) and {"address", "type"} <= set(entry)


def _change(entry: Mapping[str, Any], resources: Mapping[str, Mapping[str, Any]], *, is_deferred: bool = False) -> Change:
    change, resource = entry["change"], resources.get(_KEY.sub("", entry["address"]))
    expressions = as_mapping(resource.get("expressions")) if resource else {}
    prefix = _KEY.sub("", str(entry.get("module_address", "")))
    return Change(
        address=entry["address"],
        type=entry["type"],
        actions=tuple(change["actions"]),
        before=change.get("before") or {},
        after=_filled(change.get("after") or {}, change.get("after_unknown") or {}),
        replaced_by=tuple(".".join(map(str, path)) for path in change.get("replace_paths") or []),
        references={name: tuple(_referred(value, f"{prefix}." if prefix else "")) for name, value in expressions.items()},
        written=frozenset(_written(expressions)) if resource else None,
        is_imported=bool(change.get("importing")),
        is_deferred=is_deferred,
        sensitive=frozenset(_sensitive(change)),
        runs_commands=bool(resource and resource.get("provisioners")),
    )


def _sensitive(change: Mapping[str, Any]) -> Iterator[str]:
    """Yield the attributes that are marked as sensitive, in whole or in part, before or after."""
    for marks in (change.get("before_sensitive"), change.get("after_sensitive")):
        yield from (name for name, mark in as_mapping(marks).items() if "true" in json.dumps(mark))


def _filled(after: Any, unknown: Any) -> Any:
    """Return `after` with UNKNOWN in the places that `unknown` marks."""
    if unknown is True:
        return UNKNOWN
    if isinstance(unknown, Mapping) and isinstance(after, Mapping | None):
        known = after or {}
        filled = {name: _filled(known.get(name), unknown.get(name)) for name in {**known, **unknown}}
        return filled if after is not None or any(value is not None for value in filled.values()) else None
    if isinstance(unknown, list) and isinstance(after, list | None):
        items = [_filled(*pair) for pair in zip_longest(after or (), unknown)]
        return items if after is not None or any(item is not None for item in items) else None
    return after


def _written(expressions: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    """Yield the written attributes and blocks, including those inside blocks: `rule`, `rule.lifecycle`."""
    for name, value in expressions.items():
        yield prefix + name
        for block in value if isinstance(value, list) else ():
            yield from _written(as_mapping(block), f"{prefix}{name}.")


def _referred(expression: Any, prefix: str) -> Iterator[str]:
    """Yield what an expression, or each expression in a block, refers to."""
    for block in as_blocks(expression):
        references = block.get("references")
        yield from (f"{prefix}{name}" for name in as_list(references))
        for name, inner in block.items():
            if name != "references":
                yield from _referred(inner, prefix)


def _configured(module: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield each resource's address with its configuration."""
    for resource in module.get("resources") or []:
        yield prefix + resource["address"], resource
    for name, call in as_mapping(module.get("module_calls")).items():
        yield from _configured(as_mapping(call.get("module")), f"{prefix}module.{name}.")
