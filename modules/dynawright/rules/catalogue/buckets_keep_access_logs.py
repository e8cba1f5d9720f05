"""Buckets keep access logs.

After a leak the first question is which objects were read, by whom and from where. S3 can tell only if access logs were
on beforehand, and they must go to another bucket: a bucket that logs into itself logs each of its own log files.
Disposable environments may do without.
"""

from collections.abc import Iterator

from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Rule


def check(bucket: Resource, document: Document) -> Iterator[str]:
    if document.is_disposable:
        return
    logs = [
        resource
        for resource in document.of_type("aws_s3_bucket_logging")
        if document.named(resource.get("bucket"), "bucket", "aws_s3_bucket") is bucket
    ]
    if not logs and not bucket.blocks("logging"):
        yield "it has no access logs: add an aws_s3_bucket_logging"
    for log in logs:
        if document.named(log.get("target_bucket"), "bucket", "aws_s3_bucket") is bucket:
            yield "it logs into itself, and so logs its own logs: name another target_bucket"


RULE = Rule(
    module=__name__,
    number=34,
    severity="medium",
    types=("aws_s3_bucket",),
    check=check,
    standards=("FSBP S3.9",),
)
