"""Resources without guard rules: other data stores, access paths, commands, forgotten resources."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dynawright.guard.change import Change
from dynawright.guard.changes import Changes
from dynawright.guard.differences import differences
from dynawright.guard.known import KNOWN, is_harmless
from dynawright.guard.rule import Finding, Kind, Seen
from dynawright.guard.rules.additions import belongs_to_new

STORES = re.compile(
    r"aws_(?:athena|backup|cloudhsm|cloudwatch_log|codeartifact|codecommit|cognito_user|datasync|dax|db_|docdb|dynamodb|ebs_|ecr|efs_"
    r"|elasticache|elasticsearch|firehose|fsx_|glacier|glue|keyspaces|kinesis|kms|lakeformation|lightsail_d|memorydb|mq_|msk|neptune"
    r"|opensearch|qldb|rds_|redshift|route53|s3|secretsmanager|sns|sqs|ssm_|storagegateway|timestream|transfer|workspaces|ami$|instance$)"
    r"|.*(?:backup|bucket|_cache|database|_disk|_queue|redis|secret|snapshot|_sql|_storage|_store|_table|_topic|vault|_volume)"
)
"""Types that store data: AWS's by prefix, other providers' by words in the name."""
NO_STORE = re.compile(r".*(?:_acl|_attachment|_configuration|_group|_notification|_permission|_policy|_association|route_table)$")
"""Types that configure a data store, or only sound like one."""

ACCESS = {
    "aws_backup_global_settings": "which accounts share backups and jobs",
    "aws_cloudwatch_event_permission": "who may send events to the default bus",
    "aws_dynamodb_table_export": "a copy of all items in a bucket",
    "aws_iam_access_key": "a key that works from anywhere, without a second factor",
    "aws_iam_account_password_policy": "the strength of passwords",
    "aws_iam_group_membership": "who is in a group",
    "aws_iam_group_policies_exclusive": "the policies of a group",
    "aws_iam_group_policy_attachment": "a policy for everybody in a group",
    "aws_iam_group_policy_attachments_exclusive": "the policies of a group",
    "aws_iam_policy_attachment": "a policy for roles, users and groups at once, detached from all others",
    "aws_iam_role_policies_exclusive": "the policies of a role",
    "aws_iam_role_policy_attachments_exclusive": "the policies of a role",
    "aws_iam_saml_provider": "the SAML provider that the account trusts",
    "aws_iam_service_specific_credential": "a password that works from anywhere",
    "aws_iam_user": "an identity with credentials that last",
    "aws_iam_user_group_membership": "who is in a group",
    "aws_iam_user_login_profile": "a password for the console",
    "aws_iam_user_policy_attachment": "a policy for a user",
    "aws_iam_user_policy_attachments_exclusive": "the policies of a user",
    "aws_iam_user_ssh_key": "a key that works from anywhere",
    "aws_kms_custom_key_store": "where keys are kept",
    "aws_kms_grant": "the use of a key, past its policy's statements",
    "aws_lakeformation_permissions": "data of the lake",
    "aws_lambda_function_url": "a function that anybody on the internet may call",
    "aws_lambda_layer_version_permission": "code that others may use",
    "aws_organizations_policy_attachment": "what accounts may do",
    "aws_ram_principal_association": "resources shared with another account",
    "aws_ram_resource_association": "resources shared with another account",
    "aws_rolesanywhere_profile": "roles for machines outside AWS",
    "aws_rolesanywhere_trust_anchor": "the certificates that may assume roles",
    "aws_s3_access_point": "a further way into a bucket, with a policy of its own",
    "aws_s3_account_public_access_block": "whether any bucket of the account may be public",
    "aws_s3_bucket_acl": "a bucket for others, regardless of its policy",
    "aws_s3_bucket_cors_configuration": "a bucket for pages of other sites",
    "aws_s3_bucket_inventory": "a list of all objects in another bucket",
    "aws_s3_bucket_replication_configuration": "a copy of every new object in another bucket",
    "aws_s3_bucket_website_configuration": "a bucket as a website",
    "aws_ssoadmin_account_assignment": "a permission set for a person or a group",
    "aws_ssoadmin_customer_managed_policy_attachment": "what a permission set may do",
    "aws_ssoadmin_managed_policy_attachment": "what a permission set may do",
    "aws_ssoadmin_permission_set_inline_policy": "what a permission set may do",
    "aws_ssoadmin_permissions_boundary_attachment": "what a permission set may do",
    "aws_vpc_endpoint_policy": "principals of the policy, regardless of the endpoint's own policy",
    "aws_vpc_endpoint_security_group_association": "members of another group, by an endpoint",
    "aws_vpc_endpoint_service_allowed_principal": "who may reach a service of the network",
}
"""Types that give access by existing → what they give access to."""

STORE = Kind(
    "data-store-removed",
    happens="Its data is lost with it, unless a separate backup survives.",
    instead="Take a backup that outlives it, check for a week that nothing reads or writes it, then approve its deletion by name.",
)
GRANTED = Kind(
    "access-granted",
    happens="It gives access that no policy of this plan shows, so its rights can't be compared.",
    instead="Grant it by a policy of a role, which the guard can read; or have the owner of the data approve it.",
)
COMMAND = Kind(
    "command-run",
    happens="A program runs with the credentials of the apply. No plan shows what it does.",
    instead="Use a resource instead; run anything else by hand, under supervision.",
)
FORGOTTEN = Kind(
    "resource-forgotten",
    happens="It stays in AWS with its data, unmanaged: no plan shows its changes, and the next apply that creates it fails "
    "because of its name.",
    instead="Let the stack that takes it over import it in the same change, and say so in the approval.",
)
IMPORTED = Kind(
    "import-changes",
    happens="An existing resource is taken over and changed in one step, which affects its users.",
    instead="Describe the resource unchanged, so that the plan imports it without a change; change it in a plan of its own.",
)
DEFERRED = Kind(
    "change-deferred",
    happens="Terraform doesn't know enough to plan it yet, so this plan doesn't show its effect.",
    instead="Apply its dependencies first; then plan again.",
)
KINDS: Sequence[Kind] = (STORE, GRANTED, COMMAND, FORGOTTEN, IMPORTED, DEFERRED)

ONLY_IN_TERRAFORM = {
    *(
        "bypass_policy_lockout_safety_check",
        "confirm_remove_self_resource_access",
        "confirmation_timeout_in_minutes",
        "deletion_window_in_days",
        "endpoint_auto_confirms",
    ),
    *(
        "filename",
        "force_destroy",
        "force_detach_policies",
        "force_overwrite_replica_secret",
        "publish",
        "recovery_window_in_days",
    ),
    *("replace_security_groups_on_destroy", "revoke_rules_on_delete", "rotate_immediately", "skip_destroy", "tags", "tags_all"),
    "timeouts",
}
"""Attributes that exist only in Terraform, or that every resource gets: an import always adds them."""


def findings(changes: Changes) -> Iterator[Finding]:
    """Yield changes that are dangerous for any type."""
    for change in changes.all:
        if change.runs_commands and not change.is_unchanged:
            yield COMMAND.finding(change, Seen("a provisioner or an action runs"))
        if change.is_unchanged:
            continue
        if change.is_deferred and not change.is_created:
            yield DEFERRED.finding(change, Seen(f"{' and '.join(change.actions)} is left to a later plan"))
        if change.is_forgotten:
            yield FORGOTTEN.finding(change, Seen("Terraform forgets it"))
        if change.is_imported and (changed := _changed(change)):
            yield IMPORTED.finding(change, Seen(f"is imported and changed: {', '.join(changed)}"))
        if (change.is_destroyed or change.is_replaced) and is_other_store(change.type):
            yield STORE.finding(change, Seen("is destroyed" if change.is_destroyed else "is replaced by an empty one"))
        if change.type in ACCESS and _grants(change, changes):
            yield GRANTED.finding(change, Seen(f"gives {ACCESS[change.type]}"))


def is_other_store(type: str) -> bool:
    """Whether it stores data and the guard has no rules for it."""
    return type not in KNOWN and bool(STORES.match(type)) and not NO_STORE.match(type)


def _grants(change: Change, changes: Changes) -> bool:
    """Whether access is given to something existing; access to a new bucket, for example, opens nothing."""
    if change.is_created and belongs_to_new(change, changes):
        return False
    return bool(change.after) and any(
        not is_harmless(change.type, difference) for difference in differences(change.before, change.after)
    )


def _changed(change: Change) -> list[str]:
    """Return what an import changes; a replacement changes everything."""
    if change.is_replaced:
        return ["it is replaced"]
    return [
        difference.path
        for difference in differences(change.before, change.after)
        if difference.pattern.split(".")[0] not in ONLY_IN_TERRAFORM
    ]
