"""A call of an API operation, and what the account holds: all that decides what IAM is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from dynawright.iam.evaluator import Principal


@dataclass(frozen=True, kw_only=True)
class Call:
    """One request to a service: botocore's names of service, operation and parameters, and who signed it."""

    service: str
    operation: str
    region: str
    parameters: Mapping[str, Any]
    protocol: str = "json"
    access_key_id: str | None = None
    session_token: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.service}:{self.operation}"


@dataclass(frozen=True, kw_only=True)
class Statement:
    """A statement of PartiQL, as far as rights go."""

    kind: str
    """SELECT, INSERT, UPDATE or DELETE."""
    table: str
    index: str | None
    attributes: tuple[str, ...]
    """Those that it names."""
    equal: Mapping[str, Any]
    """Attributes that it sets equal to a value, or that an inserted item has, with their values."""


class State(Protocol):
    """What must be known of existing resources."""

    def find(self, kind: str, value: str, situation: Situation) -> str | None:
        """Return the value of a row's placeholder `{kind:parameter}`, such as a key's ARN; None if unknown."""

    def tags(self, arn: str) -> Mapping[str, str]:
        """Return the tags of a resource; empty if there is no such resource."""

    def partition_key(self, table_arn: str, index: str | None) -> str | None:
        """Return the name of a table's or index's partition key."""

    def statement(self, text: str, parameters: Sequence[Any]) -> Statement:
        """Read a statement of PartiQL."""


@dataclass(frozen=True, kw_only=True)
class Situation:
    """A call by a principal, addressed to an account."""

    call: Call
    principal: Principal
    account: str
    state: State

    def given(self, path: str) -> list[Any]:
        """Return a parameter's values: `Tags`, `SSESpecification.KMSMasterKeyId`, `Entries[].EventBusName`."""
        values: list[Any] = [self.call.parameters]
        for name in path.split("."):
            name, many = name.removesuffix("[]"), name.endswith("[]")
            values = [value[name] for value in values if isinstance(value, Mapping) and value.get(name) is not None]
            if many:
                values = [member for value in values for member in value]
        return values


Lookup = Callable[[str, Situation], str | None]
"""Find what a parameter's value refers to in the account's state."""
