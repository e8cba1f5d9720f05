"""Backups of a system's tables: AWS Backup's plan, selection and role; the vault is shared."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from constructs import Construct

from dynawright.bindings.aws.backup_plan import (
    BackupPlan,
    BackupPlanRule,
    BackupPlanRuleCopyAction,
    BackupPlanRuleCopyActionLifecycle,
    BackupPlanRuleLifecycle,
)
from dynawright.bindings.aws.backup_selection import BackupSelection
from dynawright.bindings.aws.cloudwatch_event_rule import CloudwatchEventRule
from dynawright.bindings.aws.cloudwatch_event_target import CloudwatchEventTarget
from dynawright.bindings.engine.location import location
from dynawright.constructs.backup_access import backup_role
from dynawright.constructs.component import Component
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.naming import EVENT_RULE, VAULT, physical_name, shared_name
from dynawright.constructs.restore_test import RestoreTest
from dynawright.constructs.table import Table
from dynawright.constructs.vault import VaultReference, jobs_chart
from dynawright.monitoring.alarm import Alarm, Subject, alarms_about
from dynawright.monitoring.alarm_rules import backups as rules
from dynawright.monitoring.chart import Chart, line
from dynawright.monitoring.metric_catalogue import EVENTS
from dynawright.settings import AlarmSettings, BackupSettings

MINUTES_OF_A_DAY = 24 * 60
DAYS = {"daily": "* * ?", "weekly": "? * SUN", "monthly": "1 * ?"}
"""Cron's day of month, month and day of week."""

# Jobs of backups and copies have a `state`, jobs of restores a `status`.
FAILURES = {"state": ["ABORTED", "EXPIRED", "FAILED", "PARTIAL"], "status": ["ABORTED", "FAILED"]}
JOBS = ("Backup Job State Change", "Copy Job State Change", "Restore Job State Change")


class Backup(Component):
    """Scheduled backups of tables with AWS Backup, into the environment's vault.

    `failures_topic_arn` receives only jobs that failed, expired or were aborted; its policy must admit
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
        vault: VaultReference,
        settings: BackupSettings,
        failures_topic_arn: str | None = None,
    ) -> None:
        super().__init__(scope, id)
        self._settings = settings
        self._vault = vault
        self._failures: CloudwatchEventRule | None = None
        self._name = name
        self._plan_name = own_name = physical_name(self, name, VAULT)
        role = backup_role(self, name=name, tables=tables, key=key, vault=vault, settings=settings)
        plan = BackupPlan(self, "Plan", name=own_name, rule=[self._rule(period) for period in settings.rules])
        # By ARN: a tag could be forgotten on a new table, which would show only at a restore.
        arns = [table.arn for table in tables]
        role.precede(BackupSelection(self, "Selection", name=own_name, plan_id=plan.id, iam_role_arn=role.arn, resources=arns))
        roles = [role.arn]
        if settings.restore_test != "never":
            test = RestoreTest(self, "RestoreTest", name=name, tables=tables, key=key, vault=vault, settings=settings)
            roles.append(test.role.arn)
        if failures_topic_arn is not None:
            self._tell(failures_topic_arn, name, roles)
        self._tables = len(tables)
        self._counts = self._count(name, role.arn) if "daily" in settings.rules else {}

    def alarms(self, settings: AlarmSettings) -> list[Alarm]:
        """Return alarms on missing backups and lost failure messages; the vault's alarm counts failed jobs."""
        id, name = location(self).path[-1], f"{self._name}-backup"
        alarms = []
        if self._failures is not None:
            rule = self._failures.inputs["name"]
            alarms += alarms_about([rules.EVENTS_LOST], Subject(id, name, f"rule {rule}", {"RuleName": rule}), settings)
        if self._counts:
            plan = Subject(id, name, f"backup plan {self._plan_name}", {}, other_dimensions=self._counts)
            alarms += alarms_about([rules.BACKUP_MISSING], plan, settings, factor=self._tables)
        return alarms

    def charts(self) -> list[Chart]:
        """Return charts of its failed jobs, counted from messages, and of all jobs of the shared vault."""
        jobs = jobs_chart(shared_name(self, "", VAULT))
        if self._failures is None:
            return [jobs]
        rule = {"RuleName": self._failures.inputs["name"]}
        lines = [line("told", EVENTS, "Invocations", "Sum", rule), line("not told", EVENTS, "FailedInvocations", "Sum", rule)]
        return [Chart("backup, copy and restore jobs that failed", lines), jobs]

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

    def _count(self, name: str, role_arn: str) -> dict[str, dict[str, str]]:
        """Count the backups made and the days on which backups are due.

        Rules count matches even without a target.
        """
        settings = self._settings
        made = {"source": ["aws.backup"], "detail-type": JOBS[:1], "detail": {"iamRoleArn": [role_arn], "state": ["COMPLETED"]}}
        minutes = settings.hour_utc * 60 + settings.start_window_minutes + settings.completion_window_minutes
        hour, minute = divmod(minutes % MINUTES_OF_A_DAY, 60)
        by_term: dict[str, tuple[str, str, dict[str, Any]]] = {
            "made": ("Completed", "Backups that were made", {"event_pattern": json.dumps(made, separators=(",", ":"))}),
            "due": ("Due", "By now, today's backups are made", {"schedule_expression": f"cron({minute} {hour} * * ? *)"}),
        }
        counts = {}
        for term, (id, description, when) in by_term.items():
            rule_name = physical_name(self, f"{name}-backup-{id.lower()}", EVENT_RULE)
            CloudwatchEventRule(self, id, name=rule_name, description=description, **when)
            counts[term] = {"RuleName": rule_name}
        return counts

    def _tell(self, topic_arn: str, name: str, role_arns: list[str]) -> None:
        """Use EventBridge for failed jobs: vault notifications include successes and omit aborted copies."""
        detail = {"iamRoleArn": role_arns, "$or": [{field: states} for field, states in FAILURES.items()]}
        pattern = {"source": ["aws.backup"], "detail-type": list(JOBS), "detail": detail}
        self._failures = rule = CloudwatchEventRule(
            self,
            "Failures",
            name=physical_name(self, f"{name}-backup-failures", EVENT_RULE),
            description="Backup, copy and restore jobs that did not complete",
            event_pattern=json.dumps(pattern, separators=(",", ":")),
        )
        CloudwatchEventTarget(self, "FailuresToTopic", rule=rule.name, arn=topic_arn)
