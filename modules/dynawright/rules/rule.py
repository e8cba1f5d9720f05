"""A rule: what it looks at, why, and what it found. Each file in `policy/rules` has one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from dynawright.rules.resources import Document, Resource

Severity = Literal["high", "medium", "low"]
EVERY_TYPE = ("*",)
NONE_APPLIES: tuple[str, ...] = ()


@dataclass(frozen=True)
class Finding:
    """One thing that is not as it should be, and what to do about it."""

    rule: str
    severity: Severity
    document: str
    resource: Resource
    message: str
    is_absolute: bool = False
    """Whether no reason makes it acceptable."""

    def __str__(self) -> str:
        return f"{self.document}: {self.resource.label}: {self.message} [{self.rule}]"


@dataclass(frozen=True)
class Rule:
    """A rule: `check` yields a message per problem; its module's docstring says why it matters."""

    module: str
    number: int
    """Makes the id for checkov; given once and never again."""
    severity: Severity
    types: tuple[str, ...]
    check: Callable[[Resource, Document], Iterable[str]]
    standards: tuple[str, ...]
    """Ids of the standards that ask for it; NONE_APPLIES where none does.

    AWS Foundational Security Best Practices (FSBP), other Security Hub controls, the CIS AWS Foundations Benchmark 3.0.0, or
    the Well-Architected Framework (WA).
    """

    is_absolute: bool = False
    """Whether no reason makes a finding acceptable."""
    needs_intent: bool = False
    """Whether it compares with what settings and model declare: where neither is known, it says nothing."""

    @property
    def name(self) -> str:
        """The good state: `alarms-can-fire`."""
        return self.module.rsplit(".", 1)[-1].replace("_", "-")

    @property
    def title(self) -> str:
        """The good state as a sentence: the first line of the docstring."""
        return self.reason.splitlines()[0].rstrip(".")

    @property
    def reason(self) -> str:
        """The module's docstring."""
        return (sys.modules[self.module].__doc__ or self.name).strip()

    @property
    def id(self) -> str:
        return f"CKV_TABLE_{self.number}"

    def findings(self, document: Document) -> Iterator[Finding]:
        if self.needs_intent and document.intent is None:
            return
        looked_at = document.resources if self.types == EVERY_TYPE else document.of_type(*self.types)
        for resource in looked_at:
            for message in self.check(resource, document):
                yield Finding(self.name, self.severity, document.name, resource, message, self.is_absolute)
