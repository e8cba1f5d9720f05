"""A tamper-proof record of who read and wrote which items."""

from __future__ import annotations

from collections.abc import Sequence

from constructs import Construct

from dynawright.bindings.aws.cloudtrail import (
    Cloudtrail,
    CloudtrailAdvancedEventSelector,
    CloudtrailAdvancedEventSelectorFieldSelector,
)
from dynawright.bindings.aws.s3_bucket_object_lock_configuration import (
    S3BucketObjectLockConfiguration,
    S3BucketObjectLockConfigurationRule,
    S3BucketObjectLockConfigurationRuleDefaultRetention,
)
from dynawright.bindings.aws.s3_bucket_policy import S3BucketPolicy
from dynawright.constructs.bucket import Bucket
from dynawright.constructs.component import Component
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.naming import TRAIL, environment_of, physical_name
from dynawright.constructs.table import Table
from dynawright.iam.policy import Statement
from dynawright.settings import AuditSettings, BucketSettings

CLOUDTRAIL = "cloudtrail.amazonaws.com"


class Audit(Component):
    """A CloudTrail trail of the tables' data events, and its bucket; empty if the environment has none.

    AWS allows 5 trails a Region: one for all of a system's tables, for the systems that need one (ADR 18).
    """

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        name: str,
        tables: Sequence[Table],
        key: EncryptionKey,
        settings: AuditSettings,
        bucket_settings: BucketSettings,
    ) -> None:
        super().__init__(scope, id)
        if settings.data_events == "none":
            return
        environment = environment_of(self)
        trail_name = physical_name(self, name, TRAIL)
        trail_arn = f"arn:aws:cloudtrail:{environment.region}:{environment.account_id}:trail/{trail_name}"
        bucket = Bucket(
            self,
            "Records",
            name=f"{name}-records",
            key=key,
            settings=bucket_settings,
            expire_after_days=settings.retention_days,
        )
        policy = self._admit_trail(bucket, trail_arn, environment.account_id)
        # CloudTrail writes a first file at creation: the bucket's policy and lock must exist by then.
        before = [policy, self._lock(bucket, settings.lock_days)] if settings.lock_days else [policy]
        key.admit_trail(trail_arn)
        Cloudtrail(
            self,
            "Trail",
            name=trail_name,
            s3_bucket_name=bucket.name,
            kms_key_id=key.arn,
            enable_log_file_validation=True,
            is_multi_region_trail=False,  # all tables are in one Region
            include_global_service_events=False,
            advanced_event_selector=[_selector(tables, settings)],
            depends_on=before,
        )

    def _admit_trail(self, bucket: Bucket, trail_arn: str, account_id: str) -> S3BucketPolicy:
        """Allow only this trail to write below its own prefix; return the bucket policy to wait for."""
        from_trail = {"StringEquals": {"aws:SourceArn": trail_arn}}
        written = {"StringEquals": {"aws:SourceArn": trail_arn, "s3:x-amz-acl": "bucket-owner-full-control"}}
        service = {"Service": CLOUDTRAIL}
        bucket.admit(Statement(("s3:GetBucketAcl",), (bucket.arn,), from_trail, principal=service))
        bucket.admit(Statement(("s3:PutObject",), (f"{bucket.arn}/AWSLogs/{account_id}/*",), written, principal=service))
        return bucket.policy

    def _lock(self, bucket: Bucket, days: int) -> S3BucketObjectLockConfiguration:
        retention = S3BucketObjectLockConfigurationRuleDefaultRetention(mode="COMPLIANCE", days=days)
        return S3BucketObjectLockConfiguration(
            self,
            "Lock",
            bucket=bucket.name,
            rule=S3BucketObjectLockConfigurationRule(default_retention=retention),
            depends_on=[bucket.versioning],  # S3 locks versions
        )


def _selector(tables: Sequence[Table], settings: AuditSettings) -> CloudtrailAdvancedEventSelector:
    fields = {
        "eventCategory": ["Data"],
        "resources.type": ["AWS::DynamoDB::Table"],
        "resources.ARN": [table.arn for table in tables],
    }
    if settings.data_events == "writes":
        fields["readOnly"] = ["false"]
    return CloudtrailAdvancedEventSelector(
        name=f"{settings.data_events.replace('_', ' ')} of items",
        field_selector=[
            CloudtrailAdvancedEventSelectorFieldSelector(field=field, equals=values) for field, values in fields.items()
        ],
    )
