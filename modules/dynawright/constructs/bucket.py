"""A private S3 bucket."""

from __future__ import annotations

from collections.abc import Mapping

from constructs import Construct

from dynawright.bindings.aws.data_aws_s3_bucket import DataAwsS3Bucket
from dynawright.bindings.aws.s3_bucket import S3Bucket
from dynawright.bindings.aws.s3_bucket_lifecycle_configuration import (
    S3BucketLifecycleConfiguration,
    S3BucketLifecycleConfigurationRule,
    S3BucketLifecycleConfigurationRuleAbortIncompleteMultipartUpload,
    S3BucketLifecycleConfigurationRuleExpiration,
    S3BucketLifecycleConfigurationRuleFilter,
    S3BucketLifecycleConfigurationRuleNoncurrentVersionExpiration,
    S3BucketLifecycleConfigurationRuleTransition,
)
from dynawright.bindings.aws.s3_bucket_logging import S3BucketLogging
from dynawright.bindings.aws.s3_bucket_ownership_controls import S3BucketOwnershipControls, S3BucketOwnershipControlsRule
from dynawright.bindings.aws.s3_bucket_policy import S3BucketPolicy
from dynawright.bindings.aws.s3_bucket_public_access_block import S3BucketPublicAccessBlock
from dynawright.bindings.aws.s3_bucket_server_side_encryption_configuration import (
    S3BucketServerSideEncryptionConfiguration,
    S3BucketServerSideEncryptionConfigurationRule,
    S3BucketServerSideEncryptionConfigurationRuleApplyServerSideEncryptionByDefault,
)
from dynawright.bindings.aws.s3_bucket_versioning import S3BucketVersioning, S3BucketVersioningVersioningConfiguration
from dynawright.bindings.engine.attributes import attributes_of
from dynawright.bindings.engine.location import location
from dynawright.constructs.component import Component
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.naming import bucket_name, environment_of
from dynawright.errors import Place, Problem, UserError
from dynawright.iam.policy import Statement, document
from dynawright.settings import BucketSettings, Environment

ABANDONED_UPLOAD_DAYS = 7
LOG_BUCKET_ID = "AccessLogs"
"""Path of the log bucket in a stack: the bucket itself in the foundation, a lookup in others."""


class Bucket(Component):
    """A versioned, encrypted bucket that refuses public access and plain HTTP; objects expire if asked.

    `key` is None for content that AWS can't encrypt with your own key, such as S3's access logs. `transitions` are storage classes with the
    days after which objects move there. Requests are logged in the foundation's log bucket, if the environment keeps such logs.
    """

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        name: str,
        key: EncryptionKey | None,
        settings: BucketSettings,
        expire_after_days: int | None = None,
        transitions: Mapping[str, int] = {},
        access_logs: bool = True,
    ) -> None:
        super().__init__(scope, id)
        self.physical_name = bucket_name(self, name)
        _check(self.physical_name, expire_after_days, transitions)
        self._bucket = S3Bucket(
            self,
            "Bucket",
            bucket=self.physical_name,
            force_destroy=settings.force_destroy,
            lifecycle={"prevent_destroy": True} if settings.prevent_destroy else None,
        )
        S3BucketOwnershipControls(
            self, "Ownership", bucket=self.name, rule=S3BucketOwnershipControlsRule(object_ownership="BucketOwnerEnforced")
        )
        closed = S3BucketPublicAccessBlock(
            self,
            "PublicAccess",
            bucket=self.name,
            block_public_acls=True,
            block_public_policy=True,
            ignore_public_acls=True,
            restrict_public_buckets=True,
        )
        self.versioning = S3BucketVersioning(
            self,
            "Versioning",
            bucket=self.name,
            versioning_configuration=S3BucketVersioningVersioningConfiguration(status="Enabled"),
        )
        S3BucketServerSideEncryptionConfiguration(self, "Encryption", bucket=self.name, rule=[_encryption(key)])
        S3BucketLifecycleConfiguration(
            self,
            "Lifecycle",
            bucket=self.name,
            rule=[_lifecycle(settings, expire_after_days, transitions)],
            depends_on=[self.versioning],  # the rule for old versions needs versioning
        )
        if access_logs and environment_of(self).access_logs.enabled:
            prefix = f"{self.physical_name}/"
            S3BucketLogging(self, "Logging", bucket=self.name, target_bucket=_log_bucket(self), target_prefix=prefix)
        insecure = {"Bool": {"aws:SecureTransport": "false"}}
        everything = (self.arn, f"{self.arn}/*")
        self._statements = [Statement(("s3:*",), everything, insecure, effect="Deny", principal="*")]
        # S3 refuses two simultaneous changes of a bucket's access.
        self.policy = S3BucketPolicy(self, "Policy", bucket=self.name, policy=document(self._statements), depends_on=[closed])
        if key is not None:
            key.admit_callers_of("s3")

    @property
    def name(self) -> str:
        return self._bucket.bucket

    @property
    def arn(self) -> str:
        return self._bucket.arn

    def admit(self, statement: Statement) -> None:
        """Add a statement, with a principal, to the bucket's policy."""
        self._statements.append(statement)
        self.policy.policy = document(self._statements)


