"""Base class of settings and the groups for keys, logs, roles, secrets; defaults suit production."""

from typing import Any, Literal, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, field_validator

from dynawright.errors import Problem, must_be
from dynawright.settings.problem import Conflicts

RETENTION_DAYS = (
    *(1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545),
    *(731, 1096, 1827, 2192, 2557, 2922, 3288, 3653),
)
"""The only retentions that CloudWatch Logs takes."""


def allowed(words: str) -> dict[str, Any]:
    """Describe allowed values for error messages and editors, if type and limits don't suffice."""
    return {"errorMessage": words}


class Settings(BaseModel):
    """Base of all settings: strict types, no unknown keys, immutable."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)

    @classmethod
    def unwritten(cls) -> Self:
        """Return all defaults without validation: building a class's validator takes milliseconds."""
        return cls.model_construct()

    @property
    def written(self) -> dict[str, Any]:
        """The settings that the file sets, by name."""
        return {name: getattr(self, name) for name in type(self).model_fields if name in self.model_fields_set}

    def conflicts(self, region: str | None = None) -> Conflicts:
        """Return the settings that are not allowed together, or not in this Region.

        Only merged settings are checked: an override alone may be half of a choice.
        """
        return {}

    def overridden_by(self, overrides: Self) -> Self:
        """Return these settings, replaced by those that `overrides` sets."""
        return laid_over(self, overrides)


AnySettings = TypeVar("AnySettings", bound=Settings)


def laid_over(base: Settings, overrides: AnySettings) -> AnySettings:
    """Return `base` with the settings that `overrides` sets, as an instance of the latter's class.

    `overrides` may have settings of its own. Nested groups and mappings are merged in the same way; a list is replaced as a
    whole.
    """
    values = base.written
    for name, value in overrides.written.items():
        lower = values.get(name)
        if isinstance(lower, Settings) and isinstance(value, Settings):
            value = laid_over(lower, value)
        elif isinstance(lower, dict) and isinstance(value, dict):
            value = lower | value
        values[name] = value
    return type(overrides).model_construct(**values)


class EncryptionSettings(Settings):
    """Which key encrypts data at rest, and how long a deleted key can be recovered."""

    key: Literal["customer_managed", "aws_managed", "aws_owned"] = Field(
        default="customer_managed",
        description="A KMS key of our own (audited, revocable), AWS's key in our account, or AWS's own key (free).",
    )
    kms_key_arn: str | None = Field(
        default=None,
        pattern="^arn:aws:kms:[a-z0-9-]+:[0-9]{12}:key/[A-Za-z0-9-]+$",
        description="A KMS key that is there already, and that others look after; none is made then.",
        json_schema_extra=allowed("a key's ARN, such as 'arn:aws:kms:ap-northeast-1:111111111111:key/mrk-1'"),
    )
    deletion_window_days: int = Field(default=30, ge=7, le=30, description="Days in which deleting our key can be undone.")
    rotation_period_days: int = Field(default=365, ge=90, le=2560, description="Days between rotations of our key.")
    prevent_destroy: bool = Field(default=True, description="Terraform refuses any plan that would delete our key.")

    def conflicts(self, region: str | None = None) -> Conflicts:
        conflicts: Conflicts = {}
        if self.kms_key_arn is not None and self.key != "customer_managed":
            fix = "remove the line, or set key to customer_managed"
            text = f"has no effect: key is {self.key}"
            conflicts["kms_key_arn",] = Problem("DW120", text, value=self.kms_key_arn, fix=fix)
        elif self.kms_key_arn is not None and region not in (None, self.kms_key_arn.split(":")[3]):
            conflicts["kms_key_arn",] = must_be("DW123", f"a key in '{region}', as the tables", self.kms_key_arn)
        return conflicts


class LogSettings(Settings):
    """How long logs are kept."""

    retention_days: int = Field(
        default=365, description="Days until a log event is deleted.", json_schema_extra={"enum": list(RETENTION_DAYS)}
    )

    @field_validator("retention_days")
    @classmethod
    def _is_offered(cls, days: int) -> int:
        # Not a Literal: pydantic would take true for 1.
        if days not in RETENTION_DAYS:
            raise ValueError("CloudWatch Logs has no such retention")
        return days


class RoleSettings(Settings):
    """The path of IAM roles and policies, and their permissions boundary."""

    path: str = Field(
        default="/",
        pattern="^/([A-Za-z0-9+=,.@_-]+/)*$",
        max_length=512,
        description="The IAM path of roles and policies.",
        json_schema_extra=allowed("'/' or names between slashes, such as '/platform/'"),
    )
    permissions_boundary_arn: str | None = Field(
        default=None,
        pattern="^arn:aws:iam::[0-9]{12}:policy/[A-Za-z0-9+=,.@_/-]+$",
        description="The policy that no role can exceed, whatever it is granted.",
        json_schema_extra=allowed("a policy's ARN, such as 'arn:aws:iam::111111111111:policy/boundary'"),
    )


class SecretSettings(Settings):
    """How secrets are rotated, and how long a deleted one can be recovered."""

    recovery_window_days: int = Field(
        default=30,
        description="Days in which deleting a secret can be undone; until then its name can't be used again. 0 deletes at once.",
        json_schema_extra={
            **allowed("a whole number from 7 to 30, or 0 to delete at once"),
            "anyOf": [{"minimum": 7, "maximum": 30}, {"const": 0}],
        },
    )
    rotation_days: int = Field(
        default=30, ge=1, le=1000, description="Days between rotations, where a secret has a rotation function."
    )

    @field_validator("recovery_window_days")
    @classmethod
    def _is_a_window(cls, days: int) -> int:
        if days != 0 and not 7 <= days <= 30:
            raise ValueError("Secrets Manager has no such window")
        return days
