"""Changes of the library's loans, as records of the stream."""

from __future__ import annotations

from typing import Any

from tests.runtime.records import record

BAD: dict[str, Any] = {"loanId": {"N": "1"}}
"""No loan has a number for its name."""


def loan(number: int, *, days_late: int = 0, **changes: Any) -> dict[str, Any]:
    """A new loan; `changes` are attributes as DynamoDB writes them."""
    keys = {"PK": {"S": "BRANCH#1"}, "SK": {"S": f"LOAN#{number}"}}
    image = {**keys, "branchId": {"S": "1"}, "loanId": {"S": str(number)}, "daysLate": {"N": str(days_late)}}
    return record(number, Keys=keys, NewImage={**image, **changes})
