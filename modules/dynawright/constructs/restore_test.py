"""AWS Backup's restore tests: the latest recovery point is restored to a table, which is then deleted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256

from constructs import Construct

from dynawright.bindings.aws.backup_restore_testing_plan import (
    BackupRestoreTestingPlan,
    BackupRestoreTestingPlanRecoveryPointSelection,
)
from dynawright.bindings.aws.backup_restore_testing_selection import BackupRestoreTestingSelection
from dynawright.bindings.engine.location import location
from dynawright.constructs.backup_access import restore_role
from dynawright.constructs.component import Component
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.naming import VAULT, physical_name
from dynawright.constructs.table import Table
from dynawright.constructs.vault import VaultReference
from dynawright.settings import BackupSettings

# Cron fields: the day after the weekly and the monthly backup.
SELECTION_LIMIT = 50
SCHEDULES = {"weekly": "? * MON", "monthly": "2 * ?"}


class RestoreTest(Component):
    """Restores each table; a failed restore job is reported like a failed backup job."""

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
        plan_name = physical_name(self, name, VAULT).replace("-", "_")  # these names allow no hyphen
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
        # One per table: the provider does not update a selection whose list changes.
        for table in tables:
            BackupRestoreTestingSelection(
                self,
                f"{''.join(location(table).path)}Selection",
                name=selection_name(table.model.name),
                restore_testing_plan_name=plan.name,
                protected_resource_type="DynamoDB",
                protected_resource_arns=[table.arn],
                iam_role_arn=self.role.arn,
                validation_window_hours=settings.restore_test_keep_hours,
            )


def selection_name(table: str) -> str:
    """Return the name of a table's selection: at most 50 letters, digits and underscores."""
    name = re.sub("[^A-Za-z0-9_]", "_", table)
    if name == table and len(name) <= SELECTION_LIMIT:
        return name
    digest = sha256(table.encode()).hexdigest()[:8]  # `a-b` and `a.b` are two tables
    return f"{name[: SELECTION_LIMIT - len(digest) - 1]}_{digest}"
