"""Approvals of dangerous changes, each until a date."""

from datetime import date

from pydantic import Field

from dynawright.settings.base import Settings, allowed
from dynawright.settings.last_day import DAY, LastDay


class Approval(Settings):
    """Accept one finding of the plan guard on one resource until a date."""

    system: str = Field(
        description="The system whose plan is meant, or foundation.",
        json_schema_extra=allowed("a system's name, or foundation"),
    )
    address: str = Field(
        pattern=r"^(module\.[A-Za-z0-9_-]+(\[[^\]]+\])?\.)*[a-z][a-z0-9_]*\.[A-Za-z0-9_-]+(\[[^\]]+\])?$",
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
    expires: LastDay = Field(description="The last day on which it holds.", json_schema_extra=allowed(DAY))

    @property
    def expires_on(self) -> date:
        return date.fromisoformat(self.expires)
