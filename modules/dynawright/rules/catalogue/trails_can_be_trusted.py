"""Trails can be trusted.

After an incident the trail is what is left to read. It must be running, and its log files signed, so that a changed or
deleted file shows. Outside of disposable environments its bucket is locked, so that no file is deleted during an
inquiry; in production records are kept for a year. A trail of items records the writes of every table of its stack.
"""

from collections.abc import Iterator

from dynawright.rules.blocks import as_list
from dynawright.rules.resources import Document, Resource, as_blocks
from dynawright.rules.rule import Rule

YEAR = 365


def check(trail: Resource, document: Document) -> Iterator[str]:
    if trail.get("enable_logging") is False:
        yield "it is switched off: remove enable_logging"
    if trail.get("enable_log_file_validation") is not True:
        yield "changes of log files would go unnoticed: set enable_log_file_validation to true"
    bucket = document.named(trail.get("s3_bucket_name"), "bucket", "aws_s3_bucket")
    if bucket is not None and not document.is_disposable and not _is_locked(bucket, document):
        terraform = "give its bucket an aws_s3_bucket_object_lock_configuration with a default retention"
        yield f"its log files can be deleted: {document.fix('set audit.lock_days', terraform)}"
    if document.is_production and bucket is not None:
        yield from _kept(bucket, document)
    if document.is_ours:
        yield from _left_out(trail, document)


def _kept(bucket: Resource, document: Document) -> Iterator[str]:
    for resource in document.of_type("aws_s3_bucket_lifecycle_configuration"):
        if document.named(resource.get("bucket"), "bucket", "aws_s3_bucket") is not bucket:
            continue
        for expiration in (expiration for rule in resource.blocks("rule") for expiration in as_blocks(rule.get("expiration"))):
            days = expiration.get("days")
            if isinstance(days, int | float) and days < YEAR:
                yield f"its records are deleted after {days} days: {document.fix(f'set audit.retention_days to {YEAR}', f'keep them {YEAR}')}"


def _left_out(trail: Resource, document: Document) -> Iterator[str]:
    """Yield the tables of the stack whose writes fit none of the selectors."""
    selectors = [as_blocks(block.get("field_selector")) for block in trail.blocks("advanced_event_selector")]
    for table in document.of_type("aws_dynamodb_table") if selectors else ():
        write = {
            "eventCategory": "Data",
            "resources.type": "AWS::DynamoDB::Table",
            "resources.ARN": f"${{{table.address}.arn}}",
            "readOnly": "false",
        }
        if not any(
            all(write.get(str(field.get("field"))) in as_list(field.get("equals")) for field in fields) for fields in selectors
        ):
            yield f"it records no writes of {table.label}: name its ARN in a selector of data events"


def _is_locked(bucket: Resource, document: Document) -> bool:
    return any(
        as_blocks(rule.get("default_retention"))
        for lock in document.of_type("aws_s3_bucket_object_lock_configuration")
        if document.named(lock.get("bucket"), "bucket", "aws_s3_bucket") is bucket
        for rule in lock.blocks("rule")
    )


RULE = Rule(
    module=__name__,
    number=30,
    severity="high",
    types=("aws_cloudtrail",),
    check=check,
    standards=("FSBP CloudTrail.4", "CIS 3.2"),
)
