"""One row of the catalogue of errors."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ErrorCode:
    """A kind of mistake.

    A code never gets another meaning, and a removed code is never reused.
    """

    code: str
    title: str
    meaning: str
    """Meaning and fix in one or two sentences."""
    example: str
    """A command's output, without `error[code]`; tests/errors makes the mistake and compares."""
    warning: bool = False
    """A warning, after which the command continues."""

    @property
    def printed(self) -> str:
        """Return the example with its code, as in a command's output."""
        return f"{'warning' if self.warning else 'error'}[{self.code}] {self.example}"
