"""Policies, roles, keys, secrets, buckets and networks."""

from dynawright.gate.plan_mutants.label import harmful, harmless

POLICIES = {
    "aws_backup_vault_policy": "policy",
    "aws_dynamodb_resource_policy": "policy",
    "aws_iam_policy": "policy",
    "aws_iam_role": "assume_role_policy",
    "aws_iam_role_policy": "policy",
    "aws_kms_key": "policy",
    "aws_s3_bucket_policy": "policy",
    "aws_secretsmanager_secret_policy": "policy",
    "aws_sns_topic_policy": "policy",
    "aws_sqs_queue": "policy",
    "aws_vpc_endpoint": "policy",
}
"""Type → the attribute with a policy."""
ROLE, KEY, ENDPOINT = "aws_iam_role", "aws_kms_key", "aws_vpc_endpoint"
SECRET, PROVIDER = "aws_secretsmanager_secret", "aws_iam_openid_connect_provider"
BUCKET, LIFECYCLE = "aws_s3_bucket", "aws_s3_bucket_lifecycle_configuration"
ENCRYPTION = "aws_s3_bucket_server_side_encryption_configuration"
INGRESS, EGRESS = "aws_vpc_security_group_ingress_rule", "aws_vpc_security_group_egress_rule"
_ADMINISTRATOR = "arn:aws:iam::aws:policy/AdministratorAccess"
_ALL = '{\\"Statement\\": [{\\"Effect\\": \\"Allow\\", \\"Action\\": \\"*\\", \\"Resource\\": \\"*\\"}]}'
_WIDER = "wider-action wider-resource fewer-conditions looser-conditions opened stranger"
_WHOLE_BUCKET = '=[{"id": "all", "status": "Enabled", "expiration": [{"days": 1}]}]'
_DEFAULT = "rule.apply_server_side_encryption_by_default."

