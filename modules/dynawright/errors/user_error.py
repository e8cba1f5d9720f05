"""The one exception for mistakes of users."""

from __future__ import annotations

from collections.abc import Iterable

from dynawright.errors.problem import Problem


class UserError(Exception):
    """Mistakes in what the user wrote, all that were found at once."""

    def __init__(self, problems: Iterable[Problem | str]) -> None:
        self.found = tuple(problem if isinstance(problem, Problem) else Problem("DW000", problem) for problem in problems)
        self.problems = tuple(str(problem) for problem in self.found)
        super().__init__("\n".join(self.problems))
