"""Whether workflow roles need all their rights: without an action a recorded request must fail."""

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
"""Asked for in whole.py only."""


def unneeded(calls: Iterable[AskedCall], *, whole: bool = False) -> dict[str, set[str]]:
    """Return role → actions that nothing needed and that have no reason."""
    left_out = set() if whole else SHOWN_BY_WHOLE
    found = {role: set(actions) - left_out for role, actions in unexplained(counted(removals(calls))).items()}
    return {role: actions for role, actions in found.items() if actions}
