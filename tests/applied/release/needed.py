"""Checks that workflows' roles need all their rights: without any of them a recorded request fails."""

from __future__ import annotations

from collections.abc import Iterable

from dynawright.emulator.iam.questions import AskedCall
from dynawright.emulator.iam.replay import removals
from tests.emulator.iam.replayed import counted, unexplained

SHOWN_BY_WHOLE = {
    *("backup:DescribeRegionSettings", "backup:GetBackupVaultAccessPolicy", "backup:UpdateRegionSettings"),
    *("dax:IncreaseReplicationFactor", "iam:GetRolePolicy", "iam:PutRolePermissionsBoundary"),
    *("kinesis:DecreaseStreamRetentionPeriod", "lambda:DeleteFunctionConcurrency", "lambda:RemovePermission"),
    *("logs:AssociateKmsKey", "logs:DisassociateKmsKey"),
}
"""Actions that only whole.py needs."""


def unneeded(calls: Iterable[AskedCall], *, whole: bool = False) -> dict[str, set[str]]:
    """Return role → unneeded actions without a reason."""
    left_out = set() if whole else SHOWN_BY_WHOLE
    found = {role: set(actions) - left_out for role, actions in unexplained(counted(removals(calls))).items()}
    return {role: actions for role, actions in found.items() if actions}
