"""A refusal with the related parts of the project: the input of every explanation."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dynawright.model import AccessPattern, TableModel
from dynawright.model.permission import asked
from dynawright.ops.explain.explanation import Explanation, Verdict
from dynawright.ops.explain.place import Names, Place, Role, place_of
from dynawright.ops.explain.policies import StackPolicies
from dynawright.ops.explain.refusal import Refusal
from dynawright.settings import load_named


@dataclass(frozen=True)
class Case:
    """A refusal and its place; `names` are those of all examined environments."""

    refusal: Refusal
    names: Names

    @cached_property
    def place(self) -> Place:
        return place_of(self.refusal, self.names)

    def policies(self, role: Role) -> StackPolicies:
        return StackPolicies(load_named(role.environment.name), role.system.name)

    @property
    def asked_for(self) -> str:
        """Return the request in words."""
        place, refusal = self.place, self.refusal
        index = f"index {place.index} of " if place.index else ""
        on = f"{index}{place.table_name}" if place.table_name else refusal.resource or "a resource that the text does not name"
        return f"{refusal.action or refusal.operation} on {on}"

    @property
    def who(self) -> str:
        role = self.place.role
        if role:
            return f"'{role.consumer.name}' of {role.system.name}, in {role.environment.name},"
        return self.place.role_name or self.refusal.principal or "the application"

    def asking(self, table: TableModel) -> list[AccessPattern]:
        """Return the patterns that need the action here, or only the one that a client names."""
        action = self.refusal.action.partition(":")[2]
        patterns = [
            pattern
            for pattern in table.access_patterns
            if any((ask.action, ask.index) == (action, self.place.index) for ask in asked(table, pattern))
        ]
        return [pattern for pattern in patterns if pattern.id in self.refusal.patterns] or patterns

    def explained(self, verdict: Verdict, fix: str, *why: str, **more: Any) -> Explanation:
        """Return the explanation, with everything known about the place."""
        place = self.place
        owner = place.role or place.table
        return Explanation(
            **{
                "kind": self.refusal.kind,
                "what": f"{self.who} asked for {self.asked_for}",
                "why": why,
                "verdict": verdict,
                "fix": fix,
                "environment": owner.environment.name if owner else "",
                "system": owner.system.name if owner else "",
                "consumer": place.role.consumer.name if place.role else "",
                "table": place.table_name,
                "index": place.index or "",
                **more,
            }
        )
