"""What an environment can set for tables, encryption keys and logs; every default is safe for production."""

from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, field_validator

RETENTION_DAYS = (
    *(1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545),
    *(731, 1096, 1827, 2192, 2557, 2922, 3288, 3653),
)
"""The only retentions that CloudWatch Logs takes."""

IGNORED_BY = {
    "on_demand": ("read_capacity_units", "write_capacity_units"),
    "provisioned": ("on_demand_max_read_units", "on_demand_max_write_units"),
}
"""Which settings mean nothing in which capacity mode."""


def allowed(words: str) -> dict[str, Any]:
    """Says what a setting allows where its type and limits don't; error messages and editors show it."""
    return {"errorMessage": words}


MAXIMUM = {
    **allowed("a whole number of 1 or more, -1 to lift a maximum that was set before, or null where there never was one"),
    "anyOf": [{"type": "integer", "minimum": 1}, {"const": -1}, {"type": "null"}],
}
"""AWS keeps a maximum that is no longer mentioned; only -1 lifts it."""


class Settings(BaseModel):
    """Values as they are written: nothing is converted, nothing unknown is passed over, nothing changes later."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)


AnySettings = TypeVar("AnySettings", bound=Settings)


def laid_over(base: AnySettings, overrides: AnySettings) -> AnySettings:
    """`base` with those settings of `overrides` that were written, whatever their value."""
    return type(base)(**{**base.model_dump(exclude_unset=True), **overrides.model_dump(exclude_unset=True)})


class TableSettings(Settings):
    """How tables are paid for and protected."""

    capacity_mode: Literal["on_demand", "provisioned"] = Field(
        default="on_demand", description="Pay per request, or for a capacity fixed beforehand."
    )
    read_capacity_units: int = Field(default=5, ge=1, le=40_000, description="Reads per second; for provisioned capacity only.")
    write_capacity_units: int = Field(default=5, ge=1, le=40_000, description="Writes per second; for provisioned capacity only.")
    on_demand_max_read_units: int | None = Field(
        default=None,
        description="The most reads per second that on-demand capacity serves, against runaway cost.",
        json_schema_extra=MAXIMUM,
    )
    on_demand_max_write_units: int | None = Field(
        default=None,
        description="The most writes per second that on-demand capacity serves, against runaway cost.",
        json_schema_extra=MAXIMUM,
    )
    table_class: Literal["STANDARD", "STANDARD_INFREQUENT_ACCESS"] = Field(
        default="STANDARD", description="Infrequent access stores for less and reads and writes for more."
    )
    point_in_time_recovery_days: int = Field(
        default=35,
        ge=0,
        le=35,
        description="How many days back a table can be restored to any second; 0 turns it off.",
        json_schema_extra=allowed("a whole number from 0 to 35 (0 turns it off)"),
    )
    deletion_protection: bool = Field(default=True, description="AWS refuses to delete the tables.")
    prevent_destroy: bool = Field(default=True, description="Terraform refuses any plan that would delete or replace the tables.")
    ignore_changes: tuple[
        Annotated[str, Field(pattern="^[a-z][a-z0-9_]*$", json_schema_extra=allowed("an attribute in lower_snake_case"))],
        ...,
    ] = Field(
        default=(),
        strict=False,  # YAML has lists, no tuples
        description="Attributes of aws_dynamodb_table that others change and Terraform leaves alone.",
    )

    @field_validator("on_demand_max_read_units", "on_demand_max_write_units")
    @classmethod
    def _is_a_maximum(cls, units: int | None) -> int | None:
        if units is not None and units != -1 and units < 1:
            raise ValueError("neither a maximum nor -1")
        return units

    def conflicts(self) -> dict[str, str]:
        """The written settings that the capacity mode would silently ignore, each with what is wrong and what to do.

        Checked by whoever holds whole settings: an override alone may well set units for the environment's mode.
        """
        mode, other = self.capacity_mode, "provisioned" if self.capacity_mode == "on_demand" else "on_demand"
        reason = f"capacity_mode '{mode}' ignores it; remove it or set capacity_mode to '{other}'"
        return {
            field: f"{getattr(self, field)} is not allowed: {reason}"
            for field in IGNORED_BY[mode]
            if field in self.model_fields_set and getattr(self, field) is not None
        }

    def overridden_by(self, overrides: "TableSettings") -> "TableSettings":
        """As `laid_over`; a system with a capacity mode of its own leaves the environment's units for the other mode behind."""
        ignored = IGNORED_BY[overrides.capacity_mode] if "capacity_mode" in overrides.model_fields_set else ()
        kept = TableSettings(**self.model_dump(exclude_unset=True, exclude=set(ignored)))
        return laid_over(kept, overrides)


class EncryptionSettings(Settings):
    """Which key encrypts data at rest, and how long a deleted key can be recovered."""

    key: Literal["customer_managed", "aws_managed", "aws_owned"] = Field(
        default="customer_managed",
        description="A KMS key of our own (audited, revocable), AWS's key in our account, or AWS's own key (free).",
    )
    deletion_window_days: int = Field(default=30, ge=7, le=30, description="Days in which deleting our key can be undone.")
    rotation_period_days: int = Field(default=365, ge=90, le=2560, description="Days between rotations of our key.")
    prevent_destroy: bool = Field(default=True, description="Terraform refuses any plan that would delete our key.")


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
    """Where IAM roles and policies stand, and what bounds them."""

    path: str = Field(
        default="/",
        pattern="^/([A-Za-z0-9+=,.@_-]+/)*$",
        max_length=512,
        description="The IAM path of roles and policies.",
        json_schema_extra=allowed("'/' or names between slashes, such as '/tablestakes/'"),
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
