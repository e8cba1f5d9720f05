"""Rules for a whole account and Region, used once per environment."""

from __future__ import annotations

from dynawright.monitoring.alarm import AlarmRule
from dynawright.monitoring.alarm_rules.reasons import SILENT
from dynawright.monitoring.alarm_rules.tables import dynamodb

ACCOUNT = (
    AlarmRule(
        "UserErrors",
        "requests are malformed",
        {"refused": (dynamodb("UserErrors"), "Sum")},
        "user_errors_per_minute",
        SILENT,
        level="full",
        message="ticket",
        period_seconds=60,
        datapoints=10,
        of=10,
    ),
    *(
        AlarmRule(
            metric,
            title,
            {"used": (dynamodb(metric), "Maximum")},
            "utilization_percent",
            "published only while provisioned tables exist",
            level="full",
            message="ticket",
            datapoints=2,
            of=2,
        )
        for metric, title in (
            ("AccountProvisionedReadCapacityUtilization", "most of the account's read quota is provisioned"),
            ("AccountProvisionedWriteCapacityUtilization", "most of the account's write quota is provisioned"),
            ("MaxProvisionedTableReadCapacityUtilization", "one table has most of the table-level read quota"),
            ("MaxProvisionedTableWriteCapacityUtilization", "one table has most of the table-level write quota"),
        )
    ),
)
"""Rules for a whole account and Region."""

RULES = (*ACCOUNT,)
