"""Rules for backups, their copies, and the events that report failed ones."""

from __future__ import annotations

from functools import partial

from dynawright.monitoring.alarm import BELOW, AlarmRule
from dynawright.monitoring.alarm_rules.reasons import SILENT
from dynawright.monitoring.metric_catalogue import BACKUP as BACKUP_NAMESPACE
from dynawright.monitoring.metric_catalogue import EVENTS
from dynawright.monitoring.metrics import metric

backups = partial(metric, BACKUP_NAMESPACE)
events = partial(metric, EVENTS)

TOLD = "each system sends the event of each job that failed, with the job's own message"

BACKUP = tuple(
    AlarmRule(
        name,
        title,
        {"jobs": (backups(metric), "Sum")},
        0,
        SILENT,
        message="none",
        told_by=TOLD,
    )
    for name, metric, title in (
        ("BackupFailed", "NumberOfBackupJobsFailed", "backups failed"),
        ("BackupExpired", "NumberOfBackupJobsExpired", "backups did not start in their window"),
    )
)
COPY_FAILED = AlarmRule(
    "CopyFailed",
    "copies of backups failed",
    {"jobs": (backups("NumberOfCopyJobsFailed"), "Sum")},
    0,
    SILENT,
    message="none",
    told_by=TOLD,
)
EVENTS_LOST = AlarmRule(
    "FailedInvocations",
    "events did not reach their receiver",
    {"lost": (events("FailedInvocations"), "Sum")},
    0,
    SILENT,
    message="ticket",
)
ENOUGH = 1_000_000  # the value on a day without a due backup
BACKUP_MISSING = AlarmRule(
    "BackupMissing",
    "fewer backups than tables were made, for two days",
    {"made": (events("TriggeredRules"), "Sum"), "due": (events("TriggeredRules"), "Sum")},
    1,
    "before the first backup is due, none is missing",
    level="full",
    message="ticket",
    expression=f"IF(FILL(due, 0) > 0, FILL(made, 0), {ENOUGH})",
    period_seconds=86_400,
    datapoints=2,
    of=2,
    comparison=BELOW,
    remedy="Look at the backup plan, its selection and its role: nothing failed, so that nothing else was told.",
)
"""The threshold is the number of tables.

One EventBridge rule counts backups made, another the days on which they are due: AWS Backup's own metrics
have vaults and resource types but no plans, and CloudWatch also evaluates days before the plan existed."""

RULES = (
    *BACKUP,
    BACKUP_MISSING,
    COPY_FAILED,
    EVENTS_LOST,
)
