"""Changes that only a person applies: of deploy roles, which may not extend themselves, and vaults."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dynawright.constructs.deploy_names import DEPLOY_ROLE
from dynawright.errors import Place, Problem, UserError
from dynawright.guard.change import Change
from dynawright.settings import Environment
from dynawright.systems import FOUNDATION

TYPES = (
    *("aws_iam_openid_connect_provider", "aws_iam_policy", "aws_iam_role", "aws_iam_role_policy_attachment"),
    *("aws_iam_role_policy", "aws_backup_region_settings", "aws_backup_vault_lock_configuration", "aws_backup_vault_policy"),
)
VAULT = "aws_backup_vault"
"""The deploy role may change its tags."""
UNCHANGED = (("no-op",), ("read",))


def own_role_changes(stack: str, changes: Sequence[Change]) -> list[str]:
    """Return addresses that the deploy role may not change; only the foundation has such resources."""
    if stack != FOUNDATION:
        return []
    return [change.address for change in changes if change.actions not in UNCHANGED and _is_a_persons(change)]


def _is_a_persons(change: Change) -> bool:
    return change.type in TYPES or (change.type == VAULT and change.actions != ("update",))


def note(stack: str, changes: Sequence[Change], environment: Environment) -> list[str]:
    """Return a line for the reviewer if a workflow can't apply the plan."""
    if not environment.deployment.repository or not (addresses := own_role_changes(stack, changes)):
        return []
    return [f"a person applies this plan: the deploy role may not change {_shown(addresses)}"]


def refuse_deploy_role(stack: str, changes: Sequence[Change], environment: Environment, sts: Any) -> None:
    """Reject, before the apply, changes that AWS would refuse the deploy role in the middle of it.

    `sts` is called only if there are such changes.
    """
    addresses = own_role_changes(stack, changes)
    if not addresses or _role_name(sts().get_caller_identity()["Arn"]) != environment.shared_name(DEPLOY_ROLE):
        return
    text = f"the plan changes {_shown(addresses)}, which the deploy role may not change; nothing was applied"
    fix = f"a person must apply it: `dynawright apply -e {environment.name} -s {stack}` with an administrator's credentials"
    raise UserError([Problem("DW410", text, Place(path=f"{stack} in {environment.name}"), addresses[0], fix=fix)])


def _shown(addresses: Sequence[str]) -> str:
    return addresses[0] if len(addresses) == 1 else f"{addresses[0]} and {len(addresses) - 1} more"


def _role_name(arn: str) -> str:
    """Return `deploy` for `arn:aws:sts::111111111111:assumed-role/deploy/session`; empty for a user."""
    kind, _, rest = arn.rpartition(":")[2].partition("/")
    return rest.partition("/")[0] if kind == "assumed-role" else ""
