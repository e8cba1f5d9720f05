"""A Terraform plan as data."""

from dataclasses import dataclass
from typing import Any, NamedTuple


class Change(NamedTuple):
    """In Terraform's words: create, update, delete, or two of them for a replacement."""

    address: str
    actions: tuple[str, ...]


@dataclass(frozen=True)
class Plan:
    """A plan that changes no resource is still not empty if it changes an output."""

    is_empty: bool
    raw: dict[str, Any]
    """Terraform's JSON; {} when empty, since reading it would start the provider again (3 s)."""

    @property
    def changes(self) -> list[Change]:
        changes = [Change(c["address"], tuple(c["change"]["actions"])) for c in self.raw.get("resource_changes", [])]
        return [change for change in changes if change.actions not in {("no-op",), ("read",)}]
