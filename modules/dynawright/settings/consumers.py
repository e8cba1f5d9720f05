"""Settings of consumers: who may assume their roles, and where their code runs."""

from typing import Annotated, Literal

from pydantic import Field

from dynawright.errors import Problem
from dynawright.settings.base import Settings, allowed
from dynawright.settings.problem import Conflicts

GITHUB = "token.actions.githubusercontent.com"
KINDS = ("service", "role_arn", "account_id", "oidc_subject", "permission_set")
"""The kinds of principals in `assumed_by`."""
COMPANIONS = {"external_id": "account_id", "oidc_provider": "oidc_subject", "oidc_audience": "oidc_subject"}
"""Setting → the kind of principal that it belongs to."""


class AssumedBy(Settings):
    """A principal: an AWS service, a role, an account, the holder of an OIDC token, or a permission set."""

    service: Literal["lambda", "ecs", "ec2"] | None = Field(
        default=None,
        description="Functions of Lambda, tasks of ECS or instances of EC2, in this account.",
        json_schema_extra=allowed("'lambda', 'ecs' or 'ec2'"),
    )
    role_arn: str | None = Field(
        default=None,
        pattern="^arn:aws:iam::[0-9]{12}:role/[A-Za-z0-9+=,.@_/-]+$",
        description="One role, of this account or another; it needs the right sts:AssumeRole itself.",
        json_schema_extra=allowed("a role's ARN, such as 'arn:aws:iam::111111111111:role/build'"),
    )
    account_id: str | None = Field(
        default=None,
        pattern="^[0-9]{12}$",
        description="Another account, together with external_id.",
        json_schema_extra=allowed("12 digits, as text"),
    )
    external_id: str | None = Field(
        default=None,
        pattern="^[A-Za-z0-9_+=,.@:/-]{2,1224}$",
        description="What the other account must give: a random text.",
        json_schema_extra=allowed("2 to 1224 of A-Z a-z 0-9 _ + = , . @ : / -"),
    )
    oidc_subject: str | None = Field(
        default=None,
        pattern="^[A-Za-z0-9_.:/@=+,| -]{1,255}$",
        description="The subject of a token, as a whole, such as 'repo:acme/orders:environment:production' of a workflow on GitHub.",
        json_schema_extra=allowed("the whole subject, without '*' and '?', such as 'repo:acme/orders:environment:production'"),
    )
    oidc_provider: str = Field(
        default=GITHUB,
        pattern="^[a-z0-9.-]+(/[A-Za-z0-9._~/-]+)?$",
        description="Who issues the token: the provider's address without https://. The account must have it.",
        json_schema_extra=allowed("an address without https://, such as 'gitlab.example.com'"),
    )
    oidc_audience: str = Field(
        default="sts.amazonaws.com",
        pattern="^[A-Za-z0-9_.:/@=+,-]{1,255}$",
        description="Whom the token is issued for.",
        json_schema_extra=allowed("one audience, such as 'sts.amazonaws.com'"),
    )
    permission_set: str | None = Field(
        default=None,
        pattern="^[A-Za-z0-9+=,.@_-]{1,32}$",
        description="People who have this permission set of IAM Identity Center in this account; it needs the right sts:AssumeRole.",
        json_schema_extra=allowed("a permission set's name, such as 'Support'"),
    )

    def conflicts(self, region: str | None = None) -> Conflicts:
        """Return missing and superfluous settings."""
        given = [name for name in KINDS if getattr(self, name) is not None]
        if len(given) != 1:
            text = f"must have one of {', '.join(KINDS)}, got {' and '.join(given) or 'none'}"
            fix = "write an entry for each" if given else ""
            return {(): Problem("DW175", text, value=", ".join(given) or None, allowed="one of them", fix=fix)}
        for name, kind in COMPANIONS.items():
            if name in self.model_fields_set and kind not in given:
                return {(name,): Problem("DW175", f"has no effect without {kind}", value=getattr(self, name), fix="remove it")}
        if self.account_id is not None and self.external_id is None:
            text = "needs external_id: a third party that works for that account could use the role otherwise"
            return {("account_id",): Problem("DW175", text, value=self.account_id, fix="agree on a random text with its owner")}
        return {}


FunctionName = Annotated[
    str,
    Field(pattern="^[A-Za-z0-9_-]{1,64}$", json_schema_extra=allowed("a function's name: up to 64 of A-Z a-z 0-9 _ -")),
]


class ConsumerSettings(Settings):
    """Who may assume a consumer's role; by default the service in the model."""

    assumed_by: tuple[AssumedBy, ...] = Field(
        default=(),
        strict=False,  # YAML has lists, no tuples
        description="Who may assume the role, in place of the service that the model names.",
    )
    functions: tuple[FunctionName, ...] = Field(
        default=(),
        strict=False,
        description="The Lambda functions that run with the role, which may then write their logs; one called like the role unless set.",
    )

    def conflicts(self, region: str | None = None) -> Conflicts:
        problems: Conflicts = {
            ("assumed_by", number, *path): problem
            for number, principal in enumerate(self.assumed_by)
            for path, problem in principal.conflicts(region).items()
        }
        if self.functions and self.assumed_by and all(one.service != "lambda" for one in self.assumed_by):
            text, fix = "has no effect: Lambda may not assume the role", "add {service: lambda} to assumed_by, or remove the line"
            problems["functions",] = Problem("DW175", text, value=", ".join(self.functions), fix=fix)
        return problems
