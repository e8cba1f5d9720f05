"""Roles fit those who use them.

A service can't assume a role that doesn't trust it: backups are not made, functions don't run, and an apply reports
nothing. A role that trusts the service but was made for something else grants rights that were never meant: in stacks
of this package each function, cache and plan has its own role.
"""

from collections.abc import Iterator

from dynawright.rules.blocks import as_blocks
from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Rule
from dynawright.rules.statements import statements

USERS = {
    "aws_lambda_function": ("role", "lambda.amazonaws.com"),
    "aws_dax_cluster": ("iam_role_arn", "dax.amazonaws.com"),
    "aws_backup_selection": ("iam_role_arn", "backup.amazonaws.com"),
    "aws_backup_restore_testing_selection": ("iam_role_arn", "backup.amazonaws.com"),
    "aws_scheduler_schedule": ("target.role_arn", "scheduler.amazonaws.com"),
}
"""Type → the attribute that names its role, and the service that assumes it."""
SHARED = {"aws_backup_restore_testing_selection", "aws_scheduler_schedule"}
"""Types whose resources may share a role, because all of them do the same."""


def check(user: Resource, document: Document) -> Iterator[str]:
    service = USERS[user.type][1]
    role = _role_of(user, document)
    if role is None or not statements(role):
        return
    trusted = {
        who for statement in statements(role) if statement.allows for kind, who in statement.principals if kind == "Service"
    }
    if service not in trusted:
        yield f"{role.label} does not trust {service}: it can't be assumed; name a role that does"
    if not document.is_ours:
        return
    other_users = [
        resource for resource in document.of_type(*USERS) if resource is not user and _role_of(resource, document) is role
    ]
    if strangers := [other for other in other_users if other.type != user.type or user.type not in SHARED]:
        yield f"{role.label} is also the role of {strangers[0].label}: give each its own role"


def _role_of(user: Resource, document: Document) -> Resource | None:
    path = USERS[user.type][0].split(".")
    block = user.values if len(path) == 1 else next(iter(as_blocks(user.get(path[0]))), {})
    return document.referred(block.get(path[-1]))


RULE = Rule(module=__name__, number=45, severity="high", types=tuple(USERS), check=check, standards=("WA SEC03-BP02",))
