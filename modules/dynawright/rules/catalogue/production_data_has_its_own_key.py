"""Production data has a key of its own.

With a customer-managed key, reading needs two permissions, every use is in CloudTrail, and access ends for everyone the
moment the key is disabled; AWS's own keys give none of this. Outside of production AWS's keys are fine, but if the
stack has a key, a resource that doesn't use it was forgotten.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from dynawright.rules.resources import Document, Resource, as_blocks
from dynawright.rules.rule import Rule

ATTRIBUTES = {
    "aws_sqs_queue": "kms_master_key_id",
    "aws_sns_topic": "kms_master_key_id",
    "aws_cloudwatch_log_group": "kms_key_id",
    "aws_kinesis_stream": "kms_key_id",
    "aws_backup_vault": "kms_key_arn",
    "aws_secretsmanager_secret": "kms_key_id",
    "aws_cloudtrail": "kms_key_id",
}
SETTING = "name the stack's key"


def check(resource: Resource, document: Document) -> Iterator[str]:
    key = _key(resource, document)
    if key is not None and not str(key).startswith(("alias/aws/", "arn:aws:kms:")) and "${" not in str(key):
        yield f"'{key}' is not a key: name the ARN of a customer-managed key"
    elif (key is None or str(key).startswith("alias/aws/")) and document.is_keyed:
        yield f"it has no customer-managed key: {document.fix(SETTING, _terraform(resource.type))}"


def _key(resource: Resource, document: Document) -> Any:
    if resource.type == "aws_dynamodb_table":
        return resource.block("server_side_encryption").get("kms_key_arn")
    if resource.type == "aws_s3_bucket":
        return next(filter(None, (rule.get("kms_master_key_id") for rule in _defaults(resource, document))), None)
    return resource.get(ATTRIBUTES[resource.type])


def _defaults(bucket: Resource, document: Document) -> Iterator[Mapping[str, Any]]:
    for resource in document.of_type("aws_s3_bucket_server_side_encryption_configuration"):
        if document.named(resource.get("bucket"), "bucket", "aws_s3_bucket") is bucket:
            for rule in resource.blocks("rule"):
                yield from as_blocks(rule.get("apply_server_side_encryption_by_default"))


def _terraform(type: str) -> str:
    """Return the fix for plain Terraform."""
    if type == "aws_dynamodb_table":
        return "write `server_side_encryption { enabled = true, kms_key_arn = ... }`"
    if type == "aws_s3_bucket":
        return "name `kms_master_key_id` in its aws_s3_bucket_server_side_encryption_configuration"
    return f"set `{ATTRIBUTES[type]}` to the ARN of a key"


RULE = Rule(
    module=__name__,
    number=7,
    severity="medium",
    types=("aws_dynamodb_table", "aws_s3_bucket", *ATTRIBUTES),
    check=check,
    standards=("WA SEC08-BP01",),
)
