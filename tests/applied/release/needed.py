"""Checks that workflows' roles need all their rights: without any of them a recorded request fails."""

from __future__ import annotations

from collections.abc import Iterable

from dynawright.emulator.iam.questions import AskedCall
from dynawright.emulator.iam.replay import removals
from tests.emulator.iam.replayed import counted, unexplained

SHOWN_BY_WHOLE = {
    *("dax:IncreaseReplicationFactor", "iam:GetRolePolicy", "iam:PutRolePermissionsBoundary"),
    *("lambda:DeleteFunctionConcurrency", "lambda:RemovePermission"),
    *("logs:AssociateKmsKey", "logs:DisassociateKmsKey", "s3:GetLifecycleConfiguration", "s3:PutLifecycleConfiguration"),
    *("kms:UpdateKeyDescription", "sqs:SetQueueAttributes"),
}
"""Asked for at full size only: in whole.py, and for what the small release leaves out."""


def unneeded(calls: Iterable[AskedCall], *, whole: bool = False) -> dict[str, set[str]]:
    """Return role → actions that nothing needed and that have no reason."""
    found = unexplained(counted(removals(calls)))
    if not whole:
        found = {role: [action for action in actions if not _is_shown_by_whole(action)] for role, actions in found.items()}
    return {role: set(actions) for role, actions in found.items() if actions}


def _is_shown_by_whole(action: str) -> bool:
    return action in SHOWN_BY_WHOLE or action.startswith("kinesis:") or action.endswith("KinesisStreamingDestination")
