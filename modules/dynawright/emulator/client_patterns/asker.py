"""Call a consumer's generated client by pattern instead of by method."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

from dynawright.clients.parameters import Parameter, parameters
from dynawright.clients.types import Types
from dynawright.emulator.client_patterns.meter import Meter
from dynawright.emulator.patterns.reference import ReferenceTable
from dynawright.emulator.patterns.session import Session
from dynawright.model.item import Item
from dynawright.model.pattern import AccessPattern
from dynawright.model.table import TableModel


class Asker:
    """One run of a pattern: its session, and the client of one of its consumers."""

    def __init__(self, session: Session, package: Any, client: Any, meter: Meter) -> None:
        self.session, self.package, self.meter = session, package, meter
        self._client = client
        self.answers: list[list[str]] = []
        """Answers in a canonical form, to compare two engines."""

    @property
    def table(self) -> ReferenceTable:
        return self.session.table

    @property
    def model(self) -> TableModel:
        return self.session.table.model

    def has(self, pattern: AccessPattern, more: str) -> bool:
        return hasattr(self._client, method_name(pattern) + more)

    def method(self, pattern: AccessPattern, more: str = "") -> Any:
        return getattr(self._client, method_name(pattern) + more)

    def call(self, pattern: AccessPattern, values: Mapping[str, Any], targets: Mapping[int, Item] | None = None) -> Any:
        answer = self.method(pattern)(**self.arguments(pattern, values, targets or {}))
        if isinstance(answer, self.package.Part):  # sent with others, or alone
            self._client.transact(answer)
            return None
        return answer

    def arguments(self, pattern: AccessPattern, values: Mapping[str, Any], targets: Mapping[int, Item]) -> dict[str, Any]:
        """Return the method's arguments; parts of a transaction have attributes of their own."""
        given = {}
        for parameter in parameters(self.model, pattern, Types()):
            known: Mapping[str, Any] = values if parameter.part is None else {**values, **targets[parameter.part]}
            if parameter.name in known:
                given[parameter.identifier] = typed(parameter, known[parameter.name])
        return given

    def note(self, items: Iterable[Item | None]) -> None:
        self.answers.append(sorted(map(canonical, items)))

    def expect(self, actual: Any, expected: Any) -> None:
        self.session.expect("the answer", actual, expected)
        self.note(actual if isinstance(actual, tuple) else [actual])


def method_name(pattern: AccessPattern) -> str:
    """Return the method's name here: not every pattern has one in the model."""
    return pattern.id.lower()


def typed(parameter: Parameter, value: Any) -> Any:
    """Return a value parsed from a key in the type that the method takes."""
    if parameter.type == "Number" and isinstance(value, str) and parameter.name != "Chunk":
        return Decimal(value)
    return str(value).encode() if parameter.type == "bytes" and not isinstance(value, bytes) else value


def canonical(value: Any) -> str:
    """Return the same text for equal values; sets have no order."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name!r}: {canonical(value[name])}" for name in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(canonical, value)) + "]"
    if isinstance(value, set):
        return "{" + ", ".join(sorted(map(canonical, value))) + "}"
    return f"{value.normalize():f}" if isinstance(value, Decimal) else repr(value)
