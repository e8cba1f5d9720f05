"""Logs are kept as long as they are needed, and no longer.

Without a retention period, CloudWatch keeps and bills every line forever. With one that is too short, the traces of an
attack that is discovered after half a year are gone. Production keeps a year.
"""

from collections.abc import Iterator

from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Rule

YEAR = 365


def check(group: Resource, document: Document) -> Iterator[str]:
    days = group.get("retention_in_days", 0)
    fix = document.fix("set logs.retention_days", f"set `retention_in_days = {YEAR}`")
    if not days:
        yield f"it keeps logs forever: {fix}"
    elif document.is_production and isinstance(days, int | float) and days < YEAR:
        yield f"it keeps logs for {days} days: production keeps {YEAR}; {fix}"


RULE = Rule(
    module=__name__,
    number=19,
    severity="medium",
    types=("aws_cloudwatch_log_group",),
    check=check,
    standards=("Security Hub CloudWatch.16",),
)
