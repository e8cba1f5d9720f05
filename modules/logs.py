"""Log groups that forget in time."""

from __future__ import annotations

from constructs import Construct

from environments import LogSettings
from imports.aws.cloudwatch_log_group import CloudwatchLogGroup
from modules.component import Component
from modules.encryption import EncryptionKey
from modules.naming import LOG_GROUP, physical_name


class LogGroup(Component):
    """A log group with a retention: without one, CloudWatch keeps, and bills, everything for ever."""

    def __init__(self, scope: Construct, id: str, *, name: str, key: EncryptionKey, settings: LogSettings) -> None:
        super().__init__(scope, id)
        group = physical_name(self, name, LOG_GROUP)
        key.admit_logs(group)
        self._group = CloudwatchLogGroup(
            self, "LogGroup", name=group, kms_key_id=key.arn, retention_in_days=settings.retention_days
        )

    @property
    def name(self) -> str:
        return self._group.name

    @property
    def arn(self) -> str:
        return self._group.arn
