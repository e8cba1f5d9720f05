"""AWS Backup's own restore tests: the latest recovery point becomes a table, which is deleted again."""

from __future__ import annotations

from collections.abc import Sequence

from constructs import Construct

from environments import BackupSettings
from imports.aws.backup_restore_testing_plan import BackupRestoreTestingPlan, BackupRestoreTestingPlanRecoveryPointSelection
from imports.aws.backup_restore_testing_selection import BackupRestoreTestingSelection
from modules.backup_access import restore_role
from modules.component import Component
from modules.encryption import EncryptionKey
from modules.naming import VAULT, physical_name
from modules.table import Table
from modules.vault import VaultReference

# The day after the weekly and the monthly backup, in cron's words.
SCHEDULES = {"weekly": "? * MON", "monthly": "2 * ?"}


class RestoreTest(Component):
    """Restores each table; AWS tells how it went as a restore job, which Backup's failure notice covers."""

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
    ) -> None:
        super().__init__(scope, id)
        self.role = restore_role(self, name=name, tables=tables, key=key, vault=vault)
        plan_name = physical_name(self, name, VAULT).replace("-", "_")  # these names know no hyphen
        plan = BackupRestoreTestingPlan(
            self,
            "Plan",
            name=plan_name,
            schedule_expression=f"cron(0 {settings.hour_utc} {SCHEDULES[settings.restore_test]} *)",
            start_window_hours=24,
            recovery_point_selection=[
                BackupRestoreTestingPlanRecoveryPointSelection(
                    algorithm="LATEST_WITHIN_WINDOW",
                    include_vaults=[vault.arn],
                    recovery_point_types=["SNAPSHOT"],
                    selection_window_days=31,
                )
            ],
        )
        BackupRestoreTestingSelection(
            self,
            "Selection",
            name=plan_name,
            restore_testing_plan_name=plan.name,
            protected_resource_type="DynamoDB",
            protected_resource_arns=[table.arn for table in tables],
            iam_role_arn=self.role.arn,
            validation_window_hours=settings.restore_test_keep_hours,
        )
