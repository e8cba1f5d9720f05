"""Buckets, trails and secrets."""

from __future__ import annotations

import json

from dynawright.rules.vocabulary.common import BUCKET, FREE, KEEPS, KEY, NAME, NAMED, ORDER, READ_BY_PEOPLE
from dynawright.rules.vocabulary.domains import Between, Blocks, Policy, Text, arn, either, exactly, refers
from dynawright.rules.vocabulary.row import ALWAYS, LASTING, PRODUCTION, Need, Row, when, without

OF_BUCKET = Row("bucket", BUCKET, "it is about that bucket", ALWAYS)
LOG_BUCKET = either(refers("data.aws_s3_bucket", "aws_s3_bucket_policy", attribute="bucket"), BUCKET)
DEFAULT = "rule.apply_server_side_encryption_by_default"
BY_KMS = Need("where KMS encrypts", lambda rule: "aws:kms" in json.dumps(rule.get("apply_server_side_encryption_by_default")))
SECRET = refers("aws_secretsmanager_secret", attribute="arn", near=True)
SELECTED = "the trail records what this selects"
CLOSED = "buckets-are-private demands it"

ROWS = {
    "aws_s3_bucket": (
        Row("bucket", Text(r"[a-z0-9][a-z0-9-]{1,61}[a-z0-9]", "a bucket's name"), NAMED, ALWAYS),
        Row("force_destroy", exactly(False, True), "the rule data-refuses-destruction rejects true where data must be kept"),
        Row("lifecycle", Blocks(1, 1), "it holds the bucket's protections"),
        KEEPS,
    ),
    "aws_s3_bucket_ownership_controls": (
        OF_BUCKET,
        Row("rule", Blocks(1, 1), "ACLs are a second way in", ALWAYS),
        Row("rule.object_ownership", exactly("BucketOwnerEnforced"), "ACLs are a second way in", ALWAYS),
    ),
    "aws_s3_bucket_public_access_block": (
        OF_BUCKET,
        *(Row(name, exactly(True), CLOSED, ALWAYS) for name in ("block_public_acls", "block_public_policy", "ignore_public_acls", "restrict_public_buckets")),
    ),
    "aws_s3_bucket_versioning": (
        OF_BUCKET,
        Row("versioning_configuration", Blocks(1, 1), "without versions, overwritten objects are lost", ALWAYS),
        Row("versioning_configuration.status", exactly("Enabled"), "without versions, overwritten objects are lost", ALWAYS),
    ),
    "aws_s3_bucket_server_side_encryption_configuration": (
        OF_BUCKET,
        Row("rule", Blocks(1, 1), "objects are encrypted by it", ALWAYS),
        Row("rule.bucket_key_enabled", exactly(True, False), "each object would be a request to KMS", ALWAYS),
        Row("rule.bucket_key_enabled", exactly(True), "each object would be a request to KMS, which throttles", given=BY_KMS),
        Row(DEFAULT, Blocks(1, 1), "objects are encrypted by it", ALWAYS),
        Row(f"{DEFAULT}.sse_algorithm", exactly("aws:kms", "AES256"), "objects are encrypted by it", ALWAYS),
        Row(f"{DEFAULT}.sse_algorithm", exactly("aws:kms"), "objects are encrypted by the key", given=when("kms_master_key_id")),
        Row(f"{DEFAULT}.kms_master_key_id", KEY, "another key may be gone tomorrow"),
    ),
    "aws_s3_bucket_lifecycle_configuration": (
        OF_BUCKET,
        Row("rule", Blocks(), "old versions pile up", ALWAYS),
        Row("rule.id", NAME, NAMED, ALWAYS),
        Row("rule.status", exactly("Enabled"), "a rule that is off does nothing", ALWAYS),
        Row("rule.filter", Blocks(1, 1), "it is for all objects", ALWAYS),
        Row("rule.abort_incomplete_multipart_upload", Blocks(1, 1), "abandoned uploads pile up", ALWAYS),
        Row("rule.abort_incomplete_multipart_upload.days_after_initiation", Between(1, 30), "less aborts running uploads, more bills abandoned ones", ALWAYS),
        Row("rule.noncurrent_version_expiration", Blocks(1, 1), "old versions pile up", ALWAYS),
        Row("rule.noncurrent_version_expiration.noncurrent_days", Between(1, 3650), "overwritten objects can be restored for this long", ALWAYS),
        Row("rule.noncurrent_version_expiration.noncurrent_days", Between(7, 3650), "noticing a loss takes up to a week", where=LASTING),
        Row("rule.expiration", Blocks(1, 1), "objects, or markers of deleted ones, pile up", ALWAYS),
        Row("rule.expiration.days", Between(1, 36_500), "objects are deleted then", without("expired_object_delete_marker")),
        Row("rule.expiration.days", Between(30, 36_500), "objects here are needed weeks later", where=PRODUCTION),
        Row("rule.expiration.expired_object_delete_marker", exactly(True), "markers of deleted objects pile up"),
        Row("rule.transition", Blocks(), "objects cost less there"),
        Row("rule.transition.days", Between(1, 36_500), "objects move then", ALWAYS),
        Row("rule.transition.days", Between(30, 36_500), "S3 refuses less", given=when("storage_class", "STANDARD_IA")),
        Row("rule.transition.storage_class", exactly("STANDARD_IA", "GLACIER"), "S3 restores objects from there within hours", ALWAYS),
        ORDER,
    ),
    "aws_s3_bucket_logging": (
        OF_BUCKET,
        Row("target_bucket", LOG_BUCKET, "requests are recorded there", ALWAYS),
        Row("target_prefix", Text(r"[a-z0-9-]+/", "a folder"), "several buckets write there", ALWAYS),
    ),
    "aws_s3_bucket_object_lock_configuration": (
        OF_BUCKET,
        Row("rule", Blocks(1, 1), "records must not be deleted", ALWAYS),
        Row("rule.default_retention", Blocks(1, 1), "records must not be deleted", ALWAYS),
        Row("rule.default_retention.mode", exactly("COMPLIANCE"), "with GOVERNANCE, administrators can delete records about themselves", ALWAYS),
        Row("rule.default_retention.days", Between(1, 3650), "records can't be deleted until then", ALWAYS),
        Row("rule.default_retention.days", Between(30, 3650), "intruders are found weeks later", where=PRODUCTION),
        ORDER,
    ),
    "aws_s3_bucket_policy": (
        OF_BUCKET,
        Row("policy", Policy(), "it denies requests without TLS", ALWAYS),
        ORDER,
    ),
    "data.aws_s3_bucket": (Row("bucket", NAME, "the foundation's bucket of access logs", ALWAYS),),
    "aws_cloudtrail": (
        Row("name", NAME, NAMED, ALWAYS),
        Row("s3_bucket_name", BUCKET, "records are kept there", ALWAYS),
        Row("kms_key_id", KEY, "records hold keys of items"),
        Row("enable_log_file_validation", exactly(True), "a changed record must be detected", ALWAYS),
        Row("is_multi_region_trail", exactly(False), "tables are in one Region", ALWAYS),
        Row("include_global_service_events", exactly(False), "tables are in one Region", ALWAYS),
        Row("advanced_event_selector", Blocks(), SELECTED, ALWAYS),
        Row("advanced_event_selector.name", FREE, READ_BY_PEOPLE),
        Row("advanced_event_selector.field_selector", Blocks(), SELECTED, ALWAYS),
        Row("advanced_event_selector.field_selector.field", exactly("eventCategory", "resources.type", "resources.ARN", "readOnly"), SELECTED, ALWAYS),
        Row("advanced_event_selector.field_selector.equals", either(refers("aws_dynamodb_table", attribute="arn"), Text(r"[A-Za-z:]+", "a word")), SELECTED, ALWAYS),
        Row("depends_on", ORDER.domain, "the bucket's policy and lock must exist before the first record", ALWAYS),
    ),
    "aws_secretsmanager_secret": (
        Row("name", Text(r"[A-Za-z0-9/_+=.@-]{1,512}", "a secret's name"), NAMED, ALWAYS),
        Row("description", FREE, READ_BY_PEOPLE),
        Row("kms_key_id", KEY, "another key may be gone tomorrow"),
        Row("recovery_window_in_days", either(exactly(0), Between(7, 30)), "AWS takes 0 and 7 to 30", ALWAYS),
    ),
    "aws_secretsmanager_secret_policy": (
        Row("secret_arn", SECRET, "it is about that secret", ALWAYS),
        Row("policy", Policy(), "it denies requests without TLS", ALWAYS),
        Row("block_public_policy", exactly(True), "AWS then rejects a policy that admits everyone", ALWAYS),
    ),
    "aws_secretsmanager_secret_rotation": (
        Row("secret_id", refers("aws_secretsmanager_secret", attribute="id", near=True), "it is about that secret", ALWAYS),
        Row("rotation_lambda_arn", either(refers("aws_lambda_function", attribute="arn"), arn("lambda", r"function:\S+")), "that function makes new values", ALWAYS),
        Row("rotation_rules", Blocks(1, 1), "a secret must be rotated", ALWAYS),
        Row("rotation_rules.automatically_after_days", Between(1, 365), "a secret must be rotated", ALWAYS),
    ),
}  # fmt: skip
