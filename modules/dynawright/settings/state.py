"""Where Terraform keeps an environment's state: an S3 bucket, or a file on this machine."""

from pydantic import ConfigDict, Field, model_validator

from dynawright.settings.base import Settings, allowed
from dynawright.settings.region import Region


class StateSettings(Settings):
    """`{bucket: ...}` or `{local: true}`; neither is a default: nobody shall keep production's state on a laptop by accident."""

    model_config = ConfigDict(
        json_schema_extra={
            **allowed("either {bucket: ...}, optionally with kms_key_arn and region, or {local: true} alone"),
            "oneOf": [
                {"required": ["bucket"], "properties": {"local": {"const": False}}},
                {"required": ["local"], "properties": {"local": {"const": True}}, "maxProperties": 1},
            ],
        }
    )

    bucket: str | None = Field(
        default=None,
        min_length=3,
        max_length=63,
        pattern=r"^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$",
        description="The S3 bucket that holds the state.",
        json_schema_extra=allowed(
            "3 to 63 lower-case letters, digits, hyphens and single dots, beginning and ending with a letter or digit"
        ),
    )
    kms_key_arn: str | None = Field(
        default=None,
        pattern="^arn:aws:kms:[a-z0-9-]+:[0-9]{12}:key/[A-Za-z0-9-]+$",
        description="The key that encrypts the state; without it, the bucket's default encryption does.",
        json_schema_extra=allowed("a key's ARN, such as 'arn:aws:kms:ap-northeast-1:123456789012:key/<key id>'"),
    )
    region: Region | None = Field(
        default=None,
        description="The bucket's Region, if it is not the environment's.",
        json_schema_extra=allowed("an AWS commercial Region, such as 'ap-northeast-1'"),
    )
    local: bool = Field(default=False, description="Keep the state in a file on this machine; for the emulator.")

    @model_validator(mode="after")
    def _is_one_of_the_two_forms(self) -> "StateSettings":
        in_s3 = self.bucket is not None and not self.local
        on_this_machine = self.local and self.model_fields_set == {"local"}
        if not in_s3 and not on_this_machine:
            raise ValueError("neither form")
        return self
