"""What only AI chef has."""

from pydantic import Field

from dynawright.settings import SystemSettings, allowed


class AiChefSettings(SystemSettings):
    """AI chef: cooking sessions and their results."""

    partner_role_arn: str | None = Field(
        default=None,
        pattern="^arn:aws:iam::[0-9]{12}:role/[A-Za-z0-9+=,.@_/-]+$",
        description="A role, of this or another account, that the results table's own policy admits.",
        json_schema_extra=allowed("a role's ARN, such as 'arn:aws:iam::111111111111:role/partner'"),
    )
