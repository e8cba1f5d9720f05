"""Backups can't be deleted, and live long enough.

A principal that can delete the table can often delete its backups too, be it an intruder or a script. A vault must
refuse to delete recovery points, by its policy or by a lock. In production each backup lives at least as long as
point-in-time recovery, and a copy as long as its original; if one rule of a plan makes copies, all rules do. A vault
has its own key, and the table features that AWS Backup needs for one.
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
        return
    yield from _copies(resource)
    if document.is_production:
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
        yield f"nothing denies {DELETION}: add a vault policy that does"
    locks = document.of_type("aws_backup_vault_lock_configuration")
    if not any(document.named(lock.get("backup_vault_name"), "name", "aws_backup_vault") is vault for lock in locks):
        fix = document.fix("set vault.lock to governance or compliance", "give it an aws_backup_vault_lock_configuration")
        yield f"no lock keeps retentions from being shortened: {fix}"

    if document.is_ours:
        yield from _own(vault, document)


def _own(vault: Resource, document: Document) -> Iterator[str]:
    if not document.of_type("aws_backup_region_settings"):
        yield "without aws_backup_region_settings its copies, cold storage and key are rejected: add them"
    key = document.referred(vault.get("kms_key_arn"))
    topics = (document.referred(topic.get("kms_master_key_id")) for topic in document.of_type("aws_sns_topic"))
    if key is not None and any(topic is key for topic in topics):
        yield "the topic's key also opens its backups: give it a key of its own"


def _copies(plan: Resource) -> Iterator[str]:
    rules = plan.blocks("rule")
    vaults = [{str(copy.get("destination_vault_arn")) for copy in as_blocks(rule.get("copy_action"))} for rule in rules]
    for rule, own in zip(rules, vaults, strict=True):
        if missing := set().union(*vaults) - own:
            yield f"rule '{rule.get('rule_name')}' makes no copies in {', '.join(sorted(missing))}, but others do"
        kept = [block.get("delete_after") for block in as_blocks(rule.get("lifecycle"))]
        for copy in as_blocks(rule.get("copy_action")):
            days = [block.get("delete_after") for block in as_blocks(copy.get("lifecycle"))]
            first, copied = next(iter(kept), None), next(iter(days), None)
            if isinstance(first, int | float) and isinstance(copied, int | float) and copied < first:
                yield f"rule '{rule.get('rule_name')}' deletes copies after {copied} days, and their originals after {first}"


def _rule(name: object, lifecycle: object, what: str) -> Iterator[str]:
    for block in as_blocks(lifecycle):
        days = block.get("delete_after")
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
