"""Findings that an environment's file accepts until a date."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Protocol

from dynawright.rules.resources import Resource
from dynawright.rules.rule import Finding


class RuleException(Protocol):
    """An exception from the settings, as a protocol: rules import nothing that must be installed."""

    @property
    def rule(self) -> str: ...
    @property
    def resource(self) -> str: ...
    @property
    def reason(self) -> str: ...
    @property
    def expires_on(self) -> date: ...


@dataclass(frozen=True)
class Excepted:
    """A finding, and the exception that accepts it today."""

    finding: Finding
    exception: RuleException

    @property
    def because(self) -> str:
        """Return the reason, and the date on which it expires."""
        return f"{self.exception.reason} (until {self.exception.expires_on})"


def today() -> date:
    """Return the date in the last time zone to reach it: exceptions include their whole last day."""
    return (datetime.now(UTC) - timedelta(hours=12)).date()


def covering(finding: Finding, exceptions: Sequence[RuleException]) -> list[RuleException]:
    """Return the exceptions that match the finding, including expired ones."""
    names = _names(finding.resource)
    return [exception for exception in exceptions if exception.rule == finding.rule and exception.resource in names]


def _names(resource: Resource) -> set[str]:
    """Return the address, the construct path, and the path without the stack (equal in all environments)."""
    return {resource.address, resource.path, resource.path.partition("/")[2]} - {""}
