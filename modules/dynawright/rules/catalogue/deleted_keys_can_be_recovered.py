"""Deleted keys and secrets can be recovered.

Deleting a key makes everything it encrypts unreadable; the only remedy is to notice within the waiting period.
Production uses the longest period that AWS offers for keys, 30 days, and at least a week for secrets. A key policy
without its lock-out check can lock everyone out permanently.
"""

from collections.abc import Iterator

from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Rule

LONGEST = 30
WEEK = 7


def check(resource: Resource, document: Document) -> Iterator[str]:
    if resource.get("bypass_policy_lockout_safety_check") is True:
        yield "its policy may lock everyone out: remove bypass_policy_lockout_safety_check"
    if document.is_disposable:
        return
    if resource.type == "aws_kms_key":
        days = resource.get("deletion_window_in_days", LONGEST)
        if isinstance(days, int | float) and days < (LONGEST if document.is_production else WEEK):
            fix = document.fix(f"set encryption.deletion_window_days to {LONGEST}", f"set `deletion_window_in_days = {LONGEST}`")
            yield f"a deleted key can be recovered for {days} days only: {fix}"
    else:
        days = resource.get("recovery_window_in_days", LONGEST)
        if isinstance(days, int | float) and days < WEEK:
            fix = document.fix(
                f"set secrets.recovery_window_days to {WEEK} or more", f"set `recovery_window_in_days = {LONGEST}`"
            )
            yield f"a deleted secret can be recovered for {days} days only: {fix}"


RULE = Rule(
    module=__name__,
    number=24,
    severity="high",
    types=("aws_kms_key", "aws_secretsmanager_secret"),
    check=check,
    standards=("FSBP KMS.3",),
)
