"""What came of one access pattern."""

from dataclasses import dataclass

from dynawright.model.pattern import AccessPattern


@dataclass(frozen=True)
class Outcome:
    """`items` were returned or written in `requests` calls; `problems` is empty if every answer was right."""

    pattern: AccessPattern
    items: int
    requests: int
    capacity_units: float
    seconds: float
    problems: tuple[str, ...]

    @property
    def index(self) -> str:
        return getattr(self.pattern, "index", None) or ""
