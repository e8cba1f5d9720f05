"""Settings of buckets."""

from pydantic import Field

from dynawright.settings.base import Settings


class BucketSettings(Settings):
    """Protection of buckets, and retention of old and deleted versions."""

    prevent_destroy: bool = Field(default=True, description="Terraform refuses any plan that would delete or replace a bucket.")
    force_destroy: bool = Field(default=False, description="Deleting a bucket deletes what is in it; otherwise AWS refuses.")
    noncurrent_days: int = Field(
        default=30, ge=1, le=3650, description="Days in which an object that was overwritten or deleted can be brought back."
    )


class AccessLogSettings(Settings):
    """S3's access logs of all buckets, in one shared bucket."""

    enabled: bool = Field(default=True, description="Whether requests to buckets are recorded at all.")
    retention_days: int = Field(default=365, ge=1, le=3_650, description="Days until a record is deleted.")
