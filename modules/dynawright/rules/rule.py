"""A rule: what it checks, why, and its findings. Each file in `rules/catalogue` has one."""

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
    """A problem of one resource, and its fix."""

    rule: str
    severity: Severity
    document: str
    resource: Resource
    message: str
    is_absolute: bool = False
    """Whether it can't be accepted."""

    def __str__(self) -> str:
        return f"{self.document}: {self.resource.label}: {self.message} [{self.rule}]"


@dataclass(frozen=True)
class Rule:
    """A rule: `check` yields a message per problem; its module's docstring says why it matters."""

    module: str
    number: int
    """Part of checkov's id; assigned once and never reused."""
    severity: Severity
    types: tuple[str, ...]
    check: Callable[[Resource, Document], Iterable[str]]
    standards: tuple[str, ...]
    """Ids of the standards that require it; NONE_APPLIES if none does.

    AWS Foundational Security Best Practices (FSBP), other Security Hub controls, the CIS AWS Foundations Benchmark
    3.0.0, or the Well-Architected Framework (WA).
    """

    is_absolute: bool = False
    """Whether its findings can't be accepted."""
    needs_intent: bool = False
    """Whether it compares with settings and model; without these it yields nothing."""

    @property
    def name(self) -> str:
        """Return the good state as an id: `alarms-can-fire`."""
        return self.module.rsplit(".", 1)[-1].replace("_", "-")

    @property
    def title(self) -> str:
        """Return the good state as a sentence: the first line of the docstring."""
        return self.reason.splitlines()[0].rstrip(".")

    @property
    def reason(self) -> str:
        """Return the module's docstring."""
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
