"""Dangerous changes that were approved by name, each until a date."""

from datetime import date

from pydantic import Field, field_validator

from dynawright.settings.base import Settings, allowed


class Approval(Settings):
    """Lets one finding of the plan guard pass, for one resource, until a day; the guard prints these lines to copy."""

    system: str = Field(
        description="The system whose plan is meant, or foundation.",
        json_schema_extra=allowed("a system's name, or foundation"),
    )
    address: str = Field(
        pattern=r"^[a-z][a-z0-9_]*\.[A-Za-z0-9_-]+$",
        description="The resource, by its address in Terraform.",
        json_schema_extra=allowed("an address in Terraform, such as 'aws_dynamodb_table.Orders_Table_1A2B3C4D'"),
    )
    finding: str = Field(
        pattern="^[a-z]+(-[a-z]+)+( .+)?$",
        description="What is approved, in the guard's own words.",
        json_schema_extra=allowed("a finding as the guard prints it, such as 'index-removed GSI2'"),
    )
    reason: str = Field(
        min_length=10,
        description="Why it is safe, for later readers.",
        json_schema_extra=allowed("a sentence of 10 characters or more"),
    )
    expires: str = Field(
        pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
        description="The last day on which it holds.",
        json_schema_extra=allowed("a day as YYYY-MM-DD"),
    )

    @field_validator("expires")
    @classmethod
    def _is_a_day(cls, expires: str) -> str:
        date.fromisoformat(expires)
        return expires

    @property
    def expires_on(self) -> date:
        return date.fromisoformat(self.expires)
