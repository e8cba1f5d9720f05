"""A refusal as data: what AWS's text, or an event of CloudTrail, says of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from dynawright.iam.evaluator import ContextValue


class Kind(StrEnum):
    """What went wrong."""

    DENIED = "access denied"
    CONDITION = "condition failed"
    THROTTLED = "throttled"
    CANCELED = "transaction canceled"
    OTHER = "refused"


@dataclass(frozen=True)
class ThrottlingReason:
    """A refusal: `reason` such as `TableReadKeyRangeThroughputExceeded`; `resource` is an ARN if known."""

    reason: str
    resource: str = ""


@dataclass(frozen=True, kw_only=True)
class Refusal:
    """One refused request. What the text does not say is empty."""

    kind: Kind
    code: str = ""
    """AWS's own: `AccessDeniedException`."""
    operation: str = ""
    """The API operation: `Query`."""
    text: str = ""
    principal: str = ""
    """The ARN of who asked."""
    action: str = ""
    """What IAM was asked for: `dynamodb:Query`."""
    resource: str = ""
    policy: str = ""
    """The kind of policy that refused, in AWS's words: `identity-based policy`."""
    policy_arn: str = ""
    explicit: bool = False
    """Whether a statement denies it, instead of none allowing it."""
    throttling: tuple[ThrottlingReason, ...] = ()
    canceled: tuple[str, ...] = ()
    """The reason of each part of a transaction, `None` for the parts that were right."""
    patterns: tuple[str, ...] = ()
    """Access patterns that a generated client names."""
    parts: tuple[int, ...] = ()
    """Parts of its transaction that a generated client names."""
    tables: tuple[str, ...] = ()
    """Tables that an event names."""
    region: str = ""
    context: Mapping[str, ContextValue] = field(default_factory=dict, hash=False)
    """Condition keys that an event tells, such as `dynamodb:LeadingKeys`."""
    key: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The item's key, if an event tells it."""
