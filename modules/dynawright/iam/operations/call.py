"""A call of an API operation and the account's state, which determine the IAM requests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from dynawright.iam.evaluator import Principal


@dataclass(frozen=True, kw_only=True)
class Call:
    """A request to a service: service, operation and parameters in botocore's names, and its signer."""

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
    """The parts of a PartiQL statement that matter for rights."""

    kind: str
    """SELECT, INSERT, UPDATE or DELETE."""
    table: str
    index: str | None
    attributes: tuple[str, ...]
    """The attributes that it names."""
    equal: Mapping[str, Any]
    """Attributes that it compares with a value, or that an inserted item has, with their values."""


class State(Protocol):
    """Facts about existing resources."""

    def find(self, kind: str, value: str, situation: Situation) -> str | None:
        """Return the value of a placeholder `{kind:parameter}`, such as a key's ARN; None if unknown."""

    def tags(self, arn: str) -> Mapping[str, str]:
        """Return the tags of a resource; empty if it does not exist."""

    def partition_key(self, table_arn: str, index: str | None) -> str | None:
        """Return the name of a table's or index's partition key."""

    def statement(self, text: str, parameters: Sequence[Any]) -> Statement:
        """Parse a PartiQL statement."""


@dataclass(frozen=True, kw_only=True)
class Situation:
    """A call by a principal to an account."""

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
"""Look a parameter's value up in the account's state."""
