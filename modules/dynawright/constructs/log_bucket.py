"""The foundation's bucket for S3 access logs of all buckets of an environment."""

from __future__ import annotations

from constructs import Construct

from dynawright.constructs.bucket import LOG_BUCKET_ID, Bucket, log_bucket_of
from dynawright.constructs.naming import environment_of
from dynawright.constructs.suppression import suppress
from dynawright.iam.policy import Statement
from dynawright.settings import AccessLogSettings, BucketSettings

S3_LOGGING = "logging.s3.amazonaws.com"


class LogBucket(Bucket):
    """The bucket of S3 access logs of this environment; its own requests are not logged."""

    def __init__(self, scope: Construct, *, buckets: BucketSettings, settings: AccessLogSettings) -> None:
        environment = environment_of(scope)
        super().__init__(
            scope,
            LOG_BUCKET_ID,
            name=f"{environment.project}-{log_bucket_of(environment)}",
            key=None,  # S3 can't deliver access logs to a bucket encrypted with a KMS key
            settings=buckets,
            expire_after_days=settings.retention_days,
            access_logs=False,
        )
        ours = {
            "ArnLike": {"aws:SourceArn": f"arn:aws:s3:::*-{environment.name}-{environment.account_id}"},
            "StringEquals": {"aws:SourceAccount": environment.account_id},
        }
        self.admit(Statement(("s3:PutObject",), (f"{self.arn}/*",), ours, principal={"Service": S3_LOGGING}))
        itself = "it holds the access logs of all buckets: logging its own deliveries would never end"
        for rule in ("CKV_AWS_18", "buckets-keep-access-logs"):
            suppress(self, rule, because=itself, on="aws_s3_bucket")
        for rule in ("CKV_AWS_145", "production-data-has-its-own-key"):
            suppress(
                self,
                rule,
                because="S3 delivers access logs to buckets that S3's own key encrypts, and to no other",
                on="aws_s3_bucket",
            )
