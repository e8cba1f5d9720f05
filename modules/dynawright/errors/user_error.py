"""The one exception for mistakes of users."""

from __future__ import annotations

from collections.abc import Iterable

from dynawright.errors.problem import Problem


class UserError(Exception):
    """All mistakes of the user at once."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))
