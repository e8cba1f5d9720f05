"""The one error a user is meant to see: what is wrong, the value, what is allowed, the fix."""

from collections.abc import Iterable


class UserError(Exception):
    """A mistake in what the user wrote. All problems found are reported at once; entry points print them, without a traceback."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))
