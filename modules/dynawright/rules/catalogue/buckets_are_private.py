"""Buckets are private, and keep what they hold.

One object ACL or one bucket policy makes a bucket public. The four public access blocks make S3 refuse both, and with
ACLs disabled there is only one way to grant access. Versions undo an overwrite or a deletion; a lifecycle rule keeps
old versions and abandoned uploads from piling up.
"""

from collections.abc import Iterator

from dynawright.rules.resources import Document, Resource, as_blocks
from dynawright.rules.rule import Rule

BLOCKS = ("block_public_acls", "block_public_policy", "ignore_public_acls", "restrict_public_buckets")


def check(bucket: Resource, document: Document) -> Iterator[str]:
    access = _companion(bucket, document, "aws_s3_bucket_public_access_block")
    if access is None:
        yield "public access is not blocked: add an aws_s3_bucket_public_access_block"
    else:
        for block in BLOCKS:
            if access.get(block) is not True:
                yield f"{block} is off: set it to true"
    ownership = _companion(bucket, document, "aws_s3_bucket_ownership_controls")
    if ownership is None or ownership.block("rule").get("object_ownership") != "BucketOwnerEnforced":
        yield "ACLs are enabled: set object_ownership to BucketOwnerEnforced"
    versioning = _companion(bucket, document, "aws_s3_bucket_versioning")
    if versioning is None or versioning.block("versioning_configuration").get("status") != "Enabled":
        yield "overwritten objects are lost: enable versioning"
    lifecycle = _companion(bucket, document, "aws_s3_bucket_lifecycle_configuration")
    if lifecycle is None or not any(rule.get("status") == "Enabled" for rule in as_blocks(lifecycle.values.get("rule"))):
        yield "old versions pile up: add a lifecycle configuration"


def _companion(bucket: Resource, document: Document, type: str) -> Resource | None:
    return next(
        (
            resource
            for resource in document.of_type(type)
            if document.named(resource.get("bucket"), "bucket", "aws_s3_bucket") is bucket
        ),
        None,
    )


RULE = Rule(
    module=__name__,
    number=27,
    severity="high",
    types=("aws_s3_bucket",),
    check=check,
    standards=("FSBP S3.8", "CIS 2.1.4", "FSBP S3.12", "FSBP S3.13"),
)
