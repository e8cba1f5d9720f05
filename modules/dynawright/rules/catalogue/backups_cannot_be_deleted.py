"""Backups can't be deleted, and live long enough.

Whoever can delete the table can often delete its backups too: an intruder does, and so does a script. A vault refuses the
deletion of recovery points, by its policy or by a lock. In production each backup lives for at least as long as point-in-time
recovery, and a copy as long as its original.
"""

from collections.abc import Iterator

from dynawright.rules.resources import Document, Resource, as_blocks
from dynawright.rules.rule import Rule
from dynawright.rules.statements import is_known_later, policies_about, statements

SHORTEST_DAYS = 35
DELETION = "backup:DeleteRecoveryPoint"


def check(resource: Resource, document: Document) -> Iterator[str]:
    if resource.type == "aws_backup_vault":
        yield from _vault(resource, document)
    elif document.is_production:
        for rule in resource.blocks("rule"):
            yield from _rule(rule.get("rule_name"), rule.get("lifecycle"), "recovery points")
            for copy in as_blocks(rule.get("copy_action")):
                yield from _rule(rule.get("rule_name"), copy.get("lifecycle"), "copies")


def _vault(vault: Resource, document: Document) -> Iterator[str]:
    if document.is_disposable:
        return
    policies = list(policies_about(vault, document))
    refused = any(is_known_later(policy, document) for policy in policies) or any(
        statement.effect == "Deny"
        and {DELETION, "backup:*", "*"} & set(statement.actions)
        and ("AWS", "*") in statement.principals
        for policy in policies
        for statement in statements(policy)
    )
    if not refused:
        yield f"nothing refuses {DELETION}: give the vault a policy that does"
    locks = document.of_type("aws_backup_vault_lock_configuration")
    if not any(document.named(lock.get("backup_vault_name"), "name", "aws_backup_vault") is vault for lock in locks):
        yield "no lock keeps retentions from being shortened: set vault.lock to governance or compliance"


def _rule(name: object, lifecycle: object, what: str) -> Iterator[str]:
    for one in as_blocks(lifecycle):
        days = one.get("delete_after")
        if isinstance(days, int | float) and days < SHORTEST_DAYS:
            yield f"rule '{name}' deletes {what} after {days} days: keep them {SHORTEST_DAYS} or more"


RULE = Rule(
    module=__name__,
    number=28,
    severity="high",
    types=("aws_backup_vault", "aws_backup_plan"),
    check=check,
    standards=("WA REL09-BP02",),
)
