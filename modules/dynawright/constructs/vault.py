"""The backup vault of an environment: the foundation creates it, systems look it up."""

from __future__ import annotations

from dataclasses import dataclass

from constructs import Construct

from dynawright.bindings.aws.backup_vault import BackupVault
from dynawright.bindings.aws.backup_vault_lock_configuration import BackupVaultLockConfiguration
from dynawright.bindings.aws.backup_vault_policy import BackupVaultPolicy
from dynawright.bindings.aws.data_aws_backup_vault import DataAwsBackupVault
from dynawright.bindings.engine.location import location
from dynawright.constructs.component import Component
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.naming import VAULT, environment_of, physical_name, shared_name
from dynawright.iam.policy import Statement, document
from dynawright.monitoring.alarm import Alarm, Subject, alarms_about
from dynawright.monitoring.alarm_rules import backups as rules
from dynawright.monitoring.chart import Chart, line
from dynawright.monitoring.metric_catalogue import BACKUP
from dynawright.settings import AlarmSettings, VaultSettings

# Shortening a recovery point's lifetime is a way to delete it.
DELETION = ("backup:DeleteBackupVault", "backup:DeleteRecoveryPoint", "backup:UpdateRecoveryPointLifecycle")
JOBS = ("NumberOfBackupJobsCompleted", "NumberOfBackupJobsFailed", "NumberOfBackupJobsExpired", "NumberOfCopyJobsFailed")


@dataclass(frozen=True)
class VaultReference:
    """The vault's name and key, for systems.

    Without `key_arn` it uses AWS's own key, which every user of the vault can use.
    """

    name: str
    arn: str
    key_arn: str | None

    @classmethod
    def found(cls, scope: Construct) -> VaultReference:
        """Look the vault up instead of deriving its name, so that the plan fails without a foundation."""
        vault = DataAwsBackupVault(scope, "Vault", name=shared_name(scope, "", VAULT))
        ours = environment_of(scope).encryption.key == "customer_managed"
        return cls(vault.name, vault.arn, vault.kms_key_arn if ours else None)


def jobs_chart(vault: str) -> Chart:
    """Return a chart of the jobs of all systems that use the vault."""
    return Chart(f"{vault}: jobs", [line(name, BACKUP, name, "Sum", {"BackupVaultName": vault}, 300) for name in JOBS])


class Vault(Component):
    """An encrypted, locked vault whose backups can't be deleted.

    `copied` means that its recovery points are copied elsewhere.
    """

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        name: str,
        key: EncryptionKey,
        settings: VaultSettings,
        copied: bool = False,
    ) -> None:
        super().__init__(scope, id)
        self._name = name
        self._copied = copied
        self._vault = BackupVault(
            self,
            "Vault",
            name=physical_name(self, name, VAULT),
            kms_key_arn=key.arn,
            lifecycle={"prevent_destroy": True} if settings.prevent_destroy else None,
        )
        # For roles of systems that are deployed later; IAM decides which.
        key.admit_callers_of("backup", grants=True, retires=True)
        self.reference = VaultReference(self._vault.name, self._vault.arn, key.arn)
        self._refuse_deletion(settings.break_glass_role_arn)
        if settings.lock != "none":
            self._lock(settings)

    def alarms(self, settings: AlarmSettings) -> list[Alarm]:
        """Alarm on jobs that failed or never started and on failed copies; systems watch for missing backups."""
        vault = self._vault.inputs["name"]
        subject = Subject(location(self).path[-1], self._name, f"vault {vault}", {"BackupVaultName": vault})
        copies = [rules.COPY_FAILED] if self._copied else []
        return alarms_about([*rules.BACKUP, *copies], subject, settings)

    def charts(self) -> list[Chart]:
        return [jobs_chart(self._vault.inputs["name"])]

    def _refuse_deletion(self, keyholder: str | None) -> None:
        condition = {"ArnNotEquals": {"aws:PrincipalArn": keyholder}} if keyholder else {}
        # A vault's policy applies to its vault only. AWS Backup itself still expires recovery points.
        refusal = Statement(DELETION, ("*",), condition, effect="Deny", principal="*")
        BackupVaultPolicy(self, "Policy", backup_vault_name=self._vault.name, policy=document([refusal]))

    def _lock(self, settings: VaultSettings) -> None:
        BackupVaultLockConfiguration(
            self,
            "Lock",
            backup_vault_name=self._vault.name,
            min_retention_days=settings.lock_min_retention_days,
            max_retention_days=settings.lock_max_retention_days,
            # Days of grace make it a compliance lock.
            changeable_for_days=settings.lock_changeable_for_days if settings.lock == "compliance" else None,
        )
