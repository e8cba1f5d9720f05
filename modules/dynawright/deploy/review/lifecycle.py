"""Changes of `prevent_destroy`, which appear in neither plan nor state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dynawright.guard.change import Change
from dynawright.guard.rule import Finding, Kind, Seen

OFF = Kind(
    "prevent-destroy-off",
    happens="Nothing yet; from then on Terraform deletes or replaces the resource, with all that is in it, whenever a plan asks for it.",
    instead="Leave it on until the day of the deletion. In an environment that may be thrown away, say so in its file.",
)


def findings(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Finding]:
    """Compare two synthesized stacks; the plan shows resources that the second lacks."""
    for type, group in after.get("resource", {}).items():
        for name, now in group.items():
            was = before.get("resource", {}).get(type, {}).get(name, {})
            if _prevents(was) and not _prevents(now):
                change = Change(f"{type}.{name}", type, ("update",), was, now)
                yield OFF.finding(change, Seen("prevent_destroy: true → false"))


def _prevents(resource: Mapping[str, Any]) -> bool:
    return resource.get("lifecycle", {}).get("prevent_destroy") is True
