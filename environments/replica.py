"""Copies of a table in other Regions."""

from pydantic import Field

from environments.region import Region
from environments.settings import Settings, allowed


class ReplicaSettings(Settings):
    """One copy, readable and writable in its own Region. Deletion protection can't be set here: provider 5.100.0 lacks it."""

    region: Region = Field(
        description="The Region of the copy, other than the environment's own.",
        json_schema_extra=allowed("an AWS commercial Region, such as 'ap-northeast-3'"),
    )
    point_in_time_recovery: bool = Field(default=True, description="The copy can be restored to any second of the last 35 days.")
    kms_key_arn: str | None = Field(
        default=None,
        pattern="^arn:aws:kms:[a-z0-9-]+:[0-9]{12}:key/[A-Za-z0-9-]+$",
        description="A KMS key in the copy's own Region; needed where the table's key is customer_managed, and only there.",
        json_schema_extra=allowed("a key's ARN, such as 'arn:aws:kms:ap-northeast-3:111111111111:key/mrk-1'"),
    )
    propagate_tags: bool = Field(default=True, description="The table's tags are on the copy too.")
