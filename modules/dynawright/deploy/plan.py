"""A Terraform plan as data."""

from dataclasses import dataclass
from typing import Any, NamedTuple


class Change(NamedTuple):
    """Terraform's actions: create, update, delete, or two of them for a replacement."""

    address: str
    actions: tuple[str, ...]


@dataclass(frozen=True)
class Plan:
    """A plan; it is empty only if neither resources nor outputs change."""

    is_empty: bool
    raw: dict[str, Any]
    """Terraform's JSON; {} for an empty plan, since reading it would restart the provider (3 s)."""

    @property
    def changes(self) -> list[Change]:
        changes = [Change(c["address"], tuple(c["change"]["actions"])) for c in self.raw.get("resource_changes", [])]
        return [change for change in changes if change.actions not in {("no-op",), ("read",)}]
