"""Buckets and their settings."""

from dynawright.guard.directions import ANYTHING, FIRST, any_of, to
from dynawright.guard.known.row import Known

ROWS = (
    # it publishes an output, which changes with the stack; its end would break readers
    Known("aws_ssm_parameter", {"insecure_value": ANYTHING, "value": ANYTHING, "version": ANYTHING}),
    Known("aws_s3_bucket"),
    Known("aws_s3_bucket_lifecycle_configuration"),
    Known(
        "aws_s3_bucket_logging",
        {
            "target_prefix": ANYTHING,
        },
    ),
    Known("aws_s3_bucket_object_lock_configuration", {"token": ANYTHING, "object_lock_enabled": to("Enabled")}),
    Known("aws_s3_bucket_ownership_controls"),
    Known("aws_s3_bucket_policy", end="what it denied is compared"),
    Known("aws_s3_bucket_public_access_block"),
    Known("aws_s3_bucket_server_side_encryption_configuration", {"rule.bucket_key_enabled": ANYTHING}),
    Known("aws_s3_bucket_versioning", {"mfa": ANYTHING, "versioning_configuration.mfa_delete": any_of(FIRST, to("Enabled"))}),
)
