"""A plan as `terraform show -json` tells it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from dynawright.errors import Place, Problem, UserError
from dynawright.guard.change import UNKNOWN, Change
from dynawright.rules.blocks import as_mapping

_KEY = re.compile(r"\[[^\]]*\]")  # of an instance made by count or for_each


def changes(plan: Mapping[str, Any], file: str = "") -> list[Change]:
    """Every managed resource of the plan, unchanged ones too: what stays tells what is new to whom."""
    entries = plan.get("resource_changes")
    if entries is None and not _is_of_nothing(plan):
        raise UserError([not_a_plan("the JSON has no resource_changes", file)])
    if not isinstance(entries, list | None) or not all(_is_entry(one) for one in entries or ()):
        raise UserError([not_a_plan("resource_changes is not a list of changes", file)])
    if plan.get("errored") is True:
        text, fix = "Terraform did not finish this plan, so that it can't be judged", "fix the error and plan again"
        raise UserError([Problem("DW409", text, Place(file), fix=fix)])
    written = dict(_written(as_mapping(as_mapping(plan.get("configuration")).get("root_module"))))
    return [_change(one, written) for one in entries or () if one.get("mode") == "managed"]


def not_a_plan(text: str, file: str = "") -> Problem:
    """Return the problem of a file, or JSON, that is not a plan."""
    fix = "make it with `terraform plan -out`, or give what `terraform show -json <plan>` prints"
    return Problem("DW408", text, Place(file, path="" if file else "plan"), fix=fix)


def _is_of_nothing(plan: Mapping[str, Any]) -> bool:
    """A plan of no resources at all: Terraform leaves an empty list out."""
    is_plan = "format_version" in plan and isinstance(plan.get("planned_values"), Mapping)
    return is_plan and not as_mapping(as_mapping(plan.get("planned_values")).get("root_module"))


def _is_entry(entry: Any) -> bool:
    change = entry.get("change") if isinstance(entry, Mapping) else None
    return isinstance(change, Mapping) and isinstance(change.get("actions"), list) and {"address", "type"} <= set(entry)


def _change(entry: Mapping[str, Any], written: Mapping[str, Mapping[str, tuple[str, ...]]]) -> Change:
    change = entry["change"]
    return Change(
        address=entry["address"],
        type=entry["type"],
        actions=tuple(change["actions"]),
        before=change.get("before") or {},
        after=_filled(change.get("after") or {}, change.get("after_unknown") or {}),
        replaced_by=tuple(".".join(map(str, path)) for path in change.get("replace_paths") or []),
        references=written.get(_KEY.sub("", entry["address"]), {}),
    )


def _filled(after: Any, unknown: Any) -> Any:
    """`after` with UNKNOWN in the places that `unknown` marks."""
    if unknown is True:
        return UNKNOWN
    if isinstance(after, Mapping) and isinstance(unknown, Mapping):
        return {name: _filled(after.get(name), unknown.get(name)) for name in {**after, **unknown}}
    if isinstance(after, list) and isinstance(unknown, list) and len(after) == len(unknown):
        return [_filled(*pair) for pair in zip(after, unknown, strict=True)]
    return after


def _written(module: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, dict[str, tuple[str, ...]]]]:
    """Address → what each of its expressions refers to."""
    for resource in module.get("resources") or []:
        expressions = as_mapping(resource.get("expressions"))
        yield (
            prefix + resource["address"],
            {
                name: tuple(prefix + one for one in value.get("references", ()))
                for name, value in expressions.items()
                if isinstance(value, dict)
            },
        )
    for name, call in as_mapping(module.get("module_calls")).items():
        yield from _written(as_mapping(call.get("module")), f"{prefix}module.{name}.")
