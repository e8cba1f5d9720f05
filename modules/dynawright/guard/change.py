"""One resource's change in a plan, before and after."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Values = Mapping[str, Any]
UNCHANGED = (("no-op",), ("read",))


class Unknown:
    """The singleton that means 'known after apply'.

    It equals nothing but itself, and is true like any value.
    """

    def __repr__(self) -> str:
        return "(known after apply)"


UNKNOWN = Unknown()


@dataclass(frozen=True)
class Change:
    """An entry of `resource_changes`; `before` is empty on creation, `after` on destruction."""

    address: str
    type: str
    actions: tuple[str, ...]
    before: Values = field(hash=False)
    after: Values = field(hash=False)
    """Holds UNKNOWN for values that only AWS can supply."""
    replaced_by: tuple[str, ...] = ()
    """The attributes that force a replacement."""
    references: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """Attribute → addresses that its expression refers to; only for attributes in the configuration."""
    written: frozenset[str] | None = None
    """Configured attributes, also in blocks (`rule.lifecycle`); None if the configuration is unknown."""
    is_imported: bool = False
    """Whether Terraform takes over an existing resource: an `import` block."""
    is_deferred: bool = False
    """Whether Terraform postpones it to a later plan, because it doesn't know enough yet."""
    sensitive: frozenset[str] = frozenset()
    """Attributes with values that Terraform hides."""
    runs_commands: bool = False
    """Whether provisioners run on the machine that applies the plan."""

    @property
    def is_created(self) -> bool:
        return self.actions == ("create",)

    @property
    def is_destroyed(self) -> bool:
        return self.actions == ("delete",)

    @property
    def is_forgotten(self) -> bool:
        """Whether it stays in AWS unmanaged: a `removed` block that doesn't destroy."""
        return "forget" in self.actions

    @property
    def is_replaced(self) -> bool:
        return set(self.actions) == {"create", "delete"}

    @property
    def is_unchanged(self) -> bool:
        return self.actions in UNCHANGED

    @property
    def stays(self) -> bool:
        """Whether it exists before and after, so that the two can be compared."""
        return bool(self.before) and bool(self.after)

    def chosen(self, name: str) -> Any:
        """Return an attribute after the change; None if the configuration leaves it to AWS."""
        value = self.after.get(name)
        is_left_out = self.written is not None and name not in self.written
        return None if value is UNKNOWN and is_left_out else value

    def block_before(self, name: str) -> Values:
        return first(self.before.get(name))

    def block_after(self, name: str) -> Values:
        return first(self.after.get(name))

    @property
    def label(self) -> str:
        """Return the name in AWS that people know it by, if there is one."""
        values = self.before or self.after
        for name in ("name", "alarm_name", "bucket", "function_name", "rule_name", "description"):
            if isinstance(values.get(name), str) and values[name]:
                return str(values[name])
        return self.address


def first(value: Any) -> Values:
    """Return the only block of a list; in a plan, all blocks are lists."""
    block = value[0] if isinstance(value, list) and value else value
    return block if isinstance(block, Mapping) else {}