LABELS = (
    *(harmful(type, name, f"{_WIDER} denial-gone unknown", "somebody may do more") for type, name in POLICIES.items()),
    *(
        harmless(type, name, "resid relisted in-two reordered accounts-otherwise reformatted", "the same rights in other words")
        for type, name in POLICIES.items()
    ),
    harmful(ROLE, "permissions_boundary", "gone other foreign unknown", "nothing bounds the role"),
    harmful(ROLE, "max_session_duration", "higher unknown", "stolen credentials last longer"),
    harmful(ROLE, "managed_policy_arns", (f'=["{_ADMINISTRATOR}"]',), "the role may do everything"),
    harmful(ROLE, "inline_policy", (f'=[{{"name": "all", "policy": "{_ALL}"}}]',), "the role may do everything"),
    harmful(ROLE, "name path", "other unknown", "who works under it is refused", replaces=True),
    harmless(ROLE, "description", "other", "a text for people"),
    harmless(ROLE, "tags", "more", "nothing asks for the tag"),
    harmful("aws_iam_role_policy_attachment", "policy_arn", (f"={_ADMINISTRATOR}",), "the role may do everything", replaces=True),
    harmful(PROVIDER, "client_id_list thumbprint_list", ("more", '=["theirs"]', "unknown"), "others get tokens that count"),
    harmful(PROVIDER, "url", "other unknown", "no workflow gets a role", replaces=True),
    harmful(KEY, "enable_key_rotation", "off unknown", "one key protects everything for ever"),
    harmful(KEY, "deletion_window_in_days", "lower unknown", "less time to cancel a deletion"),
    harmful(KEY, "rotation_period_in_days", "higher unknown", "the key is changed less often"),
    harmful(KEY, "is_enabled", ("=false", "unknown"), "nothing encrypted by it can be read"),
    harmful(KEY, "bypass_policy_lockout_safety_check", ("=true",), "AWS does not stop a policy that locks all out"),
    harmful(
        KEY, "key_usage customer_master_key_spec", ("=SIGN_VERIFY",), "the key ends, and all that it encrypts", replaces=True
    ),
    harmful(KEY, "multi_region", ("=true",), "the key ends, and all that it encrypts", replaces=True),
    harmless(KEY, "rotation_period_in_days", "lower", "the key is changed more often"),
    harmless(KEY, "description", "other", "a text for people"),
    harmful("aws_kms_alias", "target_key_id", "other unknown", "who names the alias uses another key"),
    harmful(SECRET, "recovery_window_in_days", "lower =0", "a deletion can't be undone"),
    harmful(SECRET, "kms_key_id", "gone foreign other unknown", "the value depends on another key"),
    harmful(SECRET, "name", "other unknown", "readers find nothing", replaces=True),
    harmful(SECRET, "replica", ('=[{"region": "us-east-1"}]',), "the value is copied to another Region"),
    harmful("aws_secretsmanager_secret_policy", "block_public_policy", "off unknown", "a policy may open it to anybody"),
    harmless(SECRET, "recovery_window_in_days", "=30", "more time to undo a deletion"),
    harmless(SECRET, "description", "other", "a text for people"),
    harmful(BUCKET, "force_destroy", ("=true",), "the bucket's end deletes all in it"),
    harmful(BUCKET, "bucket", "other unknown", "the new one is empty", replaces=True),
    harmful(BUCKET, "acl", ("=public-read",), "anybody can read it"),
    harmful(BUCKET, "object_lock_enabled", ("=true",), "the new one is empty", replaces=True),
    harmless(BUCKET, "tags", ('={"team": "data"}',), "nothing asks for the tag"),
    harmful(
        LIFECYCLE,
        "rule.expiration.days rule.noncurrent_version_expiration.noncurrent_days",
        "lower unknown",
        "objects are deleted",
    ),
    harmful(LIFECYCLE, "rule", (_WHOLE_BUCKET, "unknown"), "objects are deleted"),
    harmful(LIFECYCLE, "rule.transition.storage_class", "~DEEP_ARCHIVE unknown", "objects can't be read for hours"),
    harmful(LIFECYCLE, "rule.status", "=Disabled unknown", "personal data outlives its term"),
    harmful(LIFECYCLE, "bucket", "other unknown", "the objects of another bucket expire", replaces=True),
    harmless(
        LIFECYCLE,
        "rule.expiration.days rule.noncurrent_version_expiration.noncurrent_days",
        "higher",
        "objects are kept longer",
    ),
    harmless(LIFECYCLE, "rule.id", "other", "a label"),
    harmful("aws_s3_bucket_logging", "target_bucket", "other unknown", "who read what is written where nobody looks"),
    harmless("aws_s3_bucket_logging", "target_prefix", "other", "another folder"),
    harmful("aws_s3_bucket_object_lock_configuration", "rule.default_retention.days", "lower unknown", "records can be deleted"),
    harmful("aws_s3_bucket_object_lock_configuration", "rule.default_retention.mode", "=GOVERNANCE", "records can be deleted"),
    harmful("aws_s3_bucket_object_lock_configuration", "rule", "gone unknown", "records can be deleted"),
    harmless("aws_s3_bucket_object_lock_configuration", "rule.default_retention.days", "higher", "records are kept longer"),
    harmful("aws_s3_bucket_ownership_controls", "rule.object_ownership", "=ObjectWriter unknown", "ACLs count again"),
    harmful(
        "aws_s3_bucket_public_access_block",
        "block_public_acls block_public_policy ignore_public_acls restrict_public_buckets",
        "off unknown",
        "a wrong policy opens every object",
    ),
    harmful("aws_s3_bucket_versioning", "versioning_configuration.status", "=Suspended unknown", "overwritten objects are gone"),
    harmful(ENCRYPTION, f"{_DEFAULT}sse_algorithm", "=AES256 unknown", "a key that can't be revoked encrypts objects"),
    harmful(ENCRYPTION, f"{_DEFAULT}kms_master_key_id", "gone foreign other unknown", "objects depend on another key"),
    harmless(ENCRYPTION, "rule.bucket_key_enabled", "on off", "costs only"),
    harmful(ENDPOINT, "policy", "gone", "the endpoint lets everything through"),
    harmful(ENDPOINT, "route_table_ids", "gone other fewer unknown", "requests leave by the internet"),
    harmful(ENDPOINT, "service_name vpc_id", "other unknown", "requests leave by the internet", replaces=True),
    harmless(ENDPOINT, "route_table_ids", "more", "one more network uses it"),
    *(harmful(type, "cidr_ipv4", ("=0.0.0.0/0",), "the whole internet is let through") for type in (INGRESS, EGRESS)),
    *(harmful(type, "from_port to_port", ("=-1", "unknown"), "other ports are open") for type in (INGRESS, EGRESS)),
    *(harmful(type, "ip_protocol", ("=-1", "unknown"), "other ports are open") for type in (INGRESS, EGRESS)),
    *(
        harmful(type, "referenced_security_group_id prefix_list_id security_group_id", "other unknown", "others are let through")
        for type in (INGRESS, EGRESS)
    ),
    *(harmless(type, "description", "other", "a text for people") for type in (INGRESS, EGRESS)),
    harmful(
        "aws_security_group",
        "ingress",
        ('=[{"from_port": 0, "to_port": 0, "protocol": "-1", "cidr_blocks": ["0.0.0.0/0"]}]',),
        "open",
    ),
    harmful("aws_security_group", "vpc_id name", "other unknown", "members lose their rules", replaces=True),
    *(
        harmful(f"aws_s3_bucket_{name}", "bucket", "other unknown", "the bucket loses it", replaces=True)
        for name in (
            *("logging", "object_lock_configuration", "ownership_controls", "policy", "public_access_block"),
            *("server_side_encryption_configuration", "versioning"),
        )
    ),
    harmful("aws_iam_role_policy_attachment", "role", "other unknown", "another role gets the rights", replaces=True),
    harmful("aws_secretsmanager_secret_policy", "secret_arn", "other foreign unknown", "the secret loses it", replaces=True),
    harmful("aws_security_group", "description", "other", "members lose their rules", replaces=True),
    harmful(ENDPOINT, "vpc_endpoint_type", "=Interface", "requests leave by the internet", replaces=True),
    harmless("aws_iam_policy", "name path", "other", "the same rights by another name", replaces=True),
)
