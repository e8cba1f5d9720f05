"""Errors of clients.

Other errors are boto3's own, with the pattern in their notes.
"""

from __future__ import annotations

from .light import NamedTuple
from .values import from_wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

CONDITION_CODES = ("ConditionalCheckFailedException", "ConditionalCheckFailed")
THROTTLING_CODES = (
    "ProvisionedThroughputExceededException",
    "ProvisionedThroughputExceeded",
    "RequestLimitExceeded",
    "ThrottlingException",
    "ThrottlingError",
)
DENIED_CODE = "AccessDeniedException"
CONFLICT_CODES = ("TransactionConflictException", "TransactionConflict", "TransactionInProgressException")
REMEDIES = {  # ending of DynamoDB's throttling reason → remedy
    "ProvisionedThroughputExceeded": "raise the capacity of the table or index, or the maximum of its autoscaling",
    "KeyRangeThroughputExceeded": "one partition key takes too much: spread it over shards, or cache what is read",
    "MaxOnDemandThroughputExceeded": "raise the maximum throughput that is set for the table or index",
    "AccountLimitExceeded": "ask AWS for a higher quota of table throughput",
}
UNKNOWN_CAUSE = "try again later and more slowly; the throttling metrics of the table in CloudWatch tell the cause"


class PatternError(Exception):
    """A failed request of an access pattern. `pattern` is its id in the model."""

    def __init__(self, pattern: str, text: str) -> None:
        super().__init__(f"{pattern}: {text}")
        self.pattern = pattern


class ConditionFailed(PatternError):  # noqa: N818
    """The condition does not hold; nothing was written.

    `item` is the current item if the pattern requests it. `parts` are the positions of the failed parts of a transaction.
    """

    def __init__(self, pattern: str, item: Mapping[str, Any] | None = None, parts: Sequence[int] = ()) -> None:
        failed = f"the condition of part {', '.join(map(str, parts))} does not hold" if parts else "the condition does not hold"
        super().__init__(pattern, failed)
        self.item = item
        self.parts = tuple(parts)


class TransactionConflict(PatternError):  # noqa: N818
    """Another request was changing one of the items; nothing was written. Try again."""


class AccessDenied(PatternError):  # noqa: N818
    """IAM or the encryption key's policy does not allow the request.

    The text is AWS's: it names the role, the action and the resource.
    """


class ThrottlingReason(NamedTuple):
    """DynamoDB's reason, such as `TableWriteKeyRangeThroughputExceeded`, and the table's or index's ARN."""

    reason: str
    resource: str


class Throttled(PatternError):  # noqa: N818
    """DynamoDB throttled the request, also boto3's retries.

    `remedy` is the change to make.
    """

    def __init__(self, pattern: str, reasons: Sequence[ThrottlingReason] = ()) -> None:
        remedies = [remedy for end, remedy in REMEDIES.items() if any(reason.reason.endswith(end) for reason in reasons)]
        self.reasons = tuple(reasons)
        self.remedy = "; ".join(remedies) or UNKNOWN_CAUSE
        causes = ", ".join(f"{reason.reason} of {reason.resource}" for reason in reasons)
        super().__init__(pattern, f"throttled{causes and f' ({causes})'}: {self.remedy}")


class Unprocessed(PatternError):  # noqa: N818
    """DynamoDB left part of a batch undone after several attempts.

    `left` are the keys, or the items, that remain.
    """

    def __init__(self, pattern: str, left: Sequence[Mapping[str, Any]]) -> None:
        super().__init__(pattern, f"{len(left)} of the batch are left after several attempts: try these again later")
        self.left = tuple(left)


class InvalidRequest(PatternError, ValueError):  # noqa: N818
    """A value that can't be sent or that DynamoDB refuses: a key too long, a token of another query."""


class TornValue(PatternError):  # noqa: N818
    """The chunks of a large value are incomplete because it is being written: read again."""


def translated(error: Exception, pattern: str) -> Exception:
    """Return the error of this package, or the original with a note that names the pattern."""
    response: Mapping[str, Any] = getattr(error, "response", None) or {}
    code: str = response.get("Error", {}).get("Code", "")
    cancelled: list[Mapping[str, Any]] = response.get("CancellationReasons") or []
    codes = [code, *(reason.get("Code") or "" for reason in cancelled)]
    if any(reason_code in CONDITION_CODES for reason_code in codes):
        failed = [at for at, reason in enumerate(cancelled) if reason.get("Code") in CONDITION_CODES]
        item = response.get("Item")
        return ConditionFailed(pattern, from_wire(item) if item else None, failed)
    if any(reason_code in THROTTLING_CODES for reason_code in codes):
        given = response.get("ThrottlingReasons") or response.get("throttlingReasons") or []
        return Throttled(pattern, [ThrottlingReason(one.get("reason", ""), one.get("resource", "")) for one in given])
    if any(reason_code in CONFLICT_CODES for reason_code in codes):
        return TransactionConflict(pattern, "another request was changing one of the items: try again")
    if code == DENIED_CODE:
        return AccessDenied(pattern, str(response.get("Error", {}).get("Message") or "not allowed"))
    if code == "ValidationException" or type(error).__name__ == "ParamValidationError":
        return InvalidRequest(pattern, str(response.get("Error", {}).get("Message") or error))
    error.add_note(f"access pattern {pattern}")
    return error
