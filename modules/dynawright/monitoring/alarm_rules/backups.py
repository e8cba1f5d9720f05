"""Alarms of backups, of their copies, and of the events that tell of failed ones."""

from __future__ import annotations

from functools import partial

from dynawright.monitoring.alarm import BELOW, AlarmRule
from dynawright.monitoring.alarm_rules.reasons import SILENT
from dynawright.monitoring.metric_catalogue import BACKUP as BACKUP_NAMESPACE
from dynawright.monitoring.metric_catalogue import EVENTS
from dynawright.monitoring.metrics import metric

backups = partial(metric, BACKUP_NAMESPACE)
events = partial(metric, EVENTS)

BACKUP = tuple(
    AlarmRule(
        name,
        title,
        {"jobs": (backups(metric), "Sum")},
        0,
        SILENT,
        tells_recovery=False,  # the next job's success does not bring the lost one back
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
    tells_recovery=False,
)
EVENTS_LOST = AlarmRule(
    "FailedInvocations",
    "events did not reach their receiver",
    {"lost": (events("FailedInvocations"), "Sum")},
    0,
    SILENT,
    tells_recovery=False,  # what nobody heard is not told again
)
BACKUP_MISSING = AlarmRule(
    "BackupMissing",
    "no backup was made for two days",
    {"made": (backups("NumberOfBackupJobsCompleted"), "Sum")},
    1,
    "no data is exactly what it watches for",
    level="full",
    period_seconds=86_400,
    datapoints=2,
    of=2,
    comparison=BELOW,
    missing="breaching",
)

RULES = (
    *BACKUP,
    BACKUP_MISSING,
    COPY_FAILED,
    EVENTS_LOST,
)
