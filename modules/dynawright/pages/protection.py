"""The protection and backups of each table, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dynawright.model import TableModel
from dynawright.settings import BackupSettings, Environment, SystemSettings


@dataclass(frozen=True)
class Protection:
    """A table's facts, each with whether it is as safe as the default."""

    table: str
    facts: tuple[tuple[str, str, bool], ...]


def protections(environment: Environment, settings: SystemSettings, tables: list[TableModel]) -> list[Protection]:
    """Return the facts of each table; `environment` is the system's view of it."""
    return [
        Protection(environment.table_name(table.name), tuple(_facts(settings, table, environment.encryption.key)))
        for table in tables
    ]


def _facts(settings: SystemSettings, table: TableModel, key: str) -> Iterator[tuple[str, str, bool]]:
    own, backup = settings.of_table(table.name), settings.backup_of_table(table.name)
    days = own.point_in_time_recovery_days
    yield "Deletion protection", "on" if own.deletion_protection else "off", own.deletion_protection
    yield "Terraform may destroy it", "no" if own.prevent_destroy else "yes", own.prevent_destroy
    yield "Point-in-time recovery", f"{days} days" if days else "off", bool(days)
    yield "Encryption", f"{key.replace('_', ' ')} key", True
    yield "Tier", own.tier, own.tier != "disposable"
    yield "Recovery points", _kept(backup) or "none", backup.enabled
    if backup.enabled:
        copies = [f"{arn.split(':')[3]} (account {arn.split(':')[4]})" for arn in backup.copy_to_vault_arns]
        yield "Copies in", ", ".join(copies) or "no other vault", bool(copies)
        yield "Restore test", backup.restore_test, backup.restore_test != "never"
    if own.replicas:
        yield "Replicas in", ", ".join(replica.region for replica in own.replicas), True
    if own.is_strongly_consistent:
        yield "Consistent between Regions", "strongly", True
    if own.witness_region:
        yield "Witness in", own.witness_region, True


def _kept(backup: BackupSettings) -> str:
    if not backup.enabled:
        return ""
    return ", ".join(f"{period} for {days} days" for period, days in backup.rules.items())
