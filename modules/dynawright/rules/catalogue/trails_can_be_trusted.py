"""Trails can be trusted.

A trail is what is left to read after an incident. It must be running, and its log files signed, so that a file that was changed
or deleted shows. Outside of disposable environments its bucket is locked, so that none is deleted while somebody still looks.
"""

from collections.abc import Iterator

from dynawright.rules.resources import Document, Resource, as_blocks
from dynawright.rules.rule import Rule


def check(trail: Resource, document: Document) -> Iterator[str]:
    if trail.get("enable_logging") is False:
        yield "it is switched off: remove enable_logging"
    if trail.get("enable_log_file_validation") is not True:
        yield "a changed log file would not show: set enable_log_file_validation to true"
    bucket = document.named(trail.get("s3_bucket_name"), "bucket", "aws_s3_bucket")
    if bucket is not None and not document.is_disposable and not _is_locked(bucket, document):
        yield "its log files can be deleted: give its bucket an aws_s3_bucket_object_lock_configuration with a default retention; here, set audit.lock_days"


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