def log_bucket_of(environment: Environment) -> str:
    """Return the name of the access log bucket, `<project>-access-logs`.

    Other Regions are part of the name, since bucket names are global.
    """
    return "access-logs" if environment.is_home else environment.regional("logs")  # a longer name might not fit


def _log_bucket(scope: Construct) -> str:
    """Look the bucket up once per stack, so that the plan fails without a foundation."""
    stack = location(scope).stack
    known = attributes_of(stack).constructs.get((LOG_BUCKET_ID,))
    if isinstance(known, Bucket):
        return known.policy.bucket  # S3 refuses to log into a bucket whose policy does not admit it yet
    if not isinstance(known, DataAwsS3Bucket):
        environment = environment_of(scope)
        name = f"{environment.shared_name(log_bucket_of(environment))}-{environment.account_id}"
        known = DataAwsS3Bucket(stack, LOG_BUCKET_ID, bucket=name)
    return known.bucket


def _check(name: str, expire_after_days: int | None, transitions: Mapping[str, int]) -> None:
    """Reject values that AWS would refuse only in the middle of an apply."""
    place = Place(path=f"bucket {name}")
    problems = [
        Problem("DW322", f"{storage_class} must be after 30 days or more, got {days}", place, days, "30 or more")
        for storage_class, days in transitions.items()
        if storage_class.endswith("_IA") and days < 30
    ]
    if expire_after_days is not None:
        allowed = f"less than {expire_after_days}, when objects expire"
        problems += [
            Problem(
                "DW322",
                f"the days before {storage_class} must be {allowed}, got {days}",
                place,
                days,
                allowed,
                "expire objects later, or drop the storage class",
            )
            for storage_class, days in transitions.items()
            if days >= expire_after_days
        ]
    if problems:
        raise UserError(problems)


def _encryption(key: EncryptionKey | None) -> S3BucketServerSideEncryptionConfigurationRule:
    """Return the encryption; AWS's own key has no billed KMS requests and needs no bucket key."""
    by_kms = key is not None and key.kind != "aws_owned"
    return S3BucketServerSideEncryptionConfigurationRule(
        apply_server_side_encryption_by_default=S3BucketServerSideEncryptionConfigurationRuleApplyServerSideEncryptionByDefault(
            sse_algorithm="aws:kms" if by_kms else "AES256", kms_master_key_id=key.arn if key else None
        ),
        bucket_key_enabled=by_kms,
    )


def _lifecycle(
    settings: BucketSettings, expire_after_days: int | None, transitions: Mapping[str, int]
) -> S3BucketLifecycleConfigurationRule:
    """Return the expiry rule, of delete markers at least; with an age for objects, S3 removes those."""
    return S3BucketLifecycleConfigurationRule(
        id_="objects",
        status="Enabled",
        filter=[S3BucketLifecycleConfigurationRuleFilter()],
        expiration=[
            S3BucketLifecycleConfigurationRuleExpiration(expired_object_delete_marker=True)
            if expire_after_days is None
            else S3BucketLifecycleConfigurationRuleExpiration(days=expire_after_days)
        ],
        noncurrent_version_expiration=[
            S3BucketLifecycleConfigurationRuleNoncurrentVersionExpiration(noncurrent_days=settings.noncurrent_days)
        ],
        abort_incomplete_multipart_upload=[
            S3BucketLifecycleConfigurationRuleAbortIncompleteMultipartUpload(days_after_initiation=ABANDONED_UPLOAD_DAYS)
        ],
        transition=[
            S3BucketLifecycleConfigurationRuleTransition(storage_class=storage_class, days=days)
            for storage_class, days in transitions.items()
        ]
        or None,
    )
