"""Settings of a table's replicas."""

from pydantic import Field

from dynawright.settings.base import Settings, allowed
from dynawright.settings.region import Region


class ReplicaSettings(Settings):
    """A replica in another Region: readable, writable, with its own protections."""

    region: Region = Field(
        description="The Region of the copy, one of the environment's other_regions.",
        json_schema_extra=allowed("an AWS commercial Region, such as 'ap-northeast-3'"),
    )
    deletion_protection: bool = Field(default=True, description="AWS refuses to delete the copy.")
    point_in_time_recovery: bool = Field(default=True, description="The copy can be restored to any second of the last 35 days.")
    kms_key_arn: str | None = Field(
        default=None,
        pattern="^arn:aws:kms:[a-z0-9-]+:[0-9]{12}:key/[A-Za-z0-9-]+$",
        description="A KMS key in the copy's own Region; needed where the table's key is customer_managed, and only there.",
        json_schema_extra=allowed("a key's ARN, such as 'arn:aws:kms:ap-northeast-3:111111111111:key/mrk-1'"),
    )
    ignore_tags: bool = Field(
        default=False, description="Terraform leaves the tags of the copy as they are: for one that was there before."
    )
    tags: dict[str, str] = Field(
        default_factory=dict,
        max_length=5,  # AWS allows 50: 40 are for the environment, the rest for stacks
        description="Tags of the copy, besides those that everything in the system has.",
        json_schema_extra={
            **allowed("at most 5 tags, each a line `Key: value`"),
            "propertyNames": {"minLength": 1, "maxLength": 128},
            "additionalProperties": {"type": "string", "maxLength": 256},
        },
    )
