"""One row of the catalogue of errors."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ErrorCode:
    """A kind of mistake.

    Its code never gets another meaning; a code that is no longer used is not given again.
    """

    code: str
    title: str
    meaning: str
    """What it means and how to fix it, in one or two sentences."""
    example: str
    """What a command prints, without `error[code]`; tests/errors makes the mistake and compares."""
    warning: bool = False
    """The command goes on."""

    @property
    def printed(self) -> str:
        """Return the example as a command prints it."""
        return f"{'warning' if self.warning else 'error'}[{self.code}] {self.example}"
