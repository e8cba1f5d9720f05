"""A request as IAM evaluates it: principal, action, resource, context."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from dynawright.iam.evaluator.arns import account_of
from dynawright.iam.evaluator.principals import Principal

ContextValue = str | Sequence[str]


@dataclass(frozen=True)
class Values:
    """The value of a condition key, or several values of a multivalued key."""

    texts: tuple[str, ...]
    multivalued: bool


@dataclass(frozen=True, kw_only=True)
class Request:
    """A request that IAM allows or denies.

    `context` maps condition keys to a text, or to a list of texts for a multivalued key. Keys of the principal and
    `aws:ResourceAccount` are added. `resource` is `*` for actions without a resource; `resource_account` is needed if the ARN
    has no account and the resource is not in the principal's.
    """

    action: str
    resource: str
    principal: Principal
    context: Mapping[str, ContextValue] = field(default_factory=dict)
    resource_account: str | None = None

    @property
    def owner(self) -> str | None:
        """Return the resource's account."""
        return self.resource_account or account_of(self.resource) or self.principal.account

    @property
    def is_cross_account(self) -> bool:
        """Whether principal and resource are in different accounts."""
        return self.principal.account is not None and self.principal.account != self.owner

    @cached_property
    def values(self) -> Mapping[str, Values]:
        """Return all condition keys, in lower case, with their values; keys without values are absent."""
        owner = {"aws:ResourceAccount": self.owner} if self.owner else {}
        given: dict[str, ContextValue] = {**owner, **self.principal.condition_keys(), **self.context}
        return {key.lower(): _values(value) for key, value in given.items() if isinstance(value, str) or value}

    def value(self, key: str) -> Values | None:
        return self.values.get(key.lower())


def _values(value: ContextValue) -> Values:
    if isinstance(value, str):
        return Values((value,), multivalued=False)
    return Values(tuple(value), multivalued=True)
