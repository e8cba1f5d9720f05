"""A system's backups: one plan for its tables, or one per tier if they have several."""

from __future__ import annotations

from collections.abc import Sequence

from constructs import Construct

from dynawright.constructs.backup import Backup
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.naming import pascal_case
from dynawright.constructs.table import Table
from dynawright.constructs.vault import VaultReference
from dynawright.settings import BackupSettings

TIERS = ("critical", "standard")
"""Disposable tables have no recovery points."""


def backups_by_tier(
    scope: Construct,
    *,
    name: str,
    tables: Sequence[tuple[Table, str]],
    key: EncryptionKey,
    settings: BackupSettings,
    failures_topic_arn: str,
) -> list[Backup]:
    """Build the backups of tables, each given with its tier.

    The first tier in use has the names of a single plan, so a system whose tables all change tier keeps its plan.
    """
    chosen = {tier: [table for table, own in tables if own == tier] for tier in TIERS}
    used = [tier for tier in TIERS if chosen[tier]]
    if not used:
        return []
    vault, found = VaultReference.found(scope), []
    for tier in used:
        suffix = "" if tier == used[0] else tier
        found.append(
            Backup(
                scope,
                f"Backup{pascal_case(suffix)}",
                name=f"{name}-{suffix}" if suffix else name,
                tables=chosen[tier],
                key=key,
                vault=vault,
                settings=settings.of_tier(tier),
                failures_topic_arn=failures_topic_arn,
            )
        )
    return found
