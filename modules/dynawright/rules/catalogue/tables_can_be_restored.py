"""Tables can be restored to any second.

Most data is lost by our own code, not by AWS: a bad release writes wrong items for hours before anyone notices.
Point-in-time recovery restores the table as of the second before. It costs the same for one day as for 35, so
production keeps 35.
"""

from collections.abc import Iterator

from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Rule

MOST_DAYS = 35


def check(table: Resource, document: Document) -> Iterator[str]:
    recovery = table.block("point_in_time_recovery")
    if recovery.get("enabled") is not True:
        fix = document.fix(
            "set table.point_in_time_recovery_days to 1 or more", "write `point_in_time_recovery { enabled = true }`"
        )
        yield f"point-in-time recovery is off: {fix}"
        return
    days = recovery.get("recovery_period_in_days") or MOST_DAYS
    if document.is_production and isinstance(days, int | float) and days < MOST_DAYS:
        fix = document.fix("set table.point_in_time_recovery_days to 35", "set `recovery_period_in_days = 35`")
        yield f"it can be restored for {days} days only, and 35 cost the same: {fix}"


RULE = Rule(
    module=__name__,
    number=5,
    severity="high",
    types=("aws_dynamodb_table",),
    check=check,
    standards=("FSBP DynamoDB.2", "WA REL09-BP01"),
)
