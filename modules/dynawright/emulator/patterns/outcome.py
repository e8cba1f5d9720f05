"""The result of one access pattern."""

from dataclasses import dataclass
from typing import Any

from dynawright.model.pattern import AccessPattern


@dataclass(frozen=True)
class Outcome:
    """`items` were returned or written in `requests` calls; `problems` is empty if all answers were right."""

    pattern: AccessPattern
    items: int
    requests: int
    capacity_units: float
    seconds: float
    problems: tuple[str, ...]

    @property
    def index(self) -> str:
        return getattr(self.pattern, "index", None) or ""

    def document(self, system: str) -> dict[str, Any]:
        """Return the outcome as JSON."""
        return {
            "system": system,
            "pattern": self.pattern.id,
            "question": self.pattern.question,
            "operation": self.pattern.operation,
            "index": self.index or None,
            "items": self.items,
            "requests": self.requests,
            "capacity_units": self.capacity_units,
            "seconds": round(self.seconds, 4),
            "problems": list(self.problems),
        }
