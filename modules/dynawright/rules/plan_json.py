"""Read resources from `terraform show -json` of a plan or a state."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

_INDEX = re.compile(r"\[[^\]]*\]")


def resources(content: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield (address, type, values) of the resources in a state, or after a plan."""
    if "values" in content:
        yield from _of_state(content["values"].get("root_module", {}))
        return
    expressions = dict(_expressions(content.get("configuration", {}).get("root_module", {}), ""))
    for change in content.get("resource_changes", []):
        after = change["change"].get("after")
        if change.get("mode") != "data" and after is not None:
            written = expressions.get(_INDEX.sub("", change["address"]), {})
            prefix = _INDEX.sub("", change.get("module_address", ""))
            values = _filled(after, change["change"].get("after_unknown"), written, f"{prefix}." if prefix else "")
            yield change["address"], change["type"], values


def _of_state(module: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for resource in module.get("resources", []):
        if resource.get("mode") != "data":
            yield resource["address"], resource["type"], resource.get("values", {})
    for child in module.get("child_modules", []):
        yield from _of_state(child)


def _expressions(module: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    for resource in module.get("resources", []):
        yield prefix + resource["address"], resource.get("expressions", {})
    for name, call in module.get("module_calls", {}).items():
        yield from _expressions(call.get("module", {}), f"{prefix}module.{name}.")


def _filled(after: Any, unknown: Any, written: Any, prefix: str) -> Any:
    """Return the known values, and a reference for written values that are known only after the apply.

    Attributes that weren't written stay out: AWS fills them in, and a rule must not take that for a choice.
    """
    if unknown is True:
        references = written.get("references", []) if isinstance(written, Mapping) else []
        return f"${{{prefix}{references[0]}}}" if references else None
    if isinstance(after, Mapping):
        unknown = unknown if isinstance(unknown, Mapping) else {}
        written = written if isinstance(written, Mapping) else {}
        names = list(after) + [name for name in unknown if name not in after]
        return {name: _filled(after.get(name), unknown.get(name), written.get(name), prefix) for name in names}
    if isinstance(after, list):
        blanks = unknown if isinstance(unknown, list) else []
        expressions = written if isinstance(written, list) else [written] * len(after)
        return [
            _filled(value, blanks[i] if i < len(blanks) else None, expressions[i] if i < len(expressions) else None, prefix)
            for i, value in enumerate(after)
        ]
    return after
