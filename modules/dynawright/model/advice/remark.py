"""A remark: something in a model that works, but costs money, sleep or data."""

from __future__ import annotations

from dataclasses import dataclass

from dynawright.errors import Problem
from dynawright.model.declaration import Declaration


@dataclass(frozen=True)
class Remark:
    """A warning about one declaration; the declaration may accept it."""

    about: Declaration
    problem: Problem
    table: str = ""
    """The declaration's table; empty for the whole system."""

    @property
    def reason(self) -> str | None:
        """Return why the declaration accepts the warning; None if it does not."""
        return self.about.accepted.get(self.problem.code)


def remark(about: Declaration, code: str, text: str, *, value: object, fix: str) -> Remark:
    return Remark(about, Problem(code, text, about.place, value, fix=fix))
