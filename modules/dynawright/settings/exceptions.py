"""Accepted findings of the rules, each until a date."""

from datetime import date

from pydantic import Field

from dynawright.settings.base import Settings, allowed
from dynawright.settings.last_day import DAY, LastDay


class RuleException(Settings):
    """Accept a rule's finding on one resource until a date; reviews list it."""

    system: str = Field(
        description="The system whose stack is meant, or foundation.",
        json_schema_extra=allowed("a system's name, or foundation"),
    )
    rule: str = Field(
        pattern="^([a-z]+(-[a-z]+)+|CKV2?_[A-Z]+_[0-9]+)$",
        description="The rule, as a finding names it.",
        json_schema_extra=allowed("a rule's name, such as 'tables-refuse-deletion', or the id of one of checkov's checks"),
    )
    resource: str = Field(
        min_length=1,
        max_length=1024,
        description="The resource, by its construct's path as a finding shows it, or by its address in Terraform.",
        json_schema_extra=allowed(
            "a path such as 'Orders/Table', or an address such as 'aws_dynamodb_table.Orders_Table_1A2B3C4D'"
        ),
    )
    reason: str = Field(
        min_length=10,
        description="Why it is so for now, for later readers.",
        json_schema_extra=allowed("a sentence of 10 characters or more"),
    )
    expires: LastDay = Field(description="The last day on which it holds.", json_schema_extra=allowed(DAY))

    @property
    def expires_on(self) -> date:
        return date.fromisoformat(self.expires)
