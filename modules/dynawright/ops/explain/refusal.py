"""A refusal as data, read from an error's text or a CloudTrail event."""

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
    """A reason such as `TableReadKeyRangeThroughputExceeded`, with the resource's ARN if known."""

    reason: str
    resource: str = ""


@dataclass(frozen=True, kw_only=True)
class Refusal:
    """A refused request; unknown fields are empty."""

    kind: Kind
    code: str = ""
    """AWS's error code: `AccessDeniedException`."""
    operation: str = ""
    """The API operation: `Query`."""
    text: str = ""
    principal: str = ""
    """The caller's ARN."""
    action: str = ""
    """The IAM action: `dynamodb:Query`."""
    resource: str = ""
    policy: str = ""
    """The kind of policy that denied it, in AWS's words: `identity-based policy`."""
    policy_arn: str = ""
    explicit: bool = False
    """Whether a statement denies it, rather than none allowing it."""
    throttling: tuple[ThrottlingReason, ...] = ()
    canceled: tuple[str, ...] = ()
    """The reason of each part of a transaction, `None` for parts without a fault."""
    patterns: tuple[str, ...] = ()
    """Access patterns named by a generated client."""
    parts: tuple[int, ...] = ()
    """Parts of a transaction named by a generated client."""
    tables: tuple[str, ...] = ()
    """Tables named in an event."""
    region: str = ""
    context: Mapping[str, ContextValue] = field(default_factory=dict, hash=False)
    """Condition keys in an event, such as `dynamodb:LeadingKeys`."""
    key: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The item's key, if an event has it."""
