"""Backups that nobody deletes by accident: AWS Backup's vault, plan and role for a system's tables."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from constructs import Construct

from environments import AlarmSettings, BackupSettings
from environments.backup import PERIODS
from imports.aws.backup_plan import (
    BackupPlan,
    BackupPlanRule,
    BackupPlanRuleCopyAction,
    BackupPlanRuleCopyActionLifecycle,
    BackupPlanRuleLifecycle,
)
from imports.aws.backup_selection import BackupSelection
from imports.aws.backup_vault import BackupVault
from imports.aws.backup_vault_lock_configuration import BackupVaultLockConfiguration
from imports.aws.backup_vault_policy import BackupVaultPolicy
from imports.aws.cloudwatch_event_rule import CloudwatchEventRule
from imports.aws.cloudwatch_event_target import CloudwatchEventTarget
from imports.location import location
from modules import alarm_rules
from modules.alarm import Alarm, Subject, alarms_about
from modules.backup_access import backup_role
from modules.chart import Chart, line
from modules.component import Component
from modules.encryption import EncryptionKey
from modules.metric_catalogue import BACKUP
from modules.naming import EVENT_RULE, VAULT, physical_name
from modules.policy import Statement, document
from modules.restore_test import RestoreTest
from modules.table import Table

DAYS = {"daily": "* * ?", "weekly": "? * SUN", "monthly": "1 * ?"}
"""Cron's day of month, month and day of week."""

# Shortening a recovery point's life deletes it as surely as deleting it does.
DELETION = ("backup:DeleteBackupVault", "backup:DeleteRecoveryPoint", "backup:UpdateRecoveryPointLifecycle")

# Jobs of backups and copies have a `state`, jobs of restores a `status`.
FAILURES = {"state": ["ABORTED", "EXPIRED", "FAILED", "PARTIAL"], "status": ["ABORTED", "FAILED"]}
JOBS = ("Backup Job State Change", "Copy Job State Change", "Restore Job State Change")


class Backup(Component):
    """Recovery points of the named tables; nothing at all where the environment has backups off.

    `failures_topic_arn` hears of jobs that failed, expired or were aborted, and of nothing else; its policy must admit
    events.amazonaws.com.
    """

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        name: str,
        tables: Sequence[Table],
        key: EncryptionKey,
        settings: BackupSettings,
        failures_topic_arn: str | None = None,
    ) -> None:
        super().__init__(scope, id)
        self.enabled = settings.enabled
        vault_name = physical_name(self, name, VAULT)
        if not self.enabled:
            return
        self._name = name
        self._settings = settings
        self._vault = BackupVault(
            self,
            "Vault",
            name=vault_name,
            kms_key_arn=key.arn,
            lifecycle={"prevent_destroy": True} if settings.prevent_destroy else None,
        )
        self._protect()
        role = backup_role(self, name=name, tables=tables, key=key, vault_arn=self._vault.arn, settings=settings)
        plan = BackupPlan(self, "Plan", name=vault_name, rule=[self._rule(period) for period in self._periods])
        # By ARN: a tag is forgotten on the next table, and nobody notices until a restore.
        arns = [table.arn for table in tables]
        role.precede(BackupSelection(self, "Selection", name=vault_name, plan_id=plan.id, iam_role_arn=role.arn, resources=arns))
        roles = [role.arn]
        if settings.restore_test != "never":
            test = RestoreTest(
                self, "RestoreTest", name=name, tables=tables, key=key, vault_arn=self._vault.arn, settings=settings
            )
            roles.append(test.role.arn)
        if failures_topic_arn is not None:
            self._tell(failures_topic_arn, name, roles)

    def alarms(self, settings: AlarmSettings) -> list[Alarm]:
        """Jobs that failed or never started and, where there should be one a day, none at all."""
        if not self.enabled:
            return []
        vault = self._vault.inputs["name"]
        subject = Subject(location(self).path[-1], self._name, f"vault {vault}", {"BackupVaultName": vault})
        daily = [alarm_rules.BACKUP_MISSING] if "daily" in self._periods else []
        return alarms_about([*alarm_rules.BACKUP, *daily], subject, settings)

    def charts(self) -> list[Chart]:
        if not self.enabled:
            return []
        vault = self._vault.inputs["name"]
        names = ("NumberOfBackupJobsCompleted", "NumberOfBackupJobsFailed", "NumberOfBackupJobsExpired", "NumberOfCopyJobsFailed")
        return [Chart(f"{vault}: jobs", [line(name, BACKUP, name, "Sum", {"BackupVaultName": vault}, 300) for name in names])]

    @property
    def vault_name(self) -> str:
        return self._vault.name

    @property
    def vault_arn(self) -> str:
        return self._vault.arn

    @property
    def _periods(self) -> list[str]:
        return [period for period in PERIODS if self._settings.retention_days(period)]

    def _protect(self) -> None:
        settings = self._settings
        keyholder = settings.break_glass_role_arn
        condition = {"ArnNotEquals": {"aws:PrincipalArn": keyholder}} if keyholder else {}
        # A vault's policy speaks of its vault only. Expiry is AWS Backup's own doing, and goes on.
        refusal = Statement(DELETION, ("*",), condition, effect="Deny", principal="*")
        BackupVaultPolicy(self, "Policy", backup_vault_name=self._vault.name, policy=document([refusal]))
        if settings.vault_lock == "none":
            return
        BackupVaultLockConfiguration(
            self,
            "Lock",
            backup_vault_name=self._vault.name,
            min_retention_days=settings.vault_lock_min_retention_days,
            max_retention_days=settings.vault_lock_max_retention_days,
            # Days of grace are what makes a lock one of compliance.
            changeable_for_days=settings.vault_lock_changeable_for_days if settings.vault_lock == "compliance" else None,
        )

    def _rule(self, period: str) -> BackupPlanRule:
        settings = self._settings
        lifecycle: dict[str, Any] = {
            "delete_after": settings.retention_days(period),
            "cold_storage_after": settings.cold_storage_after_days(period),
        }
        return BackupPlanRule(
            rule_name=period,
            target_vault_name=self._vault.name,
            schedule=f"cron(0 {settings.hour_utc} {DAYS[period]} *)",
            start_window=settings.start_window_minutes,
            completion_window=settings.completion_window_minutes,
            lifecycle_=BackupPlanRuleLifecycle(**lifecycle),
            copy_action=[
                BackupPlanRuleCopyAction(destination_vault_arn=arn, lifecycle_=BackupPlanRuleCopyActionLifecycle(**lifecycle))
                for arn in settings.copy_to_vault_arns
            ]
            or None,
        )

    def _tell(self, topic_arn: str, name: str, role_arns: list[str]) -> None:
        """By EventBridge: a vault's own notifications send successes along with failures, and know no aborted copies."""
        detail = {"iamRoleArn": role_arns, "$or": [{field: states} for field, states in FAILURES.items()]}
        pattern = {"source": ["aws.backup"], "detail-type": list(JOBS), "detail": detail}
        rule = CloudwatchEventRule(
            self,
            "Failures",
            name=physical_name(self, f"{name}-backup-failures", EVENT_RULE),
            description="Backup, copy and restore jobs that did not complete",
            event_pattern=json.dumps(pattern, separators=(",", ":")),
        )
        CloudwatchEventTarget(self, "FailuresToTopic", rule=rule.name, arn=topic_arn)
